import type { Stripe } from 'stripe';
import { cents } from '#kit/money.ts';
import type {
  AnyChargeRequest,
  ChargeOutcome,
  ChargeReading,
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
import { readMethod } from './methods.ts';
import { INTENT_STATES } from './statuses.ts';
import {
  COMPANY_LIMIT,
  type Decline,
  declineOf,
  declineOfCall,
  isCompanyLimit,
  nextAfterReturn,
  returnCodeOf,
} from './words.ts';

/* A payment intent for each attempt: made and confirmed in a single call, then never changed or confirmed. */

export type Intent = Stripe.PaymentIntent;

const INTENT: Expected = { object: 'payment_intent', fields: { currency: 'usd' } };
const EXPAND = ['latest_charge'];

/** A look-up begins a day before the attempt, in seconds: the clock of a portal may be wrong (MS10.1). */
const A_DAY = 86_400;

function termsOf(request: AnyChargeRequest) {
  const { order_id } = request;
  const suffix = `ORDER ${order_id}`;
  if (request.kind === undefined)
    return {
      allowed_payment_method_types: ['card', 'us_bank_account'],
      off_session: true,
      description: `Order ${order_id}`,
      statement_descriptor_suffix: suffix,
    } satisfies Terms;
  const { kind, presence, payment_number, statement, return_url, usage } = request;
  const away = presence === 'away' && { off_session: true };
  const here = !away && return_url && { return_url };
  const description = `Order ${order_id}, payment ${payment_number}`;
  if (kind === 'bank')
    return {
      allowed_payment_method_types: ['us_bank_account'],
      ...away,
      ...here,
      description,
      statement_descriptor: statement,
      payment_method_options: { us_bank_account: { transaction_purpose: 'services' } },
    } satisfies Terms;
  return {
    allowed_payment_method_types: ['card'],
    ...(away || { use_stripe_sdk: true }),
    ...here,
    ...(away && usage && { payment_method_options: { card: { stored_credential_usage: usage } } }),
    description,
    statement_descriptor_suffix: suffix,
  } satisfies Terms;
}

type Terms = Partial<Stripe.PaymentIntentCreateParams>;

/** Has only values of the request: a repeated call has the same bytes. */
const intentParamsOf = ({ portal }: Account, request: AnyChargeRequest) =>
  ({
    amount: request.amount_cents,
    currency: 'usd',
    customer: request.customer,
    payment_method: request.method_ref,
    confirm: true,
    ...termsOf(request),
    metadata: { portal, attempt_id: String(request.attempt_id), order_id: String(request.order_id) },
    expand: EXPAND,
  }) satisfies Stripe.PaymentIntentCreateParams;

export async function charge(
  account: Account,
  request: AnyChargeRequest,
  key: string,
): Promise<ChargeOutcome> {
  const sent = intentParamsOf(account, request);
  const { amount, customer, metadata, payment_method: method_ref } = sent;
  const expected = { ...INTENT, fields: { amount, currency: 'usd', customer }, metadata };
  return orUnknown(async () => {
    const create = () => account.stripe.paymentIntents.create(sent, { idempotencyKey: key });
    try {
      const intent = await ask<Intent>(account, create, expected);
      const outcome = await outcomeOf(account, intent);
      const isNobodyThere = request.kind === undefined || request.presence === 'away';
      return outcome.k === 'action' && isNobodyThere ? await end(account, intent) : outcome;
    } catch (error) {
      if (error instanceof Refused) return refusalOf(account, error, { expected, method_ref });
      throw error;
    }
  });
}

type Asked = { expected: Expected; method_ref: string };

/** Nothing was charged. @throws Unanswered */
async function refusalOf(
  account: Account,
  { status, said, intent, reason }: Refused,
  { expected, method_ref }: Asked,
): Promise<ChargeOutcome> {
  const ref = intent === undefined ? {} : { ref: (believed(account, intent, expected) as Intent).id };
  const refused = { k: 'declined', ...ref, reason } as const;
  if (status === 402) return { ...refused, ...declineOf(said) };
  // For a detached method, Stripe gives neither code nor parameter.
  const decline = declineOfCall(said) ?? ((await isGone(account, method_ref)) ? GONE : undefined);
  if (decline) return { ...refused, ...decline };
  // A mistake of ours or a setting of the account.
  account.log.error({ param: said.param, ...reason }, 'Stripe refused a charge as a wrong request');
  return { ...refused, code: 'refused_request', next: 'later' };
}

const GONE: Decline = { code: 'method_gone', next: 'new_method' };

async function isGone(account: Account, method_ref: string): Promise<boolean> {
  try {
    return (await readMethod(account, method_ref)) === 'absent';
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** @throws Unanswered if the state of the charge cannot be determined */
export async function readCharge(account: Account, ref: string): Promise<ChargeReading | 'absent'> {
  const intent = await orAbsent(() => readIntent(account, ref));
  if (intent === 'absent') return 'absent';
  const { customer, amount, metadata } = intent;
  return {
    attempt_id: oursOf(account, metadata, 'attempt_id'),
    customer: typeof customer === 'string' ? customer : null,
    amount_cents: cents(amount),
    outcome: await outcomeOf(account, intent),
  };
}

export const readIntent = (account: Account, ref: string): Promise<Intent> =>
  ask<Intent>(account, () => account.stripe.paymentIntents.retrieve(ref, { expand: EXPAND }), {
    ...INTENT,
    id: ref,
  });

/** Lists instead of searching: the search of Stripe is up to an hour behind. */
export async function findCharge(
  account: Account,
  { attempt_id, customer, since }: Parameters<PaymentGateway['findCharge']>[0],
): Promise<ChargeOutcome | 'absent'> {
  const asked = {
    customer,
    created: { gte: Math.floor(since.getTime() / 1000) - A_DAY },
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

/** @throws Unanswered */
async function outcomeOf(account: Account, intent: Intent): Promise<ChargeOutcome> {
  const { id: ref, status } = intent;
  const made = chargeIn(account, intent);
  switch (INTENT_STATES[status]) {
    case 'paid':
      if (!made || intent.amount_received !== intent.amount)
        throw odd(account, `${ref} has another charge`, intent);
      return isDebit(made) && made.disputed ? returnAfterSettling(account, ref) : { k: 'succeeded', ref };
    case 'under_way':
      if (made && isDebit(made)) return { k: 'pending', ref, mandate_ref: mandateOf(made) };
      return { k: 'unknown', cause: 'the bank of the card has not answered' };
    case 'waits':
      // Leave intents of others alone.
      return oursOf(account, intent.metadata, 'attempt_id') === null
        ? { k: 'unknown', cause: 'somebody else’s payer has to confirm' }
        : waiting(account, intent);
    case 'failed':
      return failureOf(intent, made);
    case 'ended':
      return intent.cancellation_reason === 'abandoned'
        ? { k: 'declined', ref, ...whyEnded(intent) }
        : { k: 'declined', ref, code: 'processing_error', next: 'later' };
    default:
      throw odd(account, `${ref} is ${status}`, intent);
  }
}

/**
 * An intent of a bank account here was never verified, and can never be: end the intent. @throws Unanswered
 */
async function waiting(account: Account, intent: Intent): Promise<ChargeOutcome> {
  const { id: ref, client_secret } = intent;
  if (isOfAccount(intent)) return end(account, intent);
  if (!client_secret) throw odd(account, `${ref} cannot be confirmed`, intent);
  return { k: 'action', ref, client_secret };
}

const isOfAccount = ({ payment_method_types: types }: Intent) => types.every((type) => type !== 'card');

const whyEnded = (intent: Intent): Decline =>
  declineOf({ code: isOfAccount(intent) ? 'bank_account_unusable' : 'authentication_required' });

/** Checks the charge against the intent. @throws Unanswered */
function chargeIn(account: Account, intent: Intent): Stripe.Charge | null {
  const { id, amount, latest_charge } = intent;
  if (latest_charge === null || latest_charge === undefined) return null;
  const fields = { amount, payment_intent: id, currency: 'usd' };
  const expected = { object: 'charge', fields };
  return believed(account, latest_charge as Stripe.Charge, expected, intent);
}

function mandateOf({ payment_method_details }: Stripe.Charge): string | null {
  const mandate = payment_method_details?.us_bank_account?.mandate;
  return typeof mandate === 'string' ? mandate : (mandate?.id ?? null);
}

export const isDebit = ({ payment_method_details }: Stripe.Charge): boolean =>
  payment_method_details?.type === 'us_bank_account';

/** A failed debit was returned by the bank, unless a company limit at Stripe stopped the debit. */
function failureOf(
  { id: ref, last_payment_error: error }: Intent,
  made: Stripe.Charge | null,
): ChargeOutcome {
  const isLimit = isCompanyLimit({ code: made?.failure_code ?? undefined }) || isCompanyLimit({ ...error });
  if (isLimit) return { k: 'declined', ref, ...COMPANY_LIMIT };
  if (made && isDebit(made) && made.status === 'failed') {
    const network = made.outcome?.network_decline_code ?? error?.network_decline_code;
    const code = returnCodeOf(network, made.failure_code ?? error?.code);
    return { k: 'returned', ref, code, next: nextAfterReturn(code) };
  }
  const said = { ...error, ...(made?.outcome?.type === 'blocked' && { decline_code: 'fraudulent' }) };
  return { k: 'declined', ref, ...declineOf(said) };
}

/** Stripe calls the return of a settled debit a dispute. A return is final in every status. */
async function returnAfterSettling(account: Account, ref: string): Promise<ChargeOutcome> {
  const expected = { object: 'dispute', fields: { payment_intent: ref } };
  const list = (from: object) => account.stripe.disputes.list({ payment_intent: ref, ...from });
  for await (const { network_reason_code, reason } of askForAll<Stripe.Dispute>(account, list, expected)) {
    const code = returnCodeOf(network_reason_code, reason);
    return { k: 'returned', ref, code, next: nextAfterReturn(code) };
  }
  throw odd(account, `${ref} is disputed by nothing`);
}

/** Without a present payer, the intent must not be paid later. @throws Unanswered */
const end = (account: Account, { id, metadata }: Intent): Promise<ChargeOutcome> =>
  cancelIntent(account, id, { key: `${id}-end`, metadata });

export const giveUpCharge = (account: Account, ref: string, key: string): Promise<ChargeOutcome> =>
  orUnknown(() => cancelIntent(account, ref, { key, metadata: { portal: account.portal } }));

async function cancelIntent(
  account: Account,
  ref: string,
  { key, metadata }: { key: string; metadata: Record<string, string> },
): Promise<ChargeOutcome> {
  const sent = { cancellation_reason: 'abandoned' as const, expand: EXPAND };
  const cancel = () => account.stripe.paymentIntents.cancel(ref, sent, { idempotencyKey: key });
  const expected = { ...INTENT, id: ref, metadata };
  try {
    const ended = await ask<Intent>(account, cancel, expected);
    if (ended.status !== 'canceled') throw odd(account, `${ref} was ended and is ${ended.status}`, ended);
    return { k: 'declined', ref, ...whyEnded(ended) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // The intent may have ended meanwhile without us.
    const intent = await readIntent(account, ref).catch((cause: Error) => cause);
    if (intent instanceof Error || misfitOf(account, intent, expected) || intent.status === 'requires_action')
      throw odd(account, `${ref} can be neither ended nor read`, intent);
    return outcomeOf(account, intent);
  }
}
