import { createHash, randomUUID } from 'node:crypto';
import { cents, sum } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { UNPAID, type PaymentState } from '#modules/billing/payment.states.ts';
import { findAttemptByKey, getAttempt } from '#modules/billing/payments/attempts.queries.ts';
import { attemptsOf } from '#modules/billing/payments/collection.queries.ts';
import { isMethodDisputed } from '#modules/billing/payments/left-alone.queries.ts';
import { mayRetry } from '#modules/billing/payments/retry-policy.ts';
import {
  lockPayment,
  type PaymentPlace,
  type StaffPaymentRow,
} from '#modules/billing/payments/staff-payments.queries.ts';
import { feeDayOf, type BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { collect, openAttempt } from '#modules/billing/charges/charges.service.ts';
import { surchargesOfLater, wordsOfLater } from '#modules/billing/charges/later-charge.service.ts';
import { getChargeableMethod, keepMethod } from '#modules/billing/methods/methods.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { askToConfirm, refusalOfDecline } from '#modules/billing/processor/decline-refusals.ts';

type PayNow = PaymentPlace & {
  payment_method_id: number;
  total_cents: number;
  idempotency_key: string | undefined;
};

/**
 * Charges a payment that the family owes to the method that it has chosen, now. The same key asks for the
 * same charge and waits for its answer. Opens its own transactions.
 * @throws payment_not_found, payments_closed, payment_in_flight, pay_now_settled, order_not_active,
 *   method_not_found, card_expired, pay_now_method_refused, pay_now_sum_changed; the processor's refusal in
 *   words; payment_action_required when its bank wants the payer to confirm; payment_unconfirmed when the
 *   answer is lost and the resolver's
 * Source: M7
 */
export async function payNow(
  billing: BillingContext,
  viewer: Viewer,
  command: PayNow,
): Promise<{ payment_id: number; charged_cents: number; is_processing: boolean }> {
  const attempt_id = await billing.db.transaction((tx) => open(tx, billing, viewer, command));
  billing.crashPoint('pay now opened');
  const result = await collect(billing, attempt_id);
  if (result.k === 'declined') throw refusalOfDecline(result.code);
  if (result.k === 'action') throw askToConfirm(command.order_id, result);
  if (result.k === 'unknown')
    throw new Refusal(billingRefusals.payment_unconfirmed, { data: { order_id: command.order_id } });
  const { principal_cents, surcharge_cents } = await getAttempt(billing.db, attempt_id);
  return {
    payment_id: command.payment_id,
    charged_cents: cents(principal_cents + surcharge_cents),
    is_processing: result.k === 'processing',
  };
}

/** @returns the attempt that is to be sent, or that the same press has opened before */
async function open(tx: Tx, billing: BillingContext, viewer: Viewer, command: PayNow): Promise<number> {
  const due = await lockPayment(tx, command);
  if (due?.order.user_id !== viewer.user_id) throw new Refusal(billingRefusals.payment_not_found);
  const { order, payment } = due;
  const pay_now_key = keyOf(viewer, command);
  const earlier = await findAttemptByKey(tx, pay_now_key);
  if (earlier) return earlier.id;
  refuseWhileClosed(billing);
  refuseSettled(due);
  const now = billing.clock.now();
  const method = await getChargeableMethod(tx, {
    payment_method_id: command.payment_method_id,
    user_id: viewer.user_id,
    program_group_id: order.program_group_id,
    today: billing.clock.today(),
  });
  const ofMethod = (await attemptsOf(tx, payment.id)).filter((each) => each.payment_method_id === method.id);
  if (!mayRetry(ofMethod)) throw new Refusal(billingRefusals.pay_now_method_refused);
  if (await isMethodDisputed(tx, order.id, method.id)) throw new Refusal(billingRefusals.method_disputed);
  const surcharges = await surchargesOfLater(tx, due, { method, day: feeDayOf(billing) });
  const total_cents = sum([payment.amount_cents, ...surcharges.map(({ amount_cents }) => amount_cents)]);
  if (total_cents !== command.total_cents) throw new Refusal(billingRefusals.pay_now_sum_changed);
  const words = await wordsOfLater(tx, due);
  const plan = { payment, method, surcharges, ...words, presence: 'here' as const, now, pay_now_key };
  await keepMethod(tx, method, now);
  const attempt = await openAttempt(tx, plan);
  await writeAudit(tx, now, viewer, {
    action: 'payment.pay_now',
    subject: `payment:${payment.id}`,
    detail: { order_id: order.id, charge_attempt_id: attempt.id, total_cents },
  });
  return attempt.id;
}

function keyOf({ user_id }: Viewer, { payment_id, idempotency_key }: PayNow): string {
  const press = JSON.stringify([user_id, payment_id, idempotency_key ?? randomUUID()]);
  return `pay-now-${createHash('sha256').update(press).digest('hex')}`;
}

function refuseSettled({ order, payment }: StaffPaymentRow): void {
  if (payment.status === 'in_flight') throw new Refusal(billingRefusals.payment_in_flight);
  const isOwed = (UNPAID as readonly PaymentState[]).includes(payment.status);
  if (!isOwed) throw new Refusal(billingRefusals.pay_now_settled);
  if (order.status !== 'active') throw new Refusal(billingRefusals.order_not_active);
}
