import { percentOf, ZERO, type Cents, type MilliPercent } from '#kit/money.ts';

/** A flat amount or a share; the flat amount takes precedence (P1). */
export type FlatOrPercent = {
  readonly amount_flat: Cents | null;
  readonly amount_percentage: MilliPercent | null;
};

/**
 * Computes a rule's amount: the flat sum, else the share of `base`, half a cent rounding up.
 * @returns whole cents; zero for a rule with neither
 * Source: P1, C2
 */
export function flatOrPercent(rule: FlatOrPercent, base: Cents): Cents {
  if (rule.amount_flat !== null) return rule.amount_flat;
  if (rule.amount_percentage !== null) return percentOf(base, rule.amount_percentage);
  return ZERO;
}
