import { describe, expect, it } from 'vitest';
import { PAYMENT_STATES } from '#modules/billing/payment.states.ts';
import { familyReasonOf, reasonOf } from './failure-reasons.ts';
import { reasonOfReturn } from './return-reasons.ts';

const declined = (code: string | null) => ({ state: 'declined', code });

describe('why a payment has not been collected', () => {
  it.each([
    ['insufficient_funds', 'insufficient funds on the card'],
    ['expired', 'the card has expired'],
    ['wrong_code', 'the security code is not correct'],
    ['processing_error', 'the processor could not process it'],
    ['declined', 'the card was declined'],
  ])('by a card that answers %s is: %s', (code, words) => {
    expect(reasonOf('failed', declined(code))).toBe(words);
  });

  it('by a code that nobody knows, or by none, is that the card was declined', () => {
    expect(reasonOf('failed', declined('do_not_honor'))).toBe('the card was declined');
    expect(reasonOf('failed', declined(null))).toBe('the card was declined');
  });

  it('is that the charge never arrived where the processor has none', () => {
    expect(reasonOf('failed', { state: 'not_found', code: null })).toBe(
      'the charge never reached the processor',
    );
  });

  it('by a bank is its reason with the code, which the office looks up', () => {
    expect(reasonOf('returned', { state: 'returned', code: 'R01' })).toBe('insufficient funds (R01)');
    expect(reasonOf('returned', { state: 'returned', code: 'R29' })).toBe('the bank did not accept it (R29)');
    expect(reasonOf('returned', { state: 'returned', code: null })).toBe('the bank did not accept it');
  });

  it('by a limit of the company is told as such, also of a debit that was on its way', () => {
    for (const state of ['declined', 'returned'])
      expect(reasonOf('returned', { state, code: 'company_limit' })).toMatch(
        /^the company reached its limit/,
      );
  });

  it('is that there is nothing to charge where no method is left, whatever the last try said', () => {
    expect(reasonOf('needs_method', undefined)).toBe('no card or bank account to charge automatically');
    expect(reasonOf('needs_method', declined('expired'))).toBe(
      'no card or bank account to charge automatically',
    );
  });

  it('is nothing for a payment that is paid, on its way or canceled, though a try before it failed', () => {
    for (const status of ['processing', 'paid', 'cancelled'])
      expect(reasonOf(status, declined('expired'))).toBeNull();
  });

  it('is nothing where nothing was tried, or the last try took the money', () => {
    for (const status of PAYMENT_STATES.filter((each) => each !== 'needs_method')) {
      expect(reasonOf(status, undefined)).toBeNull();
      expect(reasonOf(status, { state: 'succeeded', code: null })).toBeNull();
    }
  });

  it('stays told while staff have given the payment another day', () => {
    expect(reasonOf('scheduled', declined('insufficient_funds'))).toBe('insufficient funds on the card');
  });
});

describe('the reason of a bank', () => {
  it.each([
    ['R01', 'insufficient funds'],
    ['R02', 'the account is closed'],
    ['R03', 'no such account was found'],
    ['R09', 'the funds were not available yet'],
    ['R10', 'the account holder did not authorize it'],
  ])('%s reads: %s', (code, words) => {
    expect(reasonOfReturn(code)).toBe(words);
  });

  it('that has no words of its own is told in general ones, without the code', () => {
    for (const code of ['R07', 'r01', '', null])
      expect(reasonOfReturn(code)).toBe('the bank did not accept it');
  });
});

/** @shows S22.2 MP4.2 */
describe('what a family reads of a payment that failed', () => {
  const DECLINED = 'We tried to charge $2,214.50 to Visa ****4242, and it was declined';
  const TRIED = { method: 'Visa ****4242', total: '$2,214.50' };

  it.each([
    ['declined', 'insufficient_funds', `${DECLINED}: insufficient funds on the card.`],
    ['declined', 'expired', `${DECLINED}: the card has expired.`],
    [
      'declined',
      'authentication_required',
      'The bank for Visa ****4242 needs you to confirm this payment of $2,214.50.',
    ],
    ['declined', 'blocked', `${DECLINED}.`],
    ['declined', 'declined', `${DECLINED}.`],
    ['returned', 'R01', 'Your bank returned the debit of $2,214.50 from Visa ****4242: insufficient funds.'],
    [
      'returned',
      'company_limit',
      'Our payment processor stopped the debit of $2,214.50 from Visa ****4242 because of a limit of our ' +
        'company.',
    ],
    [
      'returned',
      'disputed',
      'The bank for Visa ****4242 took this payment of $2,214.50 back after a dispute.',
    ],
    ['not_found', null, 'The charge of $2,214.50 never reached our payment processor.'],
  ])('of %s with %s', (state, code, sentence) => {
    expect(familyReasonOf({ state, code }, TRIED)).toBe(sentence);
  });
});
