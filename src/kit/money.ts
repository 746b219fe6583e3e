import type { z } from 'zod';
import { invariant } from './invariant.ts';

/** Whole cents, a safe integer. The only form of money inside the program (C1). */
export type Cents = number & z.core.$brand<'cents'>;

/** Thousandths of a percent, a whole number >= 0: 3 % is 3000 (C1). */
export type MilliPercent = number & z.core.$brand<'milli-percent'>;

/** @throws invariant when `value` is not a safe integer */
export function cents(value: number): Cents {
  invariant(Number.isSafeInteger(value), `not a whole number of cents: ${value}`);
  return value as Cents;
}

/** @throws invariant when `value` is not a whole number >= 0 */
export function milliPercent(value: number): MilliPercent {
  invariant(Number.isSafeInteger(value) && value >= 0, `not a rate: ${value}`);
  return value as MilliPercent;
}

export const ZERO = cents(0);

export function sum(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((total: number, amount) => total + amount, 0));
}

export function subtract(from: Cents, amount: Cents): Cents {
  return cents(from - amount);
}

export function times(amount: Cents, count: number): Cents {
  return cents(amount * count);
}

export function min(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}

/**
 * Returns a share of an amount, rounding half a cent up.
 * @param amount whole cents, >= 0
 * Source: C2
 */
export function percentOf(amount: Cents, rate: MilliPercent): Cents {
  invariant(amount >= 0, 'a percentage is taken of an amount that is not negative');
  // BigInt: amount * rate can exceed 2^53 before the division.
  return cents(Number((BigInt(amount) * BigInt(rate) + 50_000n) / 100_000n));
}

/**
 * Returns the first half of an amount, rounded up to the unit of the company; the rest is the other half.
 * @param unit 1 or 100 cents, the company setting `half_rounding_unit_cents`
 * Source: C2
 */
export function half(amount: Cents, unit: Cents): Cents {
  return min(amount, cents(Math.ceil(amount / (2 * unit)) * unit));
}

/**
 * Reads a JSON number of dollars with at most two decimals (C1).
 * @throws invariant when more than two decimals are given
 */
export function centsFromDollars(dollars: number): Cents {
  const scaled = Math.round(dollars * 100);
  invariant(Math.abs(dollars * 100 - scaled) < 1e-6, `more than two decimals: ${dollars}`);
  return cents(scaled);
}

/** Dollars as a plain JSON number, as in the specifications (C1). */
export function toDollars(amount: Cents): number {
  return amount / 100;
}

/** Reads a percent number with at most three decimals: 7.5 becomes 7500 (C1). */
export function milliPercentFromPercent(percent: number): MilliPercent {
  const scaled = Math.round(percent * 1000);
  invariant(Math.abs(percent * 1000 - scaled) < 1e-6, `more than three decimals: ${percent}`);
  return milliPercent(scaled);
}

export function toPercent(rate: MilliPercent): number {
  return rate / 1000;
}

/** `$2,884.00`: a $ prefix and two decimals (accounts.md §9). */
export function formatMoney(amount: Cents): string {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const dollars = Math.floor(absolute / 100).toLocaleString('en-US');
  return `${sign}$${dollars}.${String(absolute % 100).padStart(2, '0')}`;
}

/** An amount as a cell of a file: `1100.00`, `-83.94`. */
export function decimalDollars(amount: Cents): string {
  return (amount / 100).toFixed(2);
}
