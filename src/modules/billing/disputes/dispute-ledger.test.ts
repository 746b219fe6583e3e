import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, ZERO } from '#kit/money.ts';
import { dollars } from '#tests/support/billing/refunds.ts';
import { disputePostings, lostShare } from './dispute-ledger.ts';

const sums = (principal: number, fee: number) => ({
  principal_cents: dollars(principal),
  surcharge_cents: dollars(fee),
});

/** The worked example of docs/domain/disputes.md: an order of $2,800.00 with a card fee of $84.00. */
const CHARGE = sums(2800, 84);
const NOTHING = sums(0, 0);

const lost = (amount: number, refunded = NOTHING) => lostShare(dollars(amount), CHARGE, refunded);

describe('money that a bank takes back while it decides', () => {
  it('leaves the balance at the processor and stands as disputed, and comes back the same way', () => {
    expect(disputePostings(cents(288_400))).toEqual([
      { account: 'gateway', amount_cents: -288_400 },
      { account: 'disputed', amount_cents: 288_400 },
    ]);
    expect(disputePostings(cents(-288_400))).toEqual([
      { account: 'gateway', amount_cents: 288_400 },
      { account: 'disputed', amount_cents: -288_400 },
    ]);
  });
});

describe('a dispute that is lost', () => {
  it('of the whole charge takes the principal and its fee', () => {
    expect(lost(2884)).toEqual({ ...sums(2800, 84), is_whole: true });
  });

  it('after a refund of $500.00 takes $2,300.00 of principal and the fee of $84.00', () => {
    expect(lost(2384, sums(500, 0))).toEqual({ ...sums(2300, 84), is_whole: true });
  });

  it('after a refund that took its share of the fee along takes the rest of both', () => {
    expect(lost(2369, sums(500, 15))).toEqual({ ...sums(2300, 69), is_whole: true });
  });

  it('about less than what is left takes principal first, and is no whole loss', () => {
    expect(lost(1000)).toEqual({ ...sums(1000, 0), is_whole: false });
    expect(lost(2800)).toEqual({ ...sums(2800, 0), is_whole: false });
    expect(lost(2883.99)).toEqual({ ...sums(2800, 83.99), is_whole: false });
  });

  it('about a part after a refund takes no principal that has gone back already', () => {
    expect(lost(2350, sums(500, 0))).toEqual({ ...sums(2300, 50), is_whole: false });
    expect(lost(2383.99, sums(500, 0))).toEqual({ ...sums(2300, 83.99), is_whole: false });
  });

  it('about more than what is left takes the fee that is left, and the family has the rest twice', () => {
    expect(lost(2884, sums(500, 0))).toEqual({ ...sums(2800, 84), is_whole: true });
    expect(lost(2500, sums(500, 0))).toEqual({ ...sums(2416, 84), is_whole: true });
    expect(lost(2884, sums(500, 15))).toEqual({ ...sums(2800, 84), is_whole: true });
  });
});

const charges = fc
  .tuple(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 0, max: 20_000 }))
  .chain(([principal, fee]) =>
    fc.record({
      charged: fc.constant({ principal_cents: cents(principal), surcharge_cents: cents(fee) }),
      refunded: fc.record({
        principal_cents: fc.integer({ min: 0, max: principal }).map(cents),
        surcharge_cents: fc.integer({ min: 0, max: fee }).map(cents),
      }),
      amount: fc.integer({ min: 1, max: principal + fee }).map(cents),
    }),
  );

describe('what any lost dispute takes', () => {
  it('sums to what the bank has taken, with no part below nothing or above what was charged', () => {
    fc.assert(
      fc.property(charges, ({ charged, refunded, amount }) => {
        const { principal_cents, surcharge_cents } = lostShare(amount, charged, refunded);
        expect(principal_cents + surcharge_cents).toBe(amount);
        for (const part of [principal_cents, surcharge_cents]) expect(part).toBeGreaterThanOrEqual(ZERO);
        expect(principal_cents).toBeLessThanOrEqual(charged.principal_cents);
        expect(surcharge_cents).toBeLessThanOrEqual(charged.surcharge_cents);
      }),
    );
  });

  it('is a whole loss exactly when nothing of the charge is left', () => {
    fc.assert(
      fc.property(charges, ({ charged, refunded, amount }) => {
        const left =
          charged.principal_cents +
          charged.surcharge_cents -
          refunded.principal_cents -
          refunded.surcharge_cents;
        const share = lostShare(amount, charged, refunded);
        expect(share.is_whole).toBe(amount >= left);
        if (!share.is_whole)
          expect(share.principal_cents).toBeLessThanOrEqual(
            charged.principal_cents - refunded.principal_cents,
          );
      }),
    );
  });
});
