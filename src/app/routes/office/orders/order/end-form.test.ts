import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { endBodyOf, endFormOf, endSentence, moneyOf } from './end-form.ts';

const form = endFormOf(plainDate('2027-04-10'));
const payment = { payment_number: 2, pay_on: plainDate('2027-10-01'), amount_cents: cents(215_000) };

describe('what the end of a contract sends', () => {
  it('keeps what was paid, unless staff choose otherwise', () => {
    expect(moneyOf(form)).toBeNull();
    expect(endBodyOf({ ...form, reason: ' Moves away ' }, null, 'seen')).toEqual({
      reason: 'Moves away',
      ended_on: '2027-04-10',
      is_aid_spent: false,
      refund: null,
      seen: 'seen',
    });
  });

  it('has a check number by check alone, and no amount that cannot be read', () => {
    const refund = { amount_cents: '500', way: 'check', reference: '1042' } as const;
    expect(moneyOf({ money: 'part', refund })).toEqual({
      amount_cents: 50_000,
      way: 'check',
      reference: '1042',
    });
    expect(moneyOf({ money: 'everything', refund: { ...refund, way: 'processor' } })).toEqual({
      amount_cents: null,
      way: 'processor',
      reference: null,
    });
    expect(moneyOf({ money: 'part', refund: { ...refund, amount_cents: 'all' } })).toBeUndefined();
  });
});

describe('the sentence before the end of a contract', () => {
  /** @shows OF10.6 */
  it('says what happens to payments, seat and money, with the numbers', () => {
    const line = 'Round trip';
    expect(endSentence({ canceled: [payment, payment], line, refund: null })).toBe(
      '2 payments are canceled, the seat on Round trip is free, and what was paid stays.',
    );
    const refund = { way: 'check', amount_cents: cents(50_000), parts: [] } as const;
    expect(endSentence({ canceled: [payment], line, refund: { ...refund, parts: [] } })).toBe(
      '1 payment is canceled, the seat on Round trip is free, $500.00 goes back by check.',
    );
    expect(endSentence({ canceled: [], line, refund: null })).toBe(
      'No payment is canceled, the seat on Round trip is free, and what was paid stays.',
    );
  });
});
