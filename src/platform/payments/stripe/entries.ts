import type { Stripe } from 'stripe';
import { ACCOUNT_VERIFICATION } from '#kit/account-verification.ts';
import { dayIn } from '#kit/plain-date.ts';
import type { BegunEntry, Entry, EntryRequest } from '#platform/payments/gateway.ts';
import {
  type Account,
  ask,
  askForAll,
  believed,
  type Expected,
  odd,
  orAbsent,
  orUnknown,
  Refused,
} from './ask.ts';
import { instrumentOf } from './methods.ts';
import { SETUP_ATTEMPT_STATES, SETUP_STATES } from './statuses.ts';
import { declineOf } from './words.ts';

type Intent = Stripe.SetupIntent;

const EXPAND = ['payment_method', 'mandate'];

/** The days of the ACH network are days of New York. */
const BANKS_ARE_IN = 'America/New_York';

const metadataOf = ({ portal }: Account, { user_id, entry_id }: EntryRequest) => ({
  portal,
  user_id: String(user_id),
  entry_id: String(entry_id),
});

const expectedOf = (account: Account, request: EntryRequest, id?: string): Expected => ({
  object: 'setup_intent',
  ...(id !== undefined && { id }),
  fields: { customer: request.customer },
  metadata: metadataOf(account, request),
});

const OF_KIND = {
  card: { allowed_payment_method_types: ['card'] },
  bank: {
    allowed_payment_method_types: ['us_bank_account'],
    payment_method_options: { us_bank_account: ACCOUNT_VERIFICATION },
  },
} satisfies Record<EntryRequest['kind'], Stripe.SetupIntentCreateParams>;

/** Sends only values of the request: a repeated call has the same bytes. */
export async function beginEntry(account: Account, request: EntryRequest, key: string): Promise<BegunEntry> {
  const sent: Stripe.SetupIntentCreateParams = {
    customer: request.customer,
    usage: 'off_session',
    ...OF_KIND[request.kind],
    metadata: metadataOf(account, request),
  };
  return orUnknown(async () => {
    try {
      const create = () =>
        account.stripe.setupIntents.create(sent, { idempotencyKey: `${account.portal}-${key}` });
      const { id: ref, client_secret } = await ask<Intent>(account, create, expectedOf(account, request));
      if (!client_secret) throw odd(account, `${ref} has no secret`);
      return { k: 'begun', ref, client_secret };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, param } = error.said;
      if (code === 'resource_missing' && param === 'customer') return { k: 'customer_gone' };
      account.log.error({ param, ...error.reason }, 'Stripe refused to open its fields');
      return { k: 'refused', code: 'processing_error' };
    }
  });
}

export async function readEntry(
  account: Account,
  ref: string,
  request: EntryRequest,
): Promise<Entry | 'absent'> {
  return orUnknown(async () => {
    const intent = await readIntent(account, ref, request);
    return intent === 'absent' ? intent : entryOf(account, intent);
  });
}

const readIntent = (account: Account, ref: string, request: EntryRequest): Promise<Intent | 'absent'> =>
  orAbsent(() =>
    ask<Intent>(
      account,
      () => account.stripe.setupIntents.retrieve(ref, { expand: EXPAND }),
      expectedOf(account, request, ref),
    ),
  );

/** An intent already ended is read instead. */
export async function endEntry(
  account: Account,
  { ref, request, key }: { ref: string; request: EntryRequest; key: string },
): Promise<Entry | 'absent'> {
  return orUnknown(async () => {
    const cancel = () =>
      account.stripe.setupIntents.cancel(
        ref,
        { cancellation_reason: 'abandoned', expand: EXPAND },
        { idempotencyKey: `${account.portal}-${key}` },
      );
    try {
      return await entryOf(account, await ask(account, cancel, expectedOf(account, request, ref)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const intent = await readIntent(account, ref, request);
      return intent === 'absent' ? intent : entryOf(account, intent);
    }
  });
}

async function entryOf(account: Account, intent: Intent): Promise<Entry> {
  const { id: ref, status, last_setup_error: error } = intent;
  switch (SETUP_STATES[status]) {
    case 'saved':
      return { k: 'saved', instrument: entered(account, intent), mandate_ref: idOf(intent.mandate) };
    case 'ended':
      return { k: 'ended' };
    case 'waits':
      return verificationOf(account, intent) ?? { k: 'open' };
    case 'failed':
      if (!error) return { k: 'open' };
      return { k: 'refused', code: declineOf(error).code, tries: await refusalsOf(account, ref) };
    case 'open':
      return { k: 'open' };
    default:
      throw odd(account, `${ref} is ${String(status)}`, intent);
  }
}

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

function entered(account: Account, { id: ref, payment_method: method, customer }: Intent) {
  if (typeof method !== 'object' || method === null) throw odd(account, `${ref} has no method`);
  // Until the deposits are confirmed, the account belongs to no customer.
  const isTheirs = method.customer === null || method.customer === customer;
  if (!isTheirs) throw odd(account, `${ref} has somebody else’s method`);
  return instrumentOf(account, believed(account, method, { object: 'payment_method' }));
}

function verificationOf(account: Account, intent: Intent): Entry | undefined {
  const deposits = intent.next_action?.verify_with_microdeposits;
  if (!deposits) return undefined;
  const { arrival_date, hosted_verification_url } = deposits;
  return {
    k: 'verifying',
    instrument: entered(account, intent),
    verify_url: hosted_verification_url || null,
    arrives_on: arrival_date ? dayIn(BANKS_ARE_IN, new Date(arrival_date * 1000)) : null,
  };
}

async function refusalsOf(account: Account, ref: string): Promise<number> {
  const expected = { object: 'setup_attempt', fields: { setup_intent: ref } };
  const list = (from: object) => account.stripe.setupAttempts.list({ setup_intent: ref, ...from });
  let tries = 0;
  for await (const { status } of askForAll<Stripe.SetupAttempt>(account, list, expected))
    if (SETUP_ATTEMPT_STATES[status] === 'refused') tries += 1;
  return tries;
}
