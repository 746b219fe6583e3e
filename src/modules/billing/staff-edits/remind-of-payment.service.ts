import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { lockPayment, type PaymentPlace } from '#modules/billing/payments/staff-payments.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueueOnce } from '#platform/outbox/enqueue-once.ts';
import { refuseUnlessOwed } from './payment-change.ts';

/**
 * Once per company day (OF1.11).
 * @throws payment_not_found, order_not_active, payment_in_flight, payment_processing, payment_paid,
 *   payment_cancelled, mailed_today
 */
export async function remindOfPayment(
  tx: Tx,
  clock: Clock,
  viewer: Viewer,
  place: PaymentPlace,
): Promise<void> {
  const found = await lockPayment(tx, place);
  if (!found) throw new Refusal(billingRefusals.payment_not_found);
  const { order, payment } = found;
  refuseUnlessOwed(payment);
  if (order.status !== 'active') throw new Refusal(billingRefusals.order_not_active);
  const mail = {
    kind: 'billing.payment_reminder',
    ref: `${payment.id}-${clock.today()}`,
    payload: { payment_id: payment.id },
  };
  if (!(await enqueueOnce(tx, clock.now(), mail))) throw new Refusal(accountRefusals.mailed_today);
  await writeAudit(tx, clock.now(), viewer, {
    action: 'payment.remind',
    subject: `payment:${payment.id}`,
    detail: { order_id: order.id },
  });
}
