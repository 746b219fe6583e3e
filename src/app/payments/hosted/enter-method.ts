import { useRef } from 'react';
import type { SetupIntent, StripeError } from '@stripe/stripe-js';
import { entryReturn } from '#kit/pages/payment-return.ts';
import { beginMethodEntry } from '#modules/billing/methods/entries/entries.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import type { FieldsKind, OpenFields } from './use-fields.ts';
import type { WalletCard } from './use-wallets.ts';

export type Holder = { name: string; email: string };

export type EnteredRef = { entry_id: number; token: string };

/** Typed numbers, or a card from a wallet. */
type Source = OpenFields | Pick<WalletCard, 'stripe' | 'confirmation_token'>;

/** The reason for a failed entry, in words for the family. */
export type EntryProblem = {
  text: string;
  /** the fields show the reason too */
  isShown: boolean;
  /** the outcome is unknown, and the same may be sent again */
  isUnanswered?: boolean;
};

type OpenEntry = EnteredRef & {
  client_secret: string;
  /** confirmed at least once: the answer may be lost */
  isSent: boolean;
  isChanged: boolean;
};

type Result = EnteredRef | { problem: EntryProblem };

/** Saved or in progress: an account with typed numbers waits for the microdeposits. */
const isEntered = ({ status, next_action }: SetupIntent): boolean =>
  status === 'succeeded' ||
  status === 'processing' ||
  (status === 'requires_action' && next_action?.type === 'verify_with_microdeposits');

/**
 * Card errors with a message in the fields. Source: docs.stripe.com/payments/payment-element, Errors; a code
 * of only one copy of the page is left out, because a refusal said twice is better than none
 * (tests/simulators/stripe/codes-in-fields.json).
 */
const SHOWN_IN_FIELDS = new Set([
  'generic_decline',
  'insufficient_funds',
  'incorrect_zip',
  'incorrect_cvc',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'expired_card',
  'fraudulent',
  'lost_card',
  'stolen_card',
  'card_velocity_exceeded',
]);

type Said = Pick<StripeError, 'type' | 'code' | 'decline_code' | 'message'>;

/** A refusal shown by the fields is not said a second time below (MS11). */
export const isShownInFields = ({ type, code = '', decline_code = '' }: Said): boolean =>
  type === 'validation_error' ||
  (type === 'card_error' && (SHOWN_IN_FIELDS.has(decline_code) || SHOWN_IN_FIELDS.has(code)));

const problemOf = (error: Said, otherwise: string): Result => ({
  problem: {
    text: error.type === 'api_connection_error' ? otherwise : (error.message ?? otherwise),
    isShown: isShownInFields(error),
    isUnanswered: error.type === 'api_connection_error',
  },
});

type Texts = { unconfirmed: string; failed: string };

async function known(
  { stripe }: Source,
  entry: OpenEntry,
  texts: Texts,
): Promise<Result | 'gone' | undefined> {
  const { setupIntent, error } = await stripe.retrieveSetupIntent(entry.client_secret);
  if (error) return problemOf(error, texts.failed);
  if (setupIntent.status === 'canceled') return 'gone';
  if (!isEntered(setupIntent)) return undefined;
  return entry.isChanged ? 'gone' : entry;
}

type Confirming = { holder: Holder; texts: Texts };

/** A wallet has told the holder already. */
export function confirmationOf(source: Source, holder: Holder, return_url: string) {
  if ('confirmation_token' in source)
    return { confirmParams: { confirmation_token: source.confirmation_token, return_url } };
  const { elements } = source;
  return { elements, confirmParams: { payment_method_data: { billing_details: holder }, return_url } };
}

async function confirm(source: Source, entry: OpenEntry, { holder, texts }: Confirming): Promise<Result> {
  entry.isSent = true;
  entry.isChanged = false;
  const { setupIntent, error } = await source.stripe.confirmSetup({
    ...confirmationOf(source, holder, entryReturn(location)),
    clientSecret: entry.client_secret,
    redirect: 'if_required',
  });
  if (error) return problemOf(error, texts.failed);
  return isEntered(setupIntent) ? entry : { problem: { text: texts.unconfirmed, isShown: false } };
}

/**
 * Saves the typed method once. After a lost answer, another submit finds the same entry and confirms no entry
 * twice.
 * Source: S20
 */
export function useMethodEntry(texts: Texts) {
  const once = useOnce();
  const open = useRef<OpenEntry | null>(null);

  async function begin(body: { kind: FieldsKind; program_group_id: number | null }): Promise<OpenEntry> {
    const begun = await once(body, (headers) => callForOne(beginMethodEntry, { headers, body }));
    return { ...begun, isSent: false, isChanged: false };
  }

  return {
    /** @throws the refusal of a call to the server, or the lack of an answer */
    async enter(
      source: Source,
      body: { kind: FieldsKind; program_group_id: number | null },
      holder: Holder,
    ): Promise<Result> {
      const { error } = 'elements' in source ? await source.elements.submit() : {};
      if (error) return problemOf(error, texts.failed);
      if (open.current?.isSent) {
        const result = await known(source, open.current, texts);
        if (result === 'gone') open.current = null;
        else if (result) return result;
      }
      open.current ??= await begin(body);
      return confirm(source, open.current, { holder, texts });
    },
    noteChange(): void {
      if (open.current) open.current.isChanged = true;
    },
    /** the entry was claimed: the next method is another entry */
    close(): void {
      open.current = null;
    },
  };
}
