import { randomUUID } from 'node:crypto';
import { invariant } from '#kit/invariant.ts';
import { cents, sum } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Surcharge } from '#modules/pricing/surcharges.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { DeclineCode } from '#platform/payments/gateway.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import {
  cancelUnpaid,
  findFirstAttemptId,
  getAttempt,
  getFirstPayment,
  insertAttempt,
  insertPayments,
  updatePayment,
  type Attempt,
  type NewPayment,
  type PaymentRow,
} from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { ChargeableMethod } from '#modules/billing/methods/methods.service.ts';
import { leaseFrom, sendWithLease } from '#modules/billing/processor/send-with-lease.service.ts';
import { chargeConversation, lookAtAction } from './charge-conversation.service.ts';

export type { Attempt } from '#modules/billing/payments/attempts.queries.ts';

export type PaymentPlan = {
  order_id: number;
  rows: Omit<NewPayment, 'order_id'>[];
};

/** Writes what an order owes, one row a date; payment 1 is what checkout takes (M1). */
export async function openPayments(tx: Tx, { order_id, rows }: PaymentPlan): Promise<PaymentRow[]> {
  return insertPayments(
    tx,
    rows.map((row) => ({ ...row, order_id })),
  );
}

export type ChargePlan = {
  method: ChargeableMethod;
  surcharges: readonly Surcharge[];
  /** what the family reads on its receipt and on the transaction's line */
  descriptor: string;
  /** the company, as the family reads it on its bank statement */
  statement: string;
  /** whether the family is at its screen, and can be asked to confirm */
  presence: 'here' | 'away';
  now: Date;
};

type AttemptPlan = ChargePlan & {
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'payment_number' | 'amount_cents'>;
  /** the press of Pay now that asked for it; left out for what the portal or staff do */
  pay_now_key?: string;
};

/**
 * Writes down a charge before anything is sent: its key, and its request as it will be sent every time.
 * At most one attempt of a payment is alive; a second one breaks the unique index `one_live_attempt` (I3).
 */
export async function openAttempt(tx: Tx, { pay_now_key, ...plan }: AttemptPlan): Promise<Attempt> {
  const idem_key = pay_now_key ?? newChargeKey();
  const row = attemptRow({ ...plan, idem_key, is_by_family: pay_now_key !== undefined });
  return insertAttempt(tx, { ...row, state: 'created' });
}

/** The key of a charge that the portal or staff make. */
export const newChargeKey = () => `charge-${randomUUID()}`;

type AttemptFacts = Omit<AttemptPlan, 'pay_now_key'> & { idem_key: string; is_by_family: boolean };

/**
 * A charge as it will be sent every time, with the key that tells it from any other.
 * @throws charge_too_small
 */
export function attemptRow({ payment, ...plan }: AttemptFacts) {
  const { order_id, payment_number, amount_cents } = payment;
  const { method, surcharges, descriptor, statement, presence, now, idem_key, is_by_family } = plan;
  const surcharge_cents = sum(surcharges.map((surcharge) => surcharge.amount_cents));
  if (amount_cents + surcharge_cents < SMALLEST_CHARGE) throw new Refusal(pricingRefusals.charge_too_small);
  return {
    payment_id: payment.id,
    idem_key,
    is_by_family,
    payment_method_id: method.id,
    processor: method.processor,
    principal_cents: amount_cents,
    surcharge_cents,
    surcharges: surcharges.map(({ name, amount_cents }) => ({ name, amount_cents })),
    params: {
      order_id,
      payment_number,
      customer: method.gateway_customer,
      method_ref: method.gateway_ref,
      kind: method.kind,
      presence,
      amount_cents: cents(amount_cents + surcharge_cents),
      statement,
      descriptor,
    },
    lease_until: leaseFrom(now),
    created_at: now,
  };
}

type FirstCharge = ChargePlan & { order_id: number; today: PlainDate };

/**
 * Writes down the charge of what checkout takes, for an order that has waited with it: due today, by the
 * method and the surcharges that were signed. The caller sends it after its commit (`collect`).
 */
export async function openFirstAttempt(tx: Tx, { order_id, today, ...plan }: FirstCharge): Promise<Attempt> {
  const payment = await getFirstPayment(tx, order_id);
  await updatePayment(tx, payment.id, { pay_on: today });
  return openAttempt(tx, { ...plan, payment });
}

/** The attempt that a checkout waits for, found again by its order. */
export function firstAttemptOf(db: Db, order_id: number): Promise<number | undefined> {
  return findFirstAttemptId(db, order_id);
}

/** Cancels what an order has not paid, when the order ends (M11). */
export async function cancelUnpaidPayments(tx: Tx, order_id: number): Promise<void> {
  await cancelUnpaid(tx, order_id);
}

export type Collected =
  | { k: 'succeeded' }
  /** a bank debit on its way; counts as paid (M6) */
  | { k: 'processing' }
  | { k: 'declined'; code: DeclineCode }
  /** its payer has to confirm at his bank, with this secret, and then asks again */
  | { k: 'action'; client_secret: string }
  /** neither yes nor no: the resolver goes on, nobody may pay again */
  | { k: 'unknown' };

/**
 * Sends an attempt to the processor and records the answer. A lost answer is asked for again with the same
 * key after each pause; called for an attempt that another flow is sending, it waits for that one's result.
 * Opens its own transactions; must not be called inside one.
 * Source: reliability 4.3, O10
 */
export async function collect(billing: BillingContext, attempt_id: number): Promise<Collected> {
  return resultAfter(billing, await sendWithLease(chargeConversation(billing), attempt_id));
}

/** One that waits for its payer is looked at once more: he may have confirmed, and else needs the secret. */
export async function resultAfter(billing: BillingContext, attempt: Attempt): Promise<Collected> {
  if (attempt.state !== 'action') return resultOf(attempt);
  const found = await lookAtAction(billing, attempt);
  const now = await getAttempt(billing.db, attempt.id);
  if (now.state !== 'action') return resultOf(now);
  const isWaiting = typeof found === 'object' && found.k === 'action';
  return isWaiting ? { k: 'action', client_secret: found.client_secret } : { k: 'unknown' };
}

/** What is known of an attempt, as the flow that waits for it needs it. */
export function resultOf(attempt: Pick<Attempt, 'state' | 'code'>): Collected {
  switch (attempt.state) {
    case 'succeeded':
      return { k: 'succeeded' };
    case 'processing':
      return { k: 'processing' };
    case 'declined':
      return { k: 'declined', code: (attempt.code ?? 'declined') as DeclineCode };
    case 'not_found':
      return { k: 'declined', code: 'processing_error' };
    case 'returned':
      return { k: 'declined', code: 'declined' };
    default:
      invariant(
        ['created', 'sent', 'unknown'].includes(attempt.state),
        `no such attempt state: ${attempt.state}`,
      );
      return { k: 'unknown' };
  }
}
