import { randomUUID } from 'node:crypto';
import { cents, formatMoney } from '#kit/money.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { UNPAID, type PaymentState } from '#modules/billing/payment.states.ts';
import { findAttemptByKey, getAttempt, type Attempt } from '#modules/billing/payments/attempts.queries.ts';
import { attemptsOf } from '#modules/billing/payments/collection.queries.ts';
import { isMethodDisputed } from '#modules/billing/payments/left-alone.queries.ts';
import { refuseHeldFamily } from '#modules/billing/payments/left-alone.service.ts';
import { findWaitingForPayer } from '#modules/billing/payments/paying-family.queries.ts';
import {
  lockPayment,
  type PaymentPlace,
  type StaffPaymentRow,
} from '#modules/billing/payments/staff-payments.queries.ts';
import { feeDayOf, type BillingContext } from '#modules/billing/billing-context.service.ts';
import { hashedKey } from '#modules/billing/processor/hashed-key.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { collect, openAttempt } from '#modules/billing/charges/charges.service.ts';
import { endAction } from '#modules/billing/charges/charge-conversation.service.ts';
import { priceOfLater, wordsOfLater } from '#modules/billing/charges/later-charge.service.ts';
import { countDeclinedCharge } from '#modules/billing/methods/save-method.service.ts';
import {
  getChargeableMethod,
  keepMethod,
  type ChargeableMethod,
} from '#modules/billing/methods/methods.service.ts';
import { refuseClosedKind } from '#modules/billing/processor/closed-kinds.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { keepingPlace } from '#modules/billing/processor/keep-place.service.ts';
import { askToConfirm, refusalOfDecline } from '#modules/billing/processor/decline-refusals.ts';
import { mayRetryOf } from './charges-to-come.service.ts';
import { takeInMethod, type NewMethod } from './take-in-method.service.ts';

type PayNow = PaymentPlace & {
  payment_method_id?: number;
  typed?: Pick<NewMethod, 'form' | 'acceptances' | 'ip' | 'user_agent'>;
  total_cents: number;
  idempotency_key: string | undefined;
};

type Chosen = PayNow & { payment_method_id: number };

/**
 * Charges an unpaid payment to the chosen method now. Requests with the same key share a charge and an
 * answer. A charge waiting for the payer goes on if the same method is chosen, and ends for another method.
 * Opens its own transactions (M7, S22).
 * @throws payment_not_found, payments_closed, debits_closed, cards_closed, payments_busy, payment_in_flight,
 *   pay_now_settled, order_not_active, family_held, method_not_found, method_form_missing, method_disputed,
 *   card_expired, pay_now_method_refused, pay_now_sum_changed, pay_now_card_priced_otherwise; the refusals of
 *   takeInMethod; the processor's refusal in words; payment_action_required when the bank wants the payer to
 *   confirm; payment_unconfirmed when the answer is lost (the resolver asks again)
 */
