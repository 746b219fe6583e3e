import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_VERSION, wordsOf } from '#tests/simulators/stripe/description.ts';
import { WRONG_REQUESTS } from '#tests/simulators/stripe/wrong-requests.ts';
import { LINE_TYPES } from '#platform/payments/stripe/movements.ts';
import { BRANDS } from '#kit/card-brands.ts';
import { FUNDINGS } from '#platform/payments/stripe/methods.ts';
import {
  CAPABILITY_STATES,
  DISPUTE_STATES,
  INTENT_STATES,
  MANDATE_STATES,
  PAYOUT_LISTS,
  PAYOUT_STATES,
  REFUND_STATES,
  REFUND_WAITS,
  SETUP_ATTEMPT_STATES,
  SETUP_STATES,
} from '#platform/payments/stripe/statuses.ts';
import { isShownInFields } from '#app/payments/hosted/enter-method.ts';
import { DECLINES, declineOfCall, ISSUER_ADVICE, RETURNS } from '#platform/payments/stripe/words.ts';

const wordsIn = (table: object) => Object.keys(table).toSorted();

const SIMULATOR = join(import.meta.dirname, '../simulators/stripe');
const listIn = (file: string): unknown => JSON.parse(readFileSync(join(SIMULATOR, file), 'utf8'));

/** What Stripe's page lists; its types do not. */
const DECLINE_CODES = listIn('decline-codes.json') as {
  read_for: string;
  codes: string[];
  of_other_methods: string[];
};

/** Errors with a message in Stripe's own fields; two copies of the page differ. */
const IN_FIELDS = listIn('codes-in-fields.json') as { in_both: string[]; in_the_later_alone: string[] };

const OTHER_BRANDS = ['cartes_bancaires', 'eftpos_au', 'link', 'unknown'];

const OF_CARDS = [
  'check_returned',
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
];

