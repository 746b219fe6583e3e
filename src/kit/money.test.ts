import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cents,
  centsFromDollars,
  formatMoney,
  half,
  milliPercent,
  milliPercentFromPercent,
  min,
  percentOf,
  subtract,
  sum,
  times,
  toDollars,
  toPercent,
  ZERO,
} from './money.ts';

const anyCents = fc.integer({ min: 0, max: 1_000_000_000 }).map(cents);
const unit = fc.constantFrom(cents(1), cents(100));

describe('money', () => {
  it('is a whole number of cents that a computer can hold exactly', () => {
    expect(cents(-5)).toBe(-5);
    expect(cents(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
    for (const value of [0.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1])
      expect(() => cents(value)).toThrow('whole number of cents');
  });

  it('adds, subtracts and multiplies without leaving the cents', () => {
    expect(sum([])).toBe(0);
    expect(sum([cents(1), cents(2), cents(-3)])).toBe(0);
    expect(subtract(cents(100), cents(250))).toBe(-150);
    expect(times(cents(110_000), 3)).toBe(330_000);
    expect(min(cents(1), cents(2))).toBe(1);
    expect(() => times(cents(Number.MAX_SAFE_INTEGER), 2)).toThrow();
  });
});

describe('a share of an amount', () => {
  it('rounds half a cent up', () => {
    expect(percentOf(cents(50), milliPercent(1_000))).toBe(1); // 0.5
    expect(percentOf(cents(49), milliPercent(1_000))).toBe(0); // 0.49
    expect(percentOf(cents(123_455), milliPercent(7_500))).toBe(9_259); // 9259.125
    expect(percentOf(cents(15_050), milliPercent(3_000))).toBe(452); // 451.5
  });

  it('is nothing of nothing, nothing at no rate, and the whole at a hundred percent', () => {
    expect(percentOf(ZERO, milliPercent(3_000))).toBe(0);
    expect(percentOf(cents(999), milliPercent(0))).toBe(0);
    fc.assert(fc.property(anyCents, (amount) => percentOf(amount, milliPercent(100_000)) === amount));
  });

  it('is exact where the product no longer fits a number', () => {
    expect(percentOf(cents(Number.MAX_SAFE_INTEGER), milliPercent(100_000))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('is never taken of a negative amount, nor at a negative or broken rate', () => {
    expect(() => percentOf(cents(-1), milliPercent(1))).toThrow('not negative');
    expect(() => milliPercent(-1)).toThrow('not a rate');
    expect(() => milliPercent(0.5)).toThrow('not a rate');
  });
});

describe('half of an amount', () => {
  it('rounds up to the cent', () => {
    expect(half(cents(200_001), cents(1))).toBe(100_001);
    expect(half(cents(200_000), cents(1))).toBe(100_000);
    expect(half(cents(1), cents(1))).toBe(1);
    expect(half(ZERO, cents(1))).toBe(0);
  });

  it('rounds up to the dollar where the company chooses so', () => {
    expect(half(cents(100_100), cents(100))).toBe(50_100);
    expect(half(cents(100_000), cents(100))).toBe(50_000);
    expect(half(cents(100_001), cents(100))).toBe(50_100);
  });

  it('is never more than the whole, even of less than a dollar', () => {
    expect(half(cents(60), cents(100))).toBe(60);
  });

  it('leaves the smaller part, within one unit of the first', () => {
    fc.assert(
      fc.property(anyCents, unit, (amount, by) => {
        const first = half(amount, by);
        const rest = subtract(amount, first);
        return rest >= 0 && first >= rest && first - rest < 2 * by;
      }),
    );
  });
});

describe('money at the edges', () => {
  it('reads dollars with at most two decimals', () => {
    expect(centsFromDollars(2200)).toBe(220_000);
    expect(centsFromDollars(1450.25)).toBe(145_025);
    expect(centsFromDollars(0.29)).toBe(29); // 0.29 * 100 is 28.999…
    expect(() => centsFromDollars(1.005)).toThrow('two decimals');
  });

  it('reads percents with at most three decimals', () => {
    expect(milliPercentFromPercent(7.5)).toBe(7_500);
    expect(milliPercentFromPercent(0.001)).toBe(1);
    expect(() => milliPercentFromPercent(0.0005)).toThrow('three decimals');
  });

  it('writes what it reads', () => {
    fc.assert(fc.property(anyCents, (amount) => centsFromDollars(toDollars(amount)) === amount));
    expect(toPercent(milliPercent(7_500))).toBe(7.5);
  });

  /** @shows A-354 B-362 */
  it('shows dollars with two decimals', () => {
    expect(formatMoney(cents(288_400))).toBe('$2,884.00');
    expect(formatMoney(cents(5))).toBe('$0.05');
    expect(formatMoney(ZERO)).toBe('$0.00');
    expect(formatMoney(cents(-79_999))).toBe('-$799.99');
  });
});
