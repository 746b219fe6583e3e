import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, sum } from '#kit/money.ts';
import { restOf, shareOut } from './share-out.ts';

const dollars = (...all: number[]) => all.map((one) => cents(one * 100));
const shared = (came: number, ...owed: number[]) => shareOut(cents(came * 100), dollars(...owed));

/** @shows MC12.1 MC12.2 MC12.3 */
describe('a check', () => {
  it('pays one payment, or a part of it', () => {
    expect(shared(2150, 2150)).toEqual({ shares: dollars(2150), surplus_cents: 0 });
    expect(shared(500, 2150)).toEqual({ shares: dollars(500), surplus_cents: 0 });
    expect(restOf(dollars(2150), dollars(500))).toBe(165_000);
    expect(restOf(dollars(2150), dollars(2150))).toBe(0);
  });

  it('pays several payments in their order, the last of them in part', () => {
    expect(shared(3000, 2150, 2150)).toEqual({ shares: dollars(2150, 850), surplus_cents: 0 });
    expect(restOf(dollars(2150, 2150), dollars(2150, 850))).toBe(130_000);
  });

  it('has something left where it is more than all that is due', () => {
    expect(shared(4400, 2150, 2150)).toEqual({ shares: dollars(2150, 2150), surplus_cents: 10_000 });
  });

  it('comes to its shares and what is left, whatever is owed', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 }).map(cents);
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 8 }), (came, owed) => {
        const { shares, surplus_cents } = shareOut(came, owed);
        expect(sum([...shares, surplus_cents])).toBe(came);
        expect(shares.filter((share, nr) => share > 0 && share < owed[nr]!).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
