import type { PlainDate } from '#kit/plain-date.ts';
import type { SellingHours } from '#modules/catalog/selling-hours.states.ts';
import { hasBegun, hasEnded } from '#modules/catalog/term-days.ts';
import type { NotSold } from './not-sold.states.ts';
import type { RouteForSale, TermForSale } from './route-for-sale.ts';

type Window = Pick<TermForSale, 'from_dt' | 'thru_dt' | 'is_admin_only'>;

/** Ignores a cheaper term of the same type (T7). */
export const isOpenToFamilies = (term: Window, today: PlainDate): boolean =>
  !term.is_admin_only && hasBegun(term, today) && !hasEnded(term, today);

/** A school in a season, as far as sales depend on it. */
export type SchoolFacts = {
  /** only staff read a draft, so a route for sale has no `is_draft` (SE3.12) */
  period: { id: number; is_draft?: boolean };
  program_group: Pick<RouteForSale['program_group'], 'is_active' | 'current_period_id'>;
  /** undefined if the school is outside the season */
  period_program_group?:
    | {
        /** by staff */
        is_switched_on: boolean;
        /** by the clock (SE8.2) */
        hours: SellingHours;
        opens_at: Date | null;
        closes_at: Date | null;
        is_closing?: boolean;
      }
    | undefined;
};

/** A route in a season, as far as sales depend on it, seats apart. */
export type SaleFacts = SchoolFacts & {
  period_program: { is_active: boolean };
  route: { is_active: boolean };
};

/** Why a school sells nothing of a season now; null if it sells. */
export function whySchoolIsClosed(facts: SchoolFacts): NotSold | null {
  const { period, program_group, period_program_group } = facts;
  if (period.is_draft) return 'draft';
  if (!program_group.is_active) return 'school_off';
  if (!period_program_group?.is_switched_on) return 'season_off';
  if (period_program_group.hours === 'before') return 'school_opens';
  if (period_program_group.hours === 'after') return 'school_closed';
  return period.id === program_group.current_period_id ? null : 'other_season';
}

/** Why nobody, staff included, may sign for a route now, whatever its terms and seats (O1). */
export function whyClosed(facts: SaleFacts): NotSold | null {
  const school = whySchoolIsClosed(facts);
  if (school) return school;
  if (!facts.period_program.is_active) return 'program_off';
  return facts.route.is_active ? null : 'route_ended';
}

export type WhyNotSold = {
  reason: NotSold;
  /** the first day of the next term, if families wait for one */
  on: PlainDate | null;
  /** the hour at which the school opens, or has closed */
  at: Date | null;
};

/** With the hour of a school that opens, or has closed, by its hours. */
export function whySchoolSellsNothing(facts: SchoolFacts): WhyNotSold | null {
  const reason = whySchoolIsClosed(facts);
  return reason && { reason, on: null, at: hourOf(reason, facts) };
}

function hourOf(reason: NotSold, { period_program_group: group }: SchoolFacts): Date | null {
  if (reason === 'school_opens') return group?.opens_at ?? null;
  return reason === 'school_closed' ? (group?.closes_at ?? null) : null;
}

/** The first reason why a family may not sign for a route today, given a free seat (O1, T7). */
export function whyNotSold(
  facts: SaleFacts & { terms: readonly Window[] },
  today: PlainDate,
): WhyNotSold | null {
  const closed = whyClosed(facts);
  return closed ? { reason: closed, on: null, at: hourOf(closed, facts) } : whyNoTerm(facts.terms, today);
}

function whyNoTerm(terms: readonly Window[], today: PlainDate): WhyNotSold | null {
  const ofFamilies = terms.filter(({ is_admin_only }) => !is_admin_only);
  if (ofFamilies.some((term) => isOpenToFamilies(term, today))) return null;
  if (ofFamilies.length === 0) return { reason: 'no_term', on: null, at: null };
  const [next] = ofFamilies.flatMap(({ from_dt }) => (from_dt && from_dt > today ? [from_dt] : [])).sort();
  return next ? { reason: 'term_opens', on: next, at: null } : { reason: 'terms_ended', on: null, at: null };
}

/** The school has closed by its hour a moment ago: an open checkout may be finished (SE8.5). */
export const isClosing = ({ period_program_group, period_program }: SaleFacts): boolean =>
  period_program_group?.is_closing === true && period_program.is_active;

/** True if a family may sign for the route today, given a free seat (O1, T7). */
export const isOnSale = (sale: RouteForSale, today: PlainDate): boolean => whyNotSold(sale, today) === null;
