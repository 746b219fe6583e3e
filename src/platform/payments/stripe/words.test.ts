import { describe, expect, it } from 'vitest';
import {
  declineOf,
  declineOfCall,
  nextAfterReturn,
  refundRefusalOf,
  returnCodeOf,
  type Said,
} from './words.ts';

describe('a card that was declined', () => {
  const cases: [Said, string, string][] = [
    [{ decline_code: 'insufficient_funds' }, 'insufficient_funds', 'later'],
    [{ decline_code: 'card_velocity_exceeded' }, 'insufficient_funds', 'later'],
    [{ decline_code: 'withdrawal_count_limit_exceeded' }, 'insufficient_funds', 'later'],
    [{ code: 'processing_error' }, 'processing_error', 'later'],
    [{ decline_code: 'issuer_not_available' }, 'processing_error', 'later'],
    [{ decline_code: 'reenter_transaction' }, 'processing_error', 'later'],
    [{ decline_code: 'try_again_later' }, 'processing_error', 'later'],
    [{ code: 'expired_card' }, 'expired', 'new_method'],
    [{ code: 'incorrect_cvc' }, 'wrong_code', 'new_method'],
    [{ code: 'invalid_cvc' }, 'wrong_code', 'new_method'],
    [{ code: 'incorrect_zip' }, 'wrong_code', 'new_method'],
    [{ code: 'card_declined', decline_code: 'lost_card' }, 'blocked', 'never'],
    [{ code: 'card_declined', decline_code: 'stolen_card' }, 'blocked', 'never'],
    [{ code: 'card_declined', decline_code: 'pickup_card' }, 'blocked', 'never'],
    [{ code: 'card_declined', decline_code: 'fraudulent' }, 'blocked', 'never'],
    [{ code: 'card_declined', decline_code: 'merchant_blacklist' }, 'blocked', 'never'],
    [{ code: 'card_declined', decline_code: 'revocation_of_authorization' }, 'blocked', 'never'],
    [{ code: 'authentication_required' }, 'authentication_required', 'new_method'],
    [{ decline_code: 'payment_limit_exceeded' }, 'over_limit', 'new_method'],
    [{ decline_code: 'authentication_not_handled' }, 'authentication_required', 'new_method'],
    [{ decline_code: 'invalid_business_account' }, 'refused_request', 'later'],
    [{ code: 'card_declined', decline_code: 'do_not_honor' }, 'declined', 'new_method'],
    [{ code: 'a_code_of_next_year' }, 'declined', 'new_method'],
    [{}, 'declined', 'new_method'],
  ];
  it.each(cases)('%o is %s, and next is %s (check 25)', (said, code, next) => {
    expect(declineOf(said)).toEqual({ code, next });
  });

  /** @shows MS10.3 */
  it.each([
    ['expired_payment_method', 'expired'],
    ['incorrect_postal_code', 'wrong_code'],
    ['authentication_failure', 'authentication_required'],
  ])('has a word for %s, and another card is tried next', (code, ours) => {
    const word = { code: ours, next: 'new_method' };
    for (const said of [{ code }, { code: 'card_declined', decline_code: code }])
      expect([declineOf(said), declineOfCall({ code })]).toEqual([word, word]);
  });

  /** @shows S14.18 */
  it.each([
    [{ advice_code: 'do_not_try_again' }, 'never'],
    [{ advice_code: 'try_again_later' }, 'later'],
    [{ advice_code: 'confirm_card_data' }, 'new_method'],
    [{ network_advice_code: '03' }, 'never'],
    [{ network_advice_code: '21' }, 'never'],
    [{ network_advice_code: '01' }, 'new_method'],
    [{ network_advice_code: '02' }, 'later'],
    [{ network_advice_code: '30' }, 'later'],
    [{ advice_code: 'do_not_try_again', network_advice_code: '02' }, 'never'],
  ])('is tried again as its issuer advises: %o is %s', (advice, next) => {
    for (const decline_code of ['insufficient_funds', 'generic_decline', 'stolen_card'])
      expect(declineOf({ decline_code, ...advice }).next).toBe(next);
  });
});

