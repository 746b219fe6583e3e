import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { aFullTerm, aTerm } from '#tests/support/billing/prices.ts';
import type { PricedTerm } from './price-list.ts';
import { aidBalanceLabel, sentenceText, termAmounts } from './price-texts.ts';
import { termText } from './term-text.ts';

const today = plainDate('2026-04-10');
const june = plainDate('2026-06-10');
const read = (term: PricedTerm, on = today) => termText(term, on).sentences.map(sentenceText);

describe('what a parent reads about a payment term', () => {
  /** @shows B-335 */
  it('is the deposit alone when there is one payment', () => {
    expect(termText(aFullTerm(), today)).toEqual({
      prefix: null,
      deposit_cents: 420_000,
      balanceCents: null,
      balancePayments: 0,
      totalCents: null,
      sentences: [],
    });
    expect(termAmounts(termText(aFullTerm(), today))).toBe('Deposit $4,200.00');
  });

  /** @shows B-336 B-337 MB20.5 */
  it('is deposit, balance and total when there are more', () => {
    expect(termText(aTerm(), today)).toMatchObject({
      deposit_cents: 220_000,
      balanceCents: 215_000,
      totalCents: 435_000,
    });
    const four = aTerm({ deposit: cents(120_000), amount: cents(110_000), number_payments: 4 });
    expect(termText(four, today)).toMatchObject({
      deposit_cents: 120_000,
      balanceCents: 110_000,
      totalCents: 450_000,
    });
    const amounts = (deposit: number, amount: number, number_payments: number) =>
      termAmounts(
        termText(aTerm({ deposit: cents(deposit), amount: cents(amount), number_payments }), today),
      );
    expect(amounts(50_000, 70_000, 2)).toBe('Deposit $500.00, deposit balance $700.00, total $1,200.00');
    expect(amounts(10_000, 5_000, 4)).toBe('Deposit $100.00, deposit balance 3 × $50.00, total $250.00');
  });

  it('begins with the words that the office put before it', () => {
    expect(termText(aTerm({ prefix_text: 'Early sign-up' }), today).prefix).toBe('Early sign-up');
  });

  /** @shows B-339 */
  it('says by when, or else after when, a full payment must be received', () => {
    expect(read(aFullTerm({ from_dt: today, thru_dt: june }))).toEqual([
      'Payment must be received by 06/10/2026.',
    ]);
    expect(read(aFullTerm({ from_dt: june }))).toEqual(['Payment must be received after 06/10/2026.']);
  });

  /** @shows B-338 */
  it('says when the deposit is due and when the remainder is charged', () => {
    expect(read(aTerm({ thru_dt: june }))).toEqual([
      'The deposit is due by 06/10/2026.',
      'The remainder will be charged on 10/01/2026.',
    ]);
    expect(read(aTerm({ number_payments: 4 }))).toEqual([
      'The remainder will be charged in 3 monthly payments from 10/01/2026.',
    ]);
  });

  it('names tomorrow where the scheduled day has passed', () => {
    expect(read(aTerm(), plainDate('2026-10-20'))).toEqual(['The remainder will be charged on 10/21/2026.']);
  });

  it('says when the balance of a full term is due, in one sum', () => {
    const older = aFullTerm({
      amount: cents(100_000),
      number_payments: 3,
      scheduled_dt: plainDate('2026-09-01'),
    });
    expect(read(older)).toEqual(['The balance is due on 09/01/2026.']);
    expect(termText(older, today)).toMatchObject({
      deposit_cents: 420_000,
      balanceCents: 200_000,
      totalCents: 620_000,
    });
  });

  it('labels the second half of an aid amount by its day', () => {
    expect(aidBalanceLabel(plainDate('2026-06-30'))).toBe('Balance due on June 30th');
    expect(aidBalanceLabel(plainDate('2026-10-01'))).toBe('Balance due on October 1st');
  });
});
