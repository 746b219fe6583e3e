import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { automaticMethod } from '#modules/billing/charges/later-charge.service.ts';
import { findFeeOfPayment } from '#modules/billing/congestion-fees/congestion-fees.queries.ts';
import { earliestChargeDay, type FeePayer } from '#modules/billing/congestion-fees/earliest-charge-day.ts';
import type { MethodRow } from '#modules/billing/methods/methods.queries.ts';
import { dayOfCharge } from '#modules/billing/methods/paying-method.ts';
import type { PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { attemptsOf } from '#modules/billing/payments/collection.queries.ts';
import { isCongestionFee } from '#modules/billing/payments/payment-texts.ts';
import { mayRetry } from '#modules/billing/payments/retry-policy.ts';
import { findWholeOf, type StaffPaymentRow } from '#modules/billing/payments/staff-payments.queries.ts';
import type { Facts, PaymentChange } from './payment-change.ts';

/** The bank account that pays on the new day wants its notice, whatever would pay today (MC6). */
export async function payerOnDay(
  tx: Tx,
  today: PlainDate,
  { order, payment }: StaffPaymentRow,
  pay_on: PlainDate | null | undefined,
): Promise<{ method: MethodRow | undefined; facts: Facts }> {
  const on = pay_on && pay_on > today ? pay_on : dayOfCharge(payment, today);
  const { method } = await automaticMethod(tx, { order, payment_id: payment.id }, on);
  return { method, facts: { today, isByBank: method?.paymentType === 'paymentTypeAch' } };
}

type FeeEdit = {
  payment: PaymentRow;
  change: Pick<PaymentChange, 'adjustment' | 'receivedBy' | 'pay_on'>;
  paid_by: FeePayer;
};

/**
 * A changed fee keeps the promised notice, and a higher amount needs a new notice (S4).
 * @throws congestion_too_early
 */
export async function refuseShortNotice(
  tx: Tx,
  clock: Clock,
  { payment, change, paid_by }: FeeEdit,
): Promise<void> {
  const isRaised = change.adjustment !== null && change.adjustment.byCents > 0;
  if (!isCongestionFee(payment) || change.receivedBy || (!change.pay_on && !isRaised)) return;
  const fee = await findFeeOfPayment(tx, payment.id);
  const noticed_at = isRaised || !fee ? clock.now() : fee.announced_at;
  const first = earliestChargeDay(noticed_at, clock.time_zone, paid_by);
  if ((change.pay_on ?? payment.pay_on) < first)
    throw refuseField(billingRefusals.congestion_too_early, 'pay_on', { day: formatDate(first) });
}

/** @throws method_exhausted */
export async function refuseExhausted(
  tx: Tx,
  payment: PaymentRow,
  method: MethodRow | undefined,
): Promise<void> {
  if (await isExhausted(tx, payment, method)) throw refuseField(billingRefusals.method_exhausted, 'pay_on');
}

/** A part has the attempts of its payment behind it (M7, MC12). */
export async function isExhausted(
  tx: Tx,
  payment: PaymentRow,
  method: MethodRow | undefined,
): Promise<boolean> {
  if (method === undefined) return false;
  const whole = payment.part_of === null ? undefined : await findWholeOf(tx, payment);
  for (const { id } of [payment, ...(whole ? [whole] : [])]) {
    const pastAttempts = await attemptsOf(tx, id);
    if (!mayRetry(pastAttempts.filter(({ payment_method_id }) => payment_method_id === method.id)))
      return true;
  }
  return false;
}
