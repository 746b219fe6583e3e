import type { Stripe } from 'stripe';
import type {
  ChargeOutcome,
  ChargeReading,
  ChargeRequest,
  PaymentGateway,
} from '#platform/payments/gateway.ts';
import {
  type Account,
  ask,
  askForAll,
  believed,
  type Expected,
  misfitOf,
  odd,
  orAbsent,
  orUnknown,
  oursOf,
  Refused,
} from './ask.ts';
import { declineOf, isAboutTheMethod, nextAfterReturn, returnCodeOf } from './words.ts';

/* One payment intent an attempt: made and confirmed in one call, never changed, never confirmed again. */

export type Intent = Stripe.PaymentIntent;

const INTENT: Expected = { object: 'payment_intent', id: /^pi_/, fields: { currency: 'usd' } };
const EXPAND = ['latest_charge'];

/** How much later than we a clock of Stripe's may go, in seconds. */
const CLOCKS = 300;

/** Everything is computed from the request alone, so that a replay has the same bytes. */
export async function charge(account: Account, request: ChargeRequest, key: string): Promise<ChargeOutcome> {
  const { amount_cents: amount, customer, method_ref, order_id, attempt_id } = request;
  const metadata = {
    portal: account.portal,
    attempt_id: String(attempt_id),
    order_id: String(order_id),
  };
  const sent = {
    amount,
    currency: 'usd',
    customer,
    payment_method: method_ref,
    allowed_payment_method_types: ['card', 'us_bank_account'],
    confirm: true,
    off_session: true,
    description: `Order ${order_id}`,
    statement_descriptor_suffix: `ORDER ${order_id}`,
    metadata,
    expand: EXPAND,
  } satisfies Stripe.PaymentIntentCreateParams;
  const expected = { ...INTENT, fields: { amount, currency: 'usd', customer }, metadata };
  return orUnknown(async () => {
    const create = () => account.stripe.paymentIntents.create(sent, { idempotencyKey: key });
    try {
      return await outcomeOf(account, await ask<Intent>(account, create, expected));
    } catch (error) {
      if (error instanceof Refused) return refusalOf(account, error, expected);
      throw error;
    }
  });
}

/** Stripe refused the call: nothing was charged. */
function refusalOf(account: Account, { status, said, intent }: Refused, expected: Expected): ChargeOutcome {
  const ref = intent === undefined ? {} : { ref: (believed(account, intent, expected) as Intent).id };
  if (status === 402) return { k: 'declined', ...ref, ...declineOf(said) };
  if (isAboutTheMethod(said)) return { k: 'declined', ...ref, code: 'declined', next: 'new_method' };
  // A mistake of ours or a setting of the account.
  account.log.error({ code: said.code, param: said.param }, 'Stripe refused a charge as a wrong request');
  return { k: 'declined', ...ref, code: 'processing_error', next: 'later' };
}

/** @throws Unanswered where it cannot be told what the charge is */
export async function readCharge(account: Account, ref: string): Promise<ChargeReading | 'absent'> {
  const intent = await orAbsent(() => readIntent(account, ref));
  if (intent === 'absent') return 'absent';
  const attempt_id = oursOf(account, intent.metadata, 'attempt_id');
  return { attempt_id, outcome: await outcomeOf(account, intent) };
}

/** @throws Unanswered  @throws Refused */
export const readIntent = (account: Account, ref: string): Promise<Intent> =>
  ask<Intent>(account, () => account.stripe.paymentIntents.retrieve(ref, { expand: EXPAND }), {
    ...INTENT,
    id: exactly(ref),
  });

export const exactly = (id: string): RegExp => new RegExp(`^${id.replaceAll(/[^\w]/g, String.raw`\$&`)}$`);

/** Lists and does not search: Stripe's search is up to an hour behind. */
export async function findCharge(
  account: Account,
  { attempt_id, customer, since }: Parameters<PaymentGateway['findCharge']>[0],
): Promise<ChargeOutcome | 'absent'> {
  const asked = {
    customer,
    created: { gte: Math.floor(since.getTime() / 1000) - CLOCKS },
    expand: EXPAND.map((field) => `data.${field}`),
  };
  return orUnknown(async () => {
    const list = (from: object) => account.stripe.paymentIntents.list({ ...asked, ...from });
    for await (const intent of askForAll<Intent>(account, list, {
      ...INTENT,
      fields: { ...INTENT.fields, customer },
    }))
      if (oursOf(account, intent.metadata, 'attempt_id') === attempt_id) return outcomeOf(account, intent);
    return 'absent';
  });
}

