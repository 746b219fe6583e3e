import { describe, expect, it } from 'vitest';
import { cents, milliPercent } from '#kit/money.ts';
import { aDiscount, aSelection } from '#tests/support/billing/prices.ts';
import { findDiscount, siblingDiscount, siblingRuleOf } from './sibling-discount.ts';

const tenth = aDiscount();
const flat = aDiscount({ amount_flat: cents(25_000), amount_percentage: null });
const staffs = aDiscount({ id: 7, is_sibling_discount: false });

describe('a sibling discount', () => {
  it('is a flat sum or a share of the payment amount', () => {
    expect(siblingDiscount(cents(480_000), flat)).toBe(25_000);
    expect(siblingDiscount(cents(480_000), tenth)).toBe(48_000);
  });

  it('rounds half a cent up', () => {
    expect(siblingDiscount(cents(5), tenth)).toBe(1);
    expect(siblingDiscount(cents(4), tenth)).toBe(0);
  });

  it('never takes off more than there is to pay', () => {
    expect(siblingDiscount(cents(20_000), flat)).toBe(20_000);
    expect(siblingDiscount(cents(0), flat)).toBe(0);
    expect(siblingDiscount(cents(20_000), aDiscount({ amount_percentage: milliPercent(150_000) }))).toBe(
      20_000,
    );
  });
});

describe('which discount a family gets', () => {
  const chosen = aSelection({ discountId: 1 });

  it('is the one that was found valid, or that staff chose', () => {
    expect(findDiscount([staffs, tenth], chosen)).toBe(tenth);
    expect(findDiscount([staffs, tenth], aSelection({ discountId: 7 }))).toBe(staffs);
    expect(findDiscount([tenth], aSelection())).toBeUndefined();
  });

  it('is none, without an error, on a route that does not have it', () => {
    expect(findDiscount([staffs], chosen)).toBeUndefined();
  });

  it('is none, without an error, with financial aid', () => {
    expect(
      findDiscount([tenth], aSelection({ discountId: 1, aid: { amount_cents: cents(100) } })),
    ).toBeUndefined();
  });
});

describe('the sibling discount of a route', () => {
  it('is its oldest one, and none where it has none', () => {
    expect(siblingRuleOf([staffs, aDiscount({ id: 20 }), aDiscount({ id: 10 })])?.id).toBe(10);
    expect(siblingRuleOf([staffs])).toBeUndefined();
  });
});