/** @shows MS2.1 */
describe('a limit of the company at Stripe', () => {
  const LIMITS = [
    'charge_exceeds_source_limit',
    'charge_exceeds_transaction_limit',
    'charge_exceeds_weekly_limit',
  ];

  it.each(LIMITS)('is no limit of the family: %s', (code) => {
    const word = { code: 'company_limit', next: 'later' };
    expect(declineOf({ code })).toEqual(word);
    expect(declineOfCall({ code })).toEqual(word);
    expect(declineOf({ code: 'card_declined', decline_code: code })).toEqual(word);
  });

  it.each(LIMITS)('is the reason whatever else is said beside it: %s', (code) => {
    const said = { code, decline_code: 'generic_decline', advice_code: 'do_not_try_again' };
    expect(declineOf(said)).toEqual({ code: 'company_limit', next: 'later' });
  });
});

describe('a call that Stripe did not execute', () => {
  it.each([
    [{ code: 'resource_missing', param: 'payment_method' }, 'method_gone'],
    [{ code: 'resource_missing', param: 'customer' }, 'method_gone'],
    [{ code: 'payment_method_unexpected_state' }, 'method_gone'],
    [{ code: 'bank_account_unusable' }, 'account_unusable'],
    [{ code: 'payment_method_bank_account_blocked' }, 'account_unusable'],
    [{ code: 'amount_too_large', param: 'amount' }, 'over_limit'],
  ])('for its method or sum is a refusal of these: %o is %s', (said, code) => {
    expect(declineOfCall(said)).toEqual({ code, next: 'new_method' });
  });

  /** @shows MS4.2 */
  it.each([
    ['payment_intent_mandate_invalid', 'account_unusable', 'new_method'],
    ['bank_account_unverified', 'account_unusable', 'new_method'],
    ['payment_method_restricted', 'blocked', 'never'],
    ['payment_method_not_available', 'processing_error', 'later'],
  ])('with %s is a refusal of the method: %s, and next is %s', (stripe, code, next) => {
    expect(declineOfCall({ code: stripe })).toEqual({ code, next });
    expect(declineOf({ code: stripe })).toEqual({ code, next });
  });

  it.each([
    [{ code: 'resource_missing', param: 'amount' }],
    [{ code: 'amount_too_small', param: 'amount' }],
    [{ code: 'parameter_unknown', param: 'off_sesion' }],
    [{}],
  ])('for another reason is our mistake: %o', (said) => {
    expect(declineOfCall(said)).toBeUndefined();
  });
});

describe('a debit that was returned', () => {
  it.each([
    ['R01', 'no_account', 'R01', 'later'],
    ['R09', null, 'R09', 'later'],
    ['R07', null, 'R07', 'never'],
    ['R29', null, 'R29', 'never'],
    ['51', 'account_closed', 'R02', 'new_method'],
    [null, 'insufficient_funds', 'R01', 'later'],
    [null, 'no_account', 'R03', 'new_method'],
    [null, 'incorrect_account_details', 'R03', 'new_method'],
    [null, 'account_number_invalid', 'R04', 'new_method'],
    [null, 'debit_not_authorized', 'R10', 'never'],
    [null, 'customer_initiated', 'R10', 'never'],
    [null, 'bank_account_restricted', 'R16', 'new_method'],
    [null, 'bank_cannot_process', 'R99', 'new_method'],
    [undefined, undefined, 'R99', 'new_method'],
  ])('by %s and %s is %s, and next is %s', (network, word, code, next) => {
    const returned = returnCodeOf(network, word);
    expect([returned, nextAfterReturn(returned)]).toEqual([code, next]);
  });
});

it.each([
  [{ code: 'charge_already_refunded' }, 'exceeds_charge'],
  [{ param: 'amount' }, 'exceeds_charge'],
  [{ code: 'resource_missing', param: 'payment_intent' }, 'no_such_charge'],
  [{ code: 'charge_disputed' }, 'disputed'],
  [{ code: 'refund_disputed_payment' }, 'disputed'],
  [{ code: 'balance_insufficient' }, 'balance_too_low'],
  [{ code: 'charge_not_refundable' }, 'declined'],
  [{}, 'declined'],
])('a refund that is refused with %o is refused as %s', (said, code) => {
  expect(refundRefusalOf(said, { isDebit: false })).toBe(code);
});

it('a debit that Stripe gives back no more is too old', () =>
  expect(refundRefusalOf({ code: 'charge_not_refundable' }, { isDebit: true })).toBe('too_old'));
