import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, sum } from '#kit/money.ts';
import { addMonthsClamped, plainDate } from '#kit/plain-date.ts';
import { buildQuote } from '#modules/pricing/quote.ts';
import type { TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { SANDBOX_CARD_FEE as card_fee } from '#tests/support/billing/prices.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { takePriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import { isSomethingDue, plannedPayments, pricedBy } from './priced-by.ts';

const TODAY = plainDate('2026-04-10');
const chosen = { payment_term_id: 2, addonIds: [], discountId: null, aid: null, isStaff: false };
const quote = buildQuote(chosen, { ...routeForSale(), card_fee }, TODAY);

const typeQuote = (principal: number, later: readonly number[]): TypeQuote => ({
  principal_cents: cents(principal),
  surcharge_base_cents: cents(principal),
  surcharge_cents: cents(0),
  due_today_cents: cents(principal),
  lines: [],
  later: later.map((amount, at) => ({
    pay_on: addMonthsClamped(TODAY, at + 1),
    amount_cents: cents(amount),
    surcharge_cents: cents(Math.floor(amount / 33)),
  })),
  year_total_cents: sum([principal, ...later].map(cents)),
});

describe('the price by the type that is charged (S1)', () => {
  it('is 3 % more by card than by bank, today and later', () => {
    const [card, bank] = [pricedBy(quote, 'paymentTypeCreditCard'), pricedBy(quote, 'paymentTypeAch')];
    expect([bank.due_today_cents, card.due_today_cents]).toEqual([220_000, 226_600]);
    expect([bank.principal_cents, card.principal_cents]).toEqual([220_000, 220_000]);
    expect([bank.later[0]!.surcharge_cents, card.later[0]!.surcharge_cents]).toEqual([0, 6_450]);
  });

  it('by a type that the quote does not have is a mistake of ours, not a price', () => {
    expect(() => pricedBy(quote, 'paymentTypeNone')).toThrow('the quote has no price by paymentTypeNone');
    expect(() => pricedBy(quote, 'paymentTypeCheck')).toThrow('the quote has no price by paymentTypeCheck');
  });
});

describe('a quote with something due today', () => {
  it('asks for a method, and one with nothing due does not (P5)', () => {
    expect(isSomethingDue(quote)).toBe(true);
    const nothing = { paymentTypeNone: typeQuote(0, [1_000]) };
    expect(isSomethingDue({ ...quote, by_payment_type: nothing })).toBe(false);
  });
});

describe('the payments of an order (M1)', () => {
  it('are today’s as number 1 and the later ones in their order, without surcharges', () => {
    expect(plannedPayments(pricedBy(quote, 'paymentTypeCreditCard'), TODAY)).toEqual([
      { payment_number: 1, amount_cents: 220_000, pay_on: '2026-04-10' },
      { payment_number: 2, amount_cents: 215_000, pay_on: '2026-10-01' },
    ]);
  });

  it('keep the number of a first payment of nothing free', () => {
    expect(plannedPayments(typeQuote(0, [1_000]), TODAY)).toEqual([
      { payment_number: 2, amount_cents: 1_000, pay_on: '2026-05-10' },
    ]);
  });

  it('are none where nothing is ever due', () => {
    expect(plannedPayments(typeQuote(0, []), TODAY)).toEqual([]);
  });

  const amounts = fc.integer({ min: 0, max: 500_000 });
  const priced = fc
    .tuple(amounts, fc.array(amounts, { maxLength: 10 }))
    .map(([today, later]) => typeQuote(today, later));

  it('sum to the price of the year, to the cent', () => {
    fc.assert(
      fc.property(priced, (price) => {
        const rows = plannedPayments(price, TODAY);
        expect(sum(rows.map(({ amount_cents }) => amount_cents))).toBe(price.year_total_cents);
      }),
    );
  });

  it('are each more than nothing, and each has a number of its own', () => {
    fc.assert(
      fc.property(priced, (price) => {
        const rows = plannedPayments(price, TODAY);
        expect(rows.every(({ amount_cents }) => amount_cents > 0)).toBe(true);
        expect(new Set(rows.map(({ payment_number }) => payment_number)).size).toBe(rows.length);
      }),
    );
  });

  it('fall due in the order of their numbers', () => {
    fc.assert(
      fc.property(priced, (price) => {
        const days = plannedPayments(price, TODAY).map(({ pay_on }) => pay_on);
        expect(days).toEqual(days.toSorted());
      }),
    );
  });
});

describe('the price as it was signed (C4, S2)', () => {
  it('keeps the quote, the type, the rates and the settings of the day', () => {
    expect(takePriceSnapshot(quote, 'paymentTypeCreditCard', { sale: routeForSale(), card_fee })).toEqual({
      quote,
      paid_by: 'paymentTypeCreditCard',
      signed_surcharges: routeForSale().surcharges,
      card_fee,
      settings: { half_rounding_unit_cents: 1, aid_fee_base: 'subtotal' },
    });
  });

  it('keeps none of the company’s other settings', () => {
    const snapshot = takePriceSnapshot(quote, 'paymentTypeAch', { sale: routeForSale(), card_fee });
    expect(Object.keys(snapshot.settings)).toHaveLength(2);
  });
});
