import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, milliPercent } from '#kit/money.ts';
import { tooSmallTerms, type PricedRoute } from './route.ts';

const dollars = (amount: number) => cents(Math.round(amount * 100));
const aTerm = (deposit: number, amount = 0) => ({ deposit: dollars(deposit), amount: dollars(amount) });
const anAddon = (amount: number) => ({ amount: dollars(amount) });
const flat = (amount: number, text = 'Goodwill') => ({
  text,
  amount_flat: dollars(amount),
  amount_percentage: null,
});
const share = (percent: number, text = 'Sibling') => ({
  text,
  amount_flat: null,
  amount_percentage: milliPercent(Math.round(percent * 1000)),
});
const found = (payment_terms: PricedRoute['payment_terms'], rest: Partial<PricedRoute> = {}) =>
  tooSmallTerms({ payment_terms, addons: [], discounts: [], ...rest });

describe('a payment that no processor charges (MC1)', () => {
  it('is one below fifty cents, today or later, and is named by its term and its field', () => {
    expect(found([aTerm(4200), aTerm(0.49), aTerm(2200, 0.49)])).toEqual([
      { at: 1, field: 'deposit', left: 49 },
      { at: 2, field: 'amount', left: 49 },
    ]);
  });

  it('is none of fifty cents, and none of nothing: a term may ask for nothing today', () => {
    expect(found([aTerm(0.5), aTerm(0, 2150), aTerm(2200, 0.5)])).toEqual([]);
  });

  it('is what a discount leaves of the deposit, named with the discount', () => {
    expect(found([aTerm(200)], { discounts: [flat(199.51)] })).toEqual([
      { at: 0, field: 'deposit', left: 49, discount: 'Goodwill' },
    ]);
    expect(found([aTerm(200)], { discounts: [flat(199.5)] })).toEqual([]);
  });

  it('is not what a discount of all of it leaves, nor one of more than there is', () => {
    expect(found([aTerm(200)], { discounts: [flat(200), flat(250), share(100)] })).toEqual([]);
  });

  it('is what a percentage leaves, with half a cent rounded up', () => {
    // 99.8 % of 245.00 is 244.51, which leaves 49 cents; of 250.00 it leaves 50.
    expect(found([aTerm(245)], { discounts: [share(99.8)] })).toMatchObject([{ left: 49 }]);
    expect(found([aTerm(250)], { discounts: [share(99.8)] })).toEqual([]);
  });

  it('is found only with an add-on, where the deposit alone costs nothing after the discount', () => {
    const discounts = [flat(200)];
    expect(found([aTerm(199)], { discounts, addons: [anAddon(1.2)] })).toMatchObject([{ left: 20 }]);
    expect(found([aTerm(199)], { discounts, addons: [anAddon(1.5)] })).toEqual([]);
  });

  it('is found with several add-ons together, though with none of them alone', () => {
    const discounts = [flat(200)];
    const addons = [anAddon(0.6), anAddon(0.7)];
    expect(found([aTerm(199)], { discounts, addons })).toMatchObject([{ left: 30 }]);
  });

  it('is told once for a term, for the first discount that leaves it', () => {
    const discounts = [flat(10), flat(199.7, 'First'), flat(199.8, 'Second')];
    expect(found([aTerm(200)], { discounts })).toEqual([
      { at: 0, field: 'deposit', left: 30, discount: 'First' },
    ]);
  });
});

const amounts = fc.integer({ min: 0, max: 300 }).map(cents);

/** Every choice of add-ons, one by one. */
function choices(addons: readonly { amount: number }[]): number[] {
  return addons.reduce<number[]>((sums, { amount }) => sums.concat(sums.map((sum) => sum + amount)), [0]);
}

describe('any route', () => {
  it('is faulted exactly where a choice of add-ons leaves one to forty-nine cents', () => {
    const cases = fc.record({
      deposit: fc.integer({ min: 50, max: 300 }).map(cents),
      addons: fc.array(fc.record({ amount: amounts }), { maxLength: 5 }),
      discount: fc.integer({ min: 0, max: 600 }),
    });
    fc.assert(
      fc.property(cases, ({ deposit, addons, discount }) => {
        const rest = { addons, discounts: [flat(discount / 100)] };
        const left = choices(addons).map((sum) => deposit + sum - discount);
        const isFaulted = left.some((amount) => amount > 0 && amount < 50);
        expect(found([{ deposit, amount: cents(0) }], rest).length > 0).toBe(isFaulted);
      }),
    );
  });
});
