import { subtract, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { PricedTerm } from '#modules/pricing/price-list.ts';
import { termTotal } from '#modules/pricing/term-total.ts';

export type EarlySaving = {
  readonly term: PricedTerm;
  readonly until: PlainDate;
  readonly savesCents: Cents;
};

/**
 * @returns the greatest saving of the offered terms; undefined without a more expensive successor
 * Source: T8
 */
export function earlySaving(
  offered: readonly PricedTerm[],
  all: readonly PricedTerm[],
  today: PlainDate,
): EarlySaving | undefined {
  const savings = offered.flatMap((term) => {
    const until = term.thru_dt;
    if (until === null) return [];
    const successors = all.filter(
      (other) =>
        !other.is_admin_only &&
        other.payment_term_type === term.payment_term_type &&
        other.from_dt !== null &&
        other.from_dt > today,
    );
    return successors
      .map((other) => ({ term, until, savesCents: subtract(termTotal(other), termTotal(term)) }))
      .filter((saving) => saving.savesCents > 0);
  });
  return savings.sort((a, b) => b.savesCents - a.savesCents)[0];
}
