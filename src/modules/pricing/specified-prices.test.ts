import { describe, expect, it } from 'vitest';
import { cents, formatMoney } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import {
  aDiscount,
  aFullTerm,
  aPriceList,
  aSelection,
  aSurcharge,
  aTerm,
  anAddon,
} from '#tests/support/billing/prices.ts';
import { aidBalanceLabel } from './price-texts.ts';
import type { PriceList, Selection } from './price-list.ts';
import { buildQuote } from './quote.ts';

const today = plainDate('2026-04-10');
const byBank = aSurcharge({
  id: 2,
  name: 'Bank fee',
  payment_type: 'paymentTypeAch',
  amount_flat: cents(250),
  amount_percentage: null,
});
const inFull = aFullTerm({ deposit: cents(100_000) });
const inTwo = aTerm({ deposit: cents(100_000) });
const dollars = { half_rounding_unit_cents: cents(100), aid_fee_base: 'charge' } as const;

function read(selection: Partial<Selection>, prices: Partial<PriceList> = {}) {
  const quote = buildQuote(
    aSelection(selection),
    aPriceList({ terms: [inFull], discounts: [], ...prices }),
    today,
  );
  const of = (type: 'paymentTypeAch' | 'paymentTypeCreditCard') => {
    const { due_today_cents, surcharge_cents, later } = quote.by_payment_type[type]!;
    return {
      fee: formatMoney(surcharge_cents),
      total: formatMoney(due_today_cents),
      later: later.map((each) => formatMoney(each.amount_cents)),
    };
  };
  return {
    subtotal: formatMoney(quote.subtotal_cents),
    discount: formatMoney(quote.discount_cents),
    net: formatMoney(quote.net_cents),
    card: of('paymentTypeCreditCard'),
    bank: of('paymentTypeAch'),
    laterOn: quote.by_payment_type.paymentTypeAch?.later[0]?.pay_on,
  };
}

const aid = (amount: number) => ({ aid: { amount_cents: cents(amount) } });

describe('what a family pays', () => {
  /** @shows B-192 B-323 */
  it('is first the deposit of the term and every add-on', () => {
    const addons = [anAddon({ id: 1, amount: cents(1_000) }), anAddon({ id: 2, amount: cents(1_500) })];
    const terms = [aFullTerm({ deposit: cents(10_000) })];
    expect(read({ addonIds: [1, 2] }, { terms, addons }).subtotal).toBe('$125.00');
    expect(read({ addonIds: [1] }, { addons: [anAddon({ amount: cents(5_000) })] }).subtotal).toBe(
      '$1,050.00',
    );
  });

  /** @shows B-324 */
  it('is less for a sibling, by a flat sum or by a share', () => {
    const flat = aDiscount({ amount_flat: cents(10_000), amount_percentage: null });
    expect(read({ discountId: 1 }, { discounts: [flat] }).discount).toBe('$100.00');
    expect(read({ discountId: 1 }, { discounts: [aDiscount()] }).discount).toBe('$100.00');
  });

  /** @shows B-325 */
  it('is less for a sibling only with a number found valid and without financial aid', () => {
    const discounts = [aDiscount()];
    expect(read({}, { discounts }).net).toBe('$1,000.00');
    expect(read({ discountId: 1 }, { discounts }).net).toBe('$900.00');
    expect(read({ discountId: 1, ...aid(30_000) }, { discounts }).net).toBe('$300.00');
  });

  /** @shows B-328 B-330 */
  it('is more by the surcharges of the way it is paid, on what is left after the discount', () => {
    const priced = read({ discountId: 1 }, { discounts: [aDiscount()], surcharges: [aSurcharge(), byBank] });
    expect(priced).toMatchObject({
      net: '$900.00',
      card: { fee: '$27.00', total: '$927.00' },
      bank: { fee: '$2.50', total: '$902.50' },
    });
  });

  /** @shows B-334 */
  it('is 3 % more by card and nothing more by bank', () => {
    expect(read({})).toMatchObject({
      card: { fee: '$30.00', total: '$1,030.00' },
      bank: { fee: '$0.00', total: '$1,000.00' },
    });
  });
});

describe('with financial aid the family', () => {
  /** @shows B-326 B-331 */
  it('pays the amount that it entered, and its surcharges', () => {
    expect(read(aid(30_000))).toMatchObject({
      subtotal: '$1,000.00',
      discount: '$700.00',
      net: '$300.00',
      card: { total: '$309.00', later: [] },
    });
  });

  /** @shows B-329 */
  it('pays surcharges on half the subtotal, rounded up, on a term of several payments', () => {
    const odd = { terms: [aTerm({ deposit: cents(222_555) })] };
    expect(read(aid(100_000), odd).card.fee).toBe('$33.38');
    expect(read(aid(30_100), { terms: [inTwo], company: dollars }).card.fee).toBe('$4.53');
  });

  /** @shows B-332 */
  it('pays half the amount, rounded up, on a term of several payments', () => {
    expect(read(aid(30_101), { terms: [inTwo] }).bank).toMatchObject({
      total: '$150.51',
      later: ['$150.50'],
    });
    expect(read(aid(30_100), { terms: [inTwo], company: dollars }).bank).toMatchObject({
      total: '$151.00',
      later: ['$150.00'],
    });
  });

  /** @shows B-333 */
  it('pays the other half as the balance due on June 30th, and has none on a single payment', () => {
    const { laterOn, bank } = read(aid(30_101), { terms: [inTwo] });
    expect([aidBalanceLabel(laterOn!), bank.later]).toEqual(['Balance due on June 30th', ['$150.50']]);
    expect(read(aid(30_101)).laterOn).toBeUndefined();
  });
});
