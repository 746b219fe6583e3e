import { addDays, dayIn, laterDay, type PlainDate } from '#kit/plain-date.ts';
import { hasBegun, hasEnded } from '#modules/catalog/term-days.ts';
import type { SeasonView, SchoolView, TermFacts } from './season-view.ts';

type Days = { from: PlainDate; thru: PlainDate };

/**
 * The days on which a school sells, as far as they are still ahead: from its opening to its closing, else to
 * the day before the first day of school.
 */
export function sellingTime(
  { period, time_zone }: SeasonView,
  { in_season }: SchoolView,
  today: PlainDate,
): Days | undefined {
  const { opens_at, closes_at, first_day_of_school } = in_season;
  const from = laterDay(today, opens_at && dayIn(time_zone, opens_at));
  const begins = first_day_of_school ?? period.first_day_of_school ?? period.starts_on;
  const thru = closes_at ? lastDayBefore(closes_at, time_zone) : addDays(begins, -1);
  return from <= thru ? { from, thru } : undefined;
}

/** A closing at midnight ends the day before. */
const lastDayBefore = (instant: Date, time_zone: string) => dayIn(time_zone, new Date(instant.getTime() - 1));

/** Families choose among these; an ended one only before its last day. */
export const offeredTerms = (terms: readonly TermFacts[]): TermFacts[] =>
  terms.filter(({ is_admin_only }) => !is_admin_only);

export const isOpenOn = (term: TermFacts, day: PlainDate): boolean =>
  hasBegun(term, day) && !hasEnded(term, day);

/** The first days of a time on which no term can be chosen. */
export function firstGap(terms: readonly TermFacts[], { from, thru }: Days): Days | undefined {
  let day = from;
  const begins = ({ from_dt }: TermFacts) => from_dt ?? from;
  for (const term of terms.toSorted((a, b) => begins(a).localeCompare(begins(b)))) {
    if (begins(term) > thru) break;
    if (begins(term) > day) return { from: day, thru: addDays(begins(term), -1) };
    if (term.thru_dt === null) return undefined;
    day = laterDay(day, addDays(term.thru_dt, 1));
    if (day > thru) return undefined;
  }
  return { from: day, thru };
}
