import { formatDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { findFeeOfPayment } from '#modules/billing/congestion-fees/congestion-fees.queries.ts';
import { earliestChargeDay, type FeePayer } from '#modules/billing/congestion-fees/earliest-charge-day.ts';
import type { PaymentChange } from './payment-change.ts';
type Edited = { payment: PaymentRow; change: PaymentChange; paid_by: FeePayer };

/**
 * Staff who change the payment of a congestion fee leave the family the notice that it was promised: no day
 * before the one that the notice allowed, and a higher sum is a new notice.
 * @throws congestion_too_early
 * Source: S4
 */
export async function refuseShortNotice(
  tx: Tx,
  clock: Clock,
  { payment, change, paid_by }: Edited,
): Promise<void> {
  const isRaised = change.adjustment !== null && change.adjustment.byCents > 0;
  if (payment.congestion_fee_id === null || change.receivedBy || (!change.pay_on && !isRaised)) return;
  const fee = await findFeeOfPayment(tx, payment.id);
  const noticed_at = isRaised || !fee ? clock.now() : fee.announced_at;
  const first = earliestChargeDay(noticed_at, clock.time_zone, paid_by);
  if ((change.pay_on ?? payment.pay_on) < first)
    throw refuseField(billingRefusals.congestion_too_early, 'pay_on', { day: formatDate(first) });
}
