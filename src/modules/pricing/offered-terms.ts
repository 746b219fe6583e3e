import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import { hasEnded, isOpenToFamilies } from '#modules/catalog/routes/on-sale.ts';
import type { Occasion, PricedTerm } from './price-list.ts';
import { pricingRefusals } from './pricing.refusals.ts';
import { termTotal } from './term-total.ts';

const EARLY_SIGN_UP_NOTICE_FROM = 3;

/** Cheaper first, then the one that closes sooner, then the older record (T7). */
function byPreference(a: PricedTerm, b: PricedTerm): number {
  if (termTotal(a) !== termTotal(b)) return termTotal(a) - termTotal(b);
  if (a.thru_dt !== b.thru_dt)
    return a.thru_dt !== null && (b.thru_dt === null || a.thru_dt < b.thru_dt) ? -1 : 1;
  return a.id - b.id;
}

/**
 * The payment terms of a route that may be chosen today, in the order in which they came.
 * A parent sees one per type: the cheapest that is open and not for staff alone. Staff see all (T7).
 */
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

/**
 * The chosen term, when it may still be chosen.
 * @throws term_no_longer_available  a foreign, closed, staff's or dearer term
 * Source: T7
 */
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
 * Whether the wizard mentions the advantage of signing early: three terms or more that are sold now or
 * later. Counted before the cut to one per type, so the notice stands while a dearer successor waits (T8).
 */
export function showsEarlySignUpNotice(terms: readonly PricedTerm[], today: PlainDate): boolean {
  return (
    terms.filter((term) => !term.is_admin_only && !hasEnded(term, today)).length >= EARLY_SIGN_UP_NOTICE_FROM
  );
}