/** @shows MS1.4 */
describe('each word that Stripe’s description has, and no other, has a word of ours', () => {
  it.each([
    ['Dispute', 'status', wordsIn(DISPUTE_STATES)],
    ['PaymentIntent', 'status', wordsIn(INTENT_STATES)],
    ['SetupIntent', 'status', wordsIn(SETUP_STATES)],
    ['SetupAttempt', 'status', wordsIn(SETUP_ATTEMPT_STATES)],
    ['Mandate', 'status', wordsIn(MANDATE_STATES)],
    ['Refund', 'status', wordsIn(REFUND_STATES)],
    ['Refund', 'pending_reason', wordsIn(REFUND_WAITS)],
    ['Account.Capabilities', 'card_payments', wordsIn(CAPABILITY_STATES)],
    ['Account.Capabilities', 'us_bank_account_ach_payments', wordsIn(CAPABILITY_STATES)],
    ['Payout', 'status', wordsIn(PAYOUT_STATES)],
    ['Payout', 'reconciliation_status', wordsIn(PAYOUT_LISTS)],
    ['BalanceTransaction', 'type', wordsIn(LINE_TYPES)],
    ['Charge.Outcome', 'advice_code', wordsIn(ISSUER_ADVICE)],
    // The books are those of `payments`; the line of a reserve beside is left out (MS8).
    [
      'BalanceTransaction',
      'balance_type',
      ['issuing', 'payments', 'refund_and_dispute_prefunding', 'risk_reserved'],
    ],
    ['PaymentMethod.Card', 'funding', FUNDINGS.toSorted()],
    // Other brands are shown as a card.
    ['PaymentMethod.Card', 'brand', [...wordsIn(BRANDS), ...OTHER_BRANDS].toSorted()],
    // A charge by Radar’s `blocked` is suspected of fraud; the others say nothing.
    ['Charge.Outcome', 'type', ['authorized', 'blocked', 'invalid', 'issuer_declined', 'manual_review']],
    ['Charge', 'status', ['failed', 'pending', 'succeeded']],
    // A refusal, a wrong request, a spent key; `api_error` is no answer.
    [
      'PaymentIntent.LastPaymentError',
      'type',
      ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'],
    ],
    // We end intents as abandoned; all others are ended by Stripe or a person.
    [
      'PaymentIntent',
      'cancellation_reason',
      [
        'abandoned',
        'automatic',
        'duplicate',
        'expired',
        'failed_invoice',
        'fraudulent',
        'requested_by_customer',
        'void_invoice',
      ],
    ],
  ])('%s.%s', (object, field, ours) => {
    expect(ours).toEqual(wordsOf(object, field));
  });

  it('an error code is about the card or account, or lists as a wrong request', () => {
    const codes = wordsOf('PaymentIntent.LastPaymentError', 'code');
    const unknown = codes.filter((code) => !(code in DECLINES) && !WRONG_REQUESTS.has(code));
    expect(unknown).toEqual([]);
    expect(codes.filter((code) => code in DECLINES && WRONG_REQUESTS.has(code))).toEqual([]);
    expect([...WRONG_REQUESTS].filter((code) => !codes.includes(code))).toEqual([]);
    expect([...WRONG_REQUESTS].filter((code) => declineOfCall({ code }))).toEqual([]);
    expect(wordsOf('SetupIntent.LastSetupError', 'code')).toEqual(codes);
  });

  it('a decline code, from the page that was read for this version', () => {
    expect(DECLINE_CODES.read_for, 'read the page again, then change the version').toBe(API_VERSION);
    const { codes, of_other_methods } = DECLINE_CODES;
    expect([...codes, ...of_other_methods].filter((code) => !(code in DECLINES))).toEqual([]);
  });

  /** @shows MS11.3 */
  it('a code is taken for one that the fields show where both copies of the page list the code', () => {
    const asCode = (code: string) => isShownInFields({ type: 'card_error', code });
    const asDecline = (decline_code: string) =>
      isShownInFields({ type: 'card_error', code: 'card_declined', decline_code });
    const known = [...DECLINE_CODES.codes, ...wordsOf('PaymentIntent.LastPaymentError', 'code')];
    const every = new Set([...known, ...IN_FIELDS.in_both, ...IN_FIELDS.in_the_later_alone]);
    const shown = [...every].filter((code) => asCode(code) && asDecline(code));
    expect(shown.toSorted()).toEqual(IN_FIELDS.in_both);
    expect([...every].filter((code) => asCode(code) !== asDecline(code))).toEqual([]);
    expect(IN_FIELDS.in_both.filter((code) => !known.includes(code))).toEqual([]);
  });

  it('an error code that the simulated Stripe answers is one of Stripe’s', () => {
    const sources = globSync('*.ts', { cwd: SIMULATOR })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(SIMULATOR, file), 'utf8'));
    const answered = sources.flatMap((text) =>
      [...text.matchAll(/\bcode: '([a-z_]+)'/g)].map(([, code]) => code!),
    );
    const codes = [...wordsOf('PaymentIntent.LastPaymentError', 'code'), ...DECLINE_CODES.codes];
    expect(answered.length).toBeGreaterThan(20);
    // The name of ours for a parameter of a wrong kind; Stripe answers no code.
    expect(answered.filter((code) => !codes.includes(code) && code !== 'parameter_invalid')).toEqual([]);
  });

  it('a reason of a dispute is a return of a debit, or of cards alone', () => {
    const reasons = wordsOf('Dispute', 'reason');
    expect(reasons.filter((reason) => !(reason in RETURNS) && !OF_CARDS.includes(reason))).toEqual([]);
    expect(OF_CARDS.filter((reason) => !reasons.includes(reason))).toEqual([]);
  });

  it('and a field without a list of words is no field to compare', () => {
    expect(() => wordsOf('Charge', 'id')).toThrow('no list of words');
  });
});