/** What an intent is now. @throws Unanswered */
async function outcomeOf(account: Account, intent: Intent): Promise<ChargeOutcome> {
  const { id: ref, status } = intent;
  const made = chargeIn(account, intent);
  switch (status) {
    case 'succeeded':
      if (!made || intent.amount_received !== intent.amount) throw odd(account, `${ref} has another charge`);
      return isDebit(made) && made.disputed ? returnAfterSettling(account, ref) : { k: 'succeeded', ref };
    case 'processing':
      if (made && isDebit(made)) return { k: 'pending', ref };
      return { k: 'unknown', cause: 'the bank of the card has not answered' };
    case 'requires_action':
      // Nothing is done to what another made.
      return oursOf(account, intent.metadata, 'attempt_id') === null
        ? { k: 'unknown', cause: 'somebody else’s payer has to confirm' }
        : end(account, intent);
    case 'requires_payment_method':
      return failureOf(intent, made);
    case 'canceled':
      return intent.cancellation_reason === 'abandoned'
        ? { k: 'declined', ref, code: 'declined', next: 'new_method' }
        : { k: 'declined', ref, code: 'processing_error', next: 'later' };
    default:
      throw odd(account, `${ref} is ${status}`);
  }
}

/** The charge that an intent has come to, which must be its own. @throws Unanswered */
function chargeIn(account: Account, { id, amount, latest_charge }: Intent): Stripe.Charge | null {
  if (latest_charge === null || latest_charge === undefined) return null;
  const fields = { amount, payment_intent: id, currency: 'usd' };
  return believed(account, latest_charge as Stripe.Charge, { object: 'charge', id: /^(ch|py)_/, fields });
}

export const isDebit = ({ payment_method_details }: Stripe.Charge): boolean =>
  payment_method_details?.type === 'us_bank_account';

/** A debit that failed was under way before: its bank has returned it. */
function failureOf(
  { id: ref, last_payment_error: error }: Intent,
  made: Stripe.Charge | null,
): ChargeOutcome {
  if (made && isDebit(made) && made.status === 'failed') {
    const network = made.outcome?.network_decline_code ?? error?.network_decline_code;
    const code = returnCodeOf(network, made.failure_code ?? error?.code);
    return { k: 'returned', ref, code, next: nextAfterReturn(code) };
  }
  const said = { ...error, ...(made?.outcome?.type === 'blocked' && { decline_code: 'fraudulent' }) };
  return { k: 'declined', ref, ...declineOf(said) };
}

/** Stripe calls the return of a settled debit a dispute, and whatever its status it is final. */
async function returnAfterSettling(account: Account, ref: string): Promise<ChargeOutcome> {
  const expected = { object: 'dispute', id: /^(du|dp)_/, fields: { payment_intent: ref } };
  const list = (from: object) => account.stripe.disputes.list({ payment_intent: ref, ...from });
  for await (const { network_reason_code, reason } of askForAll<Stripe.Dispute>(account, list, expected)) {
    const code = returnCodeOf(network_reason_code, reason);
    return { k: 'returned', ref, code, next: nextAfterReturn(code) };
  }
  throw odd(account, `${ref} is disputed by nothing`);
}

/**
 * The payer would have to confirm, and cannot be asked: the intent is ended, so that it is never paid later.
 * @throws Unanswered
 */
async function end(account: Account, { id: ref, metadata }: Intent): Promise<ChargeOutcome> {
  const cancel = () =>
    account.stripe.paymentIntents.cancel(
      ref,
      { cancellation_reason: 'abandoned', expand: EXPAND },
      { idempotencyKey: `${ref}-end` },
    );
  try {
    const ended = await ask<Intent>(account, cancel, { ...INTENT, id: exactly(ref) });
    if (ended.status !== 'canceled') throw odd(account, `${ref} was ended and is ${ended.status}`);
    return { k: 'declined', ref, code: 'declined', next: 'new_method' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // It has come to an end by itself meanwhile.
    const intent = await readIntent(account, ref).catch((cause: Error) => cause);
    const expected = { ...INTENT, metadata: metadata as Record<string, string> };
    if (intent instanceof Error || misfitOf(account, intent, expected) || intent.status === 'requires_action')
      throw odd(account, `${ref} can be neither ended nor read`);
    return outcomeOf(account, intent);
  }
}