export async function payNow(
  billing: BillingContext,
  viewer: Viewer,
  command: PayNow,
): Promise<{ payment_id: number; charged_cents: number; is_processing: boolean }> {
  const attempt_id = await attemptFor(billing, viewer, command);
  billing.crashPoint('pay now opened');
  const result = await collect(billing, attempt_id);
  if (result.k === 'declined') {
    // Thieves test stolen numbers on this page too (H7).
    if (command.typed) await countDeclinedCharge(billing, viewer.user_id);
    throw refusalOfDecline(result.code);
  }
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

async function attemptFor(billing: BillingContext, viewer: Viewer, command: PayNow): Promise<number> {
  const chosen = await choose(billing, viewer, command);
  if (typeof chosen === 'number') return chosen;
  const openOne = () =>
    keepingPlace(billing, 'charge', (keepPlace) =>
      billing.db.transaction((tx) => open(tx, billing, viewer, { ...chosen, keepPlace })),
    );
  const opened = await openOne();
  if (typeof opened === 'number') return opened;
  await endAction(billing, opened.another);
  const again = await openOne();
  if (typeof again === 'number') return again;
  throw new Refusal(billingRefusals.payment_in_flight);
}

async function choose(billing: BillingContext, viewer: Viewer, command: PayNow): Promise<Chosen | number> {
  const { payment_method_id, typed, payment_id } = command;
  if (payment_method_id !== undefined) return { ...command, payment_method_id };
  const due = await billing.db.transaction((tx) => look(tx, billing, viewer, command));
  if (typeof due === 'number') return due;
  if (typed) await refuseClosedKind(billing.db, billing, 'ach' in typed.form ? 'bank' : 'card');
  if (!typed) throw refuseField(billingRefusals.method_form_missing, 'payment_method_id');
  const { program_group_id } = due.order;
  const taken = { ...typed, user_id: viewer.user_id, payment_id, program_group_id };
  return { ...command, payment_method_id: await takeInMethod(billing, taken) };
}

async function look(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  command: PayNow,
): Promise<number | StaffPaymentRow> {
  const due = await lockPayment(tx, command);
  if (due?.order.user_id !== viewer.user_id) throw new Refusal(billingRefusals.payment_not_found);
  const earlier = await findAttemptByKey(tx, keyOf(viewer, command));
  if (earlier) {
    if (earlier.state === 'action') refuseEnded(due);
    return earlier.id;
  }
  refuseWhileClosed(billing);
  if (await findWaitingForPayer(tx, due.payment.id)) refuseEnded(due);
  else refuseSettled(due);
  await refuseHeldFamily(tx, { user_id: viewer.user_id, isByStaff: false });
  return due;
}

/** @returns the attempt to send, or an attempt by another method to end first */
async function open(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { keepPlace, ...command }: Chosen & { keepPlace: () => void },
): Promise<number | { another: Attempt }> {
  const due = await look(tx, billing, viewer, command);
  if (typeof due === 'number') return due;
  const { order, payment } = due;
  const now = billing.clock.now();
  const method = await getChargeableMethod(tx, {
    payment_method_id: command.payment_method_id,
    user_id: viewer.user_id,
    program_group_id: order.program_group_id,
    today: billing.clock.today(),
  });
  await refuseClosedKind(tx, billing, method.kind);
  const waiting = await findWaitingForPayer(tx, payment.id);
  if (waiting) return waiting.payment_method_id === method.id ? waiting.id : { another: waiting };
  const { surcharges, total_cents } = await agreedPrice(tx, billing, { due, method, command });
  const words = await wordsOfLater(tx, due);
  const pay_now_key = keyOf(viewer, command);
  const presence = { presence: 'here', public_url: billing.publicUrl } as const;
  const plan = { payment, method, surcharges, ...words, ...presence, now, pay_now_key };
  keepPlace();
  await keepMethod(tx, method, now);
  const attempt = await openAttempt(tx, plan);
  await writeAudit(tx, now, viewer, {
    action: 'payment.pay_now',
    subject: `payment:${payment.id}`,
    detail: { order_id: order.id, charge_attempt_id: attempt.id, total_cents },
  });
  return attempt.id;
}

type Paying = { due: StaffPaymentRow; method: ChargeableMethod; command: Chosen };

/** @throws pay_now_method_refused, method_disputed, pay_now_sum_changed */
async function agreedPrice(tx: Tx, billing: BillingContext, { due, method, command }: Paying) {
  const { order, payment } = due;
  const pastAttempts = await attemptsOf(tx, payment.id);
  if (!mayRetryOf(method, { pastAttempts, clock: billing.clock }))
    throw new Refusal(billingRefusals.pay_now_method_refused);
  if (await isMethodDisputed(tx, order.id, method.id)) throw new Refusal(billingRefusals.method_disputed);
  const priced = await priceOfLater(tx, due, { method, day: feeDayOf(billing) });
  if (priced.total_cents !== command.total_cents)
    throw sumChanged(command, { method, total_cents: priced.total_cents });
  return priced;
}

type Priced = { method: ChargeableMethod; total_cents: number };

/** The new method is saved already, so the next request names the method and the new total. */
function sumChanged({ typed }: Chosen, { method, total_cents }: Priced): Error {
  const told = { payment_method_id: method.id, total_cents };
  if (!typed || method.kind !== 'card') return new Refusal(billingRefusals.pay_now_sum_changed, { told });
  const data = { total: formatMoney(cents(total_cents)) };
  return new Refusal(billingRefusals.pay_now_card_priced_otherwise, { data, told });
}

function keyOf({ user_id }: Viewer, { payment_id, idempotency_key }: PayNow): string {
  return hashedKey('pay-now', [user_id, payment_id, idempotency_key ?? randomUUID()]);
}

function refuseSettled({ order, payment }: StaffPaymentRow): void {
  if (payment.status === 'in_flight') throw new Refusal(billingRefusals.payment_in_flight);
  const isOwed = (UNPAID as readonly PaymentState[]).includes(payment.status);
  if (!isOwed) throw new Refusal(billingRefusals.pay_now_settled);
  refuseEnded({ order });
}

/** MC4 */
function refuseEnded({ order }: Pick<StaffPaymentRow, 'order'>): void {
  if (order.status !== 'active') throw new Refusal(billingRefusals.order_not_active);
}
