import { randomUUID } from 'node:crypto';
import { invariant } from '#kit/invariant.ts';
import { cents, sum, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import { paymentReturn } from '#kit/pages/payment-return.ts';
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

/** A row per due date; payment 1 is taken at checkout (M1). */
export async function openPayments(tx: Tx, { order_id, rows }: PaymentPlan): Promise<PaymentRow[]> {
  return insertPayments(
    tx,
    rows.map((row) => ({ ...row, order_id })),
  );
}

/** A payer at the screen may be sent to the bank, and comes back to the portal's address. */
export type Presence = { presence: 'here'; public_url: string } | { presence: 'away' };

export type ChargePlan = Presence & {
  method: ChargeableMethod;
  surcharges: readonly Surcharge[];
  descriptor: string;
  statement: string;
  now: Date;
};

type Planned = ChargePlan & {
  payment: Pick<
    PaymentRow,
    'id' | 'order_id' | 'payment_number' | 'amount_cents' | 'congestion_fee_id' | 'financial_aid_id'
  >;
};

type AttemptPlan = Planned & {
  /** the key of the family's Pay now; undefined for charges by the portal or staff */
  pay_now_key?: string;
};

/** Key and request stay the same for every send. `one_live_attempt` refuses a second live attempt (I3). */
export async function openAttempt(tx: Tx, { pay_now_key, ...plan }: AttemptPlan): Promise<Attempt> {
  const idem_key = pay_now_key ?? newChargeKey();
  const row = attemptRow({ ...plan, idem_key, is_by_family: pay_now_key !== undefined });
  return insertAttempt(tx, { ...row, state: 'created' });
}

export const newChargeKey = () => `charge-${randomUUID()}`;

type AttemptFacts = Planned & { idem_key: string; is_by_family: boolean };

/** @throws charge_too_small */
export function attemptRow({ payment, ...plan }: AttemptFacts) {
  const { order_id, payment_number, amount_cents } = payment;
  const { method, surcharges, descriptor, statement, now, idem_key, is_by_family } = plan;
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
      ...presenceOf(plan, { order_id, payment_id: payment.id }),
      ...(isInstallment(plan, payment) && { usage: 'installment' as const }),
      amount_cents: cents(amount_cents + surcharge_cents),
      statement,
      descriptor,
    },
    lease_until: leaseFrom(now),
    created_at: now,
  };
}

const presenceOf = (plan: Presence, place: { order_id: number; payment_id: number }) =>
  plan.presence === 'here'
    ? { presence: plan.presence, return_url: paymentReturn(plan.public_url, place) }
    : { presence: plan.presence };

/** A later payment of the term by a saved card; not a congestion fee or a difference of aid. */
const isInstallment = ({ method, presence }: ChargePlan, payment: Planned['payment']): boolean =>
  method.kind === 'card' &&
  presence === 'away' &&
  payment.payment_number > 1 &&
  payment.congestion_fee_id === null &&
  payment.financial_aid_id === null;

type FirstCharge = ChargePlan & { order_id: number; today: PlainDate };

/** For an order after the wait for aid; the caller sends the attempt after the commit (`collect`). */
export async function openFirstAttempt(tx: Tx, { order_id, today, ...plan }: FirstCharge): Promise<Attempt> {
  const payment = await getFirstPayment(tx, order_id);
  await updatePayment(tx, payment.id, { pay_on: today });
  return openAttempt(tx, { ...plan, payment });
}

export function firstAttemptOf(db: Db, order_id: number): Promise<number | undefined> {
  return findFirstAttemptId(db, order_id);
}

export async function cancelUnpaidPayments(tx: Tx, order_id: number): Promise<void> {
  await cancelUnpaid(tx, order_id);
}

export type Collected =
  | { k: 'succeeded' }
  /** a bank debit on the way; counts as paid (M6) */
  | { k: 'processing' }
  | { k: 'declined'; code: DeclineCode }
  /** the payer confirms at the bank with this secret, and the request is sent again */
  | { k: 'action'; client_secret: string }
  /** neither paid nor refused: the resolver goes on, and nobody may pay again */
  | { k: 'unknown' };

/**
 * A lost answer is requested again with the same key; for an attempt in another flow, waits for the result
 * there. Opens transactions of its own (reliability 4.3, O10).
 */
export async function collect(billing: BillingContext, attempt_id: number): Promise<Collected> {
  return resultAfter(billing, await sendWithLease(chargeConversation(billing), attempt_id));
}

/** Looks again at a charge awaiting confirmation: the payer may have confirmed, or else needs the secret. */
export async function resultAfter(billing: BillingContext, attempt: Attempt): Promise<Collected> {
  if (attempt.state !== 'action') return resultOf(attempt);
  const found = await lookAtAction(billing, attempt);
  const now = await getAttempt(billing.db, attempt.id);
  if (now.state !== 'action') return resultOf(now);
  const isWaiting = typeof found === 'object' && found.k === 'action';
  return isWaiting ? { k: 'action', client_secret: found.client_secret } : { k: 'unknown' };
}

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

/** What an attempt asked for, its surcharges included (MP4). */
export async function triedCents(db: Db, attempt_id: number): Promise<Cents> {
  const { principal_cents, surcharge_cents } = await getAttempt(db, attempt_id);
  return sum([principal_cents, surcharge_cents]);
}
