import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import { isOpenToFamilies } from '#modules/catalog/routes/on-sale.ts';
import { hasEnded } from '#modules/catalog/term-days.ts';
import type { Occasion, PricedTerm } from './price-list.ts';
import { pricingRefusals } from './pricing.refusals.ts';
import { termTotal } from './term-total.ts';

const EARLY_SIGN_UP_NOTICE_FROM = 3;

/** Cheaper first, then the earlier closing day, then the older record (T7). */
function byPreference(a: PricedTerm, b: PricedTerm): number {
  if (termTotal(a) !== termTotal(b)) return termTotal(a) - termTotal(b);
  if (a.thru_dt !== b.thru_dt)
    return a.thru_dt !== null && (b.thru_dt === null || a.thru_dt < b.thru_dt) ? -1 : 1;
  return a.id - b.id;
}

/** A parent sees a single term per type: the cheapest open term not reserved to staff. Staff see all (T7). */
export function offeredTerms<T extends PricedTerm>(
  terms: readonly T[],
  today: PlainDate,
  isStaff: boolean,
): T[] {
  if (isStaff) return [...terms];
  const open = terms.filter((term) => isOpenToFamilies(term, today));
  return open.filter((term) =>
    open.every(
      (other) => other.payment_term_type !== term.payment_term_type || byPreference(term, other) <= 0,
    ),
  );
}

/** @throws term_no_longer_available for an unknown, closed, staff or dearer term (T7) */
export function getOfferedTerm<T extends PricedTerm>(
  terms: readonly T[],
  id: number,
  { today, isStaff }: Occasion,
): T {
  const term = offeredTerms(terms, today, isStaff).find((offered) => offered.id === id);
  if (!term) throw refuseField(pricingRefusals.term_no_longer_available, 'contract.payment_term_id');
  return term;
}

/**
 * Three or more terms not yet ended. Counts before the cut per type, so the notice stays while a dearer
 * successor waits (T8).
 */
export function showsEarlySignUpNotice(terms: readonly PricedTerm[], today: PlainDate): boolean {
  return (
    terms.filter((term) => !term.is_admin_only && !hasEnded(term, today)).length >= EARLY_SIGN_UP_NOTICE_FROM
  );
}
