import { formatMoney } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { getAttempt } from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { chargeOfToday } from './charge-of-today.service.ts';
import { collect, openAttempt, triedCents } from '#modules/billing/charges/charges.service.ts';
import { reasonOfAttempt } from '#modules/billing/charges/failure-reasons.ts';
import { wordsOfLater } from '#modules/billing/charges/later-charge.service.ts';
import { keepingPlace } from '#modules/billing/processor/keep-place.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { notifyOfCharges } from '#modules/billing/methods/later/later-changes.service.ts';
import { chargeable } from '#modules/billing/methods/methods.service.ts';
import type { StaffPayment } from './payment-edit.contract.ts';
import { lockAtVersion } from './payment-version.service.ts';
import { readPayment } from './read-payment.service.ts';
import type { PaymentPlace } from '#modules/billing/payments/staff-payments.queries.ts';

type ChargeCommand = PaymentPlace & { version: number };

/**
 * Charges a due payment once, now. The attempt counts like every other: later attempts follow from the day of
 * this one. Opens its own transactions (M7, reliability 4.3).
 * @throws payment_not_found, payment_edited, payments_closed, processor_busy, payment_not_due,
 *   order_not_active, charge_too_small, method_missing, method_held_back, method_disputed, charge_held,
 *   method_exhausted; charge_declined after a refused attempt; charge_unconfirmed when the answer is lost
 *   (the resolver asks again)
 */
export async function chargePayment(
  billing: BillingContext,
  viewer: Viewer,
  command: ChargeCommand,
): Promise<StaffPayment> {
  const attempt_id = await keepingPlace(
    billing,
    'charge',
    (keepPlace) => billing.db.transaction((tx) => open(tx, billing, viewer, { ...command, keepPlace })),
    { isByStaff: true },
  );
  const result = await collect(billing, attempt_id);
  if (result.k === 'unknown' || result.k === 'action') throw new Refusal(billingRefusals.charge_unconfirmed);
  const payment = await readPayment(billing.db, billing, command);
  if (result.k !== 'declined') return payment;
  // The order may have ended in the meantime: the payment has no trouble then, but the attempt has a reason.
  const attempt = await getAttempt(billing.db, attempt_id);
  const total = formatMoney(await triedCents(billing.db, attempt_id));
  throw new Refusal(billingRefusals.charge_declined, {
    data: { reason: reasonOfAttempt(attempt), total },
    items: [payment],
  });
}

async function open(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { keepPlace, ...command }: ChargeCommand & { keepPlace: () => void },
): Promise<number> {
  const due = await lockAtVersion(tx, billing, command);
  refuseWhileClosed(billing);
  const { order, payment } = due;
  const now = billing.clock.now();
  const { method, price, refusal } = await chargeOfToday(tx, due, billing);
  if (refusal) throw new Refusal(refusal);
  keepPlace();
  await notifyOfCharges(tx, billing.clock, [
    { order, payment, method: method!, total_cents: price!.total_cents },
  ]);
  const attempt = await openAttempt(tx, {
    payment,
    method: chargeable(method!),
    surcharges: price!.surcharges,
    ...(await wordsOfLater(tx, due)),
    presence: 'away',
    now,
  });
  await writeAudit(tx, now, viewer, {
    action: 'payment.charge',
    subject: `payment:${payment.id}`,
    detail: { order_id: order.id },
    after: { charge_attempt_id: attempt.id, amount_cents: payment.amount_cents },
  });
  return attempt.id;
}
