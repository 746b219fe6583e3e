import { cents, ZERO, type Cents } from '#kit/money.ts';

/** The units, in cents, to which changed prices are rounded: the cent, 1, 5, 10 and 50 dollars. */
export const PRICE_UNITS = [1, 100, 500, 1_000, 5_000] as const;

/** By a share in thousandths of a percent or by an amount in cents; negative for a lower price. */
export type PriceRule = {
  by: { kind: 'percent' | 'amount'; value: number };
  unit: (typeof PRICE_UNITS)[number];
};

const WHOLE = 100_000n;

/**
 * Computes a changed price exactly and rounds once, half a unit up. Zero stays zero.
 * @param old whole cents, >= 0
 * Source: SE9.5; worked examples in docs/domain/price-changes.md
 */
export function changedPrice(old: Cents, { by, unit }: PriceRule): Cents {
  if (old === 0) return ZERO;
  const value = BigInt(by.value);
  // In thousandths of a percent of a cent, to round once.
  const exact = by.kind === 'percent' ? BigInt(old) * (WHOLE + value) : (BigInt(old) + value) * WHOLE;
  if (exact <= 0n) return ZERO;
  const step = BigInt(unit) * WHOLE;
  const units = (2n * exact + step) / (2n * step);
  return cents(Number(units) * unit);
}
