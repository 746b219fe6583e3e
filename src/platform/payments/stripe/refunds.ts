import type { Stripe } from 'stripe';
import { cents } from '#kit/money.ts';
import type {
  GatewayRefundRequest,
  PaymentGateway,
  RefundOutcome,
  RefundReading,
} from '#platform/payments/gateway.ts';
import type { RefundRefusal } from '#platform/payments/refund-refusal.ts';
import {
  type Account,
  ask,
  askForAll,
  type Expected,
  odd,
  orAbsent,
  orUnknown,
  oursOf,
  Refused,
} from './ask.ts';
import { isDebit, readIntent } from './charges.ts';
import { REFUND_STATES, REFUND_WAITS } from './statuses.ts';
import { refundRefusalOf } from './words.ts';

type Refund = Stripe.Refund;

const REFUND: Expected = { object: 'refund' };

export async function refund(
  account: Account,
  request: GatewayRefundRequest,
  key: string,
): Promise<RefundOutcome> {
  return orUnknown(async () => {
    let made: Stripe.Charge | null = null;
    try {
      const intent = await orAbsent(() => readIntent(account, request.charge_ref));
      if (intent === 'absent') return await madeBefore(account, request, 'no_such_charge');
      made = intent.latest_charge as Stripe.Charge | null;
      const refusal = debitRefusal(intent, made);
      if (refusal) return await madeBefore(account, request, refusal);
      return await make(account, request, key);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { said, reason } = error;
      account.log.warn({ param: said.param, ...reason }, 'Stripe refused a refund');
      const code = refundRefusalOf(said, { isDebit: made !== null && isDebit(made) });
      return { k: 'refused', code, reason };
    }
  });
}

async function make(account: Account, request: GatewayRefundRequest, key: string): Promise<RefundOutcome> {
  const { refund_id, charge_ref: payment_intent, amount_cents: amount } = request;
  const metadata = { portal: account.portal, refund_id: String(refund_id) };
  const sent = { payment_intent, amount, reason: 'requested_by_customer', metadata } as const;
  const made = await ask<Refund>(
    account,
    () => account.stripe.refunds.create(sent, { idempotencyKey: key }),
    { ...REFUND, fields: { amount, currency: 'usd', payment_intent }, metadata },
  );
  return outcomeOf(account, made);
}

/** Stripe would accept the refund of a debit under way or returned. */
function debitRefusal(intent: Stripe.PaymentIntent, made: Stripe.Charge | null): RefundRefusal | null {
  if (!made || !isDebit(made)) return null;
  if (intent.status === 'processing') return 'not_settled';
  return made.disputed || made.status === 'failed' ? 'returned' : null;
}

/** A debit may have been returned after the refund was made and the answer was lost. */
async function madeBefore(
  account: Account,
  request: GatewayRefundRequest,
  code: RefundRefusal,
): Promise<RefundOutcome> {
  const found = await lookUp(account, request);
  return found === 'absent' ? { k: 'refused', code } : found;
}

type Asked = Parameters<PaymentGateway['findRefund']>[0];

export const findRefund = (account: Account, asked: Asked): Promise<RefundOutcome | 'absent'> =>
  orUnknown(() => lookUp(account, asked));

async function lookUp(
  account: Account,
  { refund_id, charge_ref: payment_intent }: Asked,
): Promise<RefundOutcome | 'absent'> {
  const list = (from: object) => account.stripe.refunds.list({ payment_intent, ...from });
  for await (const one of askForAll<Refund>(account, list, { ...REFUND, fields: { payment_intent } }))
    if (oursOf(account, one.metadata, 'refund_id') === refund_id) return outcomeOf(account, one);
  return 'absent';
}

/** @throws Unanswered if the state of the refund cannot be determined */
export async function readRefund(account: Account, ref: string): Promise<RefundReading | 'absent'> {
  const retrieve = () => account.stripe.refunds.retrieve(ref);
  const found = await orAbsent(() => ask<Refund>(account, retrieve, { ...REFUND, id: ref }));
  if (found === 'absent') return 'absent';
  const { metadata, payment_intent, amount } = found;
  return {
    refund_id: oursOf(account, metadata, 'refund_id'),
    charge_ref: typeof payment_intent === 'string' ? payment_intent : null,
    amount_cents: cents(amount),
    outcome: outcomeOf(account, found),
  };
}

function outcomeOf(account: Account, made: Refund): RefundOutcome {
  const { id: ref, status, failure_balance_transaction: back, failure_reason, pending_reason } = made;
  const state = REFUND_STATES[status ?? ''];
  if (!state) throw odd(account, `${ref} is ${status}`, made);
  if (state === 'succeeded') return { k: 'succeeded', ref };
  if (state === 'pending')
    return {
      k: 'pending',
      ref,
      ...(REFUND_WAITS[pending_reason ?? ''] === 'balance' ? { waits_for: 'balance' } : {}),
    };
  // The money had left our balance, and has come back.
  if (back) return { k: 'bounced', ref, code: failure_reason ?? 'unknown' };
  return { k: 'refused', ref, code: 'declined' };
}
