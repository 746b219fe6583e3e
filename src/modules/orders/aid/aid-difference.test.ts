import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { aidDifference } from './aid-difference.ts';

const addons = (...amounts: number[]) =>
  amounts.map((amount, id) => ({
    id,
    name: `extra-${id}`,
    amount: cents(amount),
  })) as ContractSnapshot['addons'];

describe('what declined aid leaves of a price', () => {
  it.each([
    ['the whole price but a dollar', 420_000, [], 100, 420_000, 419_900],
    ['add-ons too, which aid had paid as well', 420_000, [60_000], 200_000, 480_000, 280_000],
    ['the later payments of a term too', 470_000, [], 220_000, 470_000, 250_000],
    ['nothing, where the family pays the full price', 420_000, [], 420_000, 420_000, 0],
  ])('is %s', (_, base, extras, amount, full_cents, difference_cents) => {
    const signed = {
      base_contract_cost_cents: cents(base),
      snapshot: { addons: addons(...extras) },
      amount_cents: cents(amount),
    };
    expect(aidDifference(signed)).toEqual({ full_cents, difference_cents });
  });
});
