import { cents, subtract, ZERO, type Cents } from '#kit/money.ts';

/**
 * What came pays in the given order; at most one payment is paid in part (MC12).
 * @param owed  of each payment
 * @returns a share for each payment, and what came above all of them
 */
export function shareOut(came: Cents, owed: readonly Cents[]): { shares: Cents[]; surplus_cents: Cents } {
  let left = came;
  const shares = owed.map((owed_cents) => {
    const share = cents(Math.min(left, owed_cents));
    left = subtract(left, share);
    return share;
  });
  return { shares, surplus_cents: left };
}

/** What stays owed of the one payment that is paid in part. */
export const restOf = (owed: readonly Cents[], shares: readonly Cents[]): Cents =>
  owed.map((owed_cents, nr) => subtract(owed_cents, shares[nr]!)).find((rest) => rest > 0) ?? ZERO;
