import { describe, expect, it } from 'vitest';
import { cents, milliPercent } from '#kit/money.ts';
import { flatOrPercent } from './flat-or-percent.ts';

const base = cents(280_000);

describe('a rule with a flat amount or a percentage', () => {
  it('comes to its flat amount whatever the base', () => {
    expect(flatOrPercent({ amount_flat: cents(25_000), amount_percentage: null }, cents(1))).toBe(25_000);
  });

  it('comes to its share of the base', () => {
    expect(flatOrPercent({ amount_flat: null, amount_percentage: milliPercent(10_000) }, base)).toBe(28_000);
  });

  it('is flat where both are set, a flat zero included', () => {
    expect(flatOrPercent({ amount_flat: cents(0), amount_percentage: milliPercent(10_000) }, base)).toBe(0);
  });

  it('comes to nothing where neither is set', () => {
    expect(flatOrPercent({ amount_flat: null, amount_percentage: null }, base)).toBe(0);
  });
});
