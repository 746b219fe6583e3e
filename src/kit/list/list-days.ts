import { spanOf, type Days, type DaySpan } from '#kit/list/filter-grammar.ts';
import { addDays, plainDate, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';

const LAST_DAY = plainDate('9999-12-31');

export type Today = { time_zone: string; today: () => PlainDate };

export const daysOf = (days: Days | undefined, clock: Today): DaySpan | undefined =>
  days && spanOf(days, clock.today());

/** The days of a filter as instants in company time. */
export function instantsOf(days: Days | undefined, clock: Today) {
  const span = daysOf(days, clock);
  if (!span) return undefined;
  const startOf = (day: PlainDate) => startOfDayIn(clock.time_zone, day);
  return {
    from: span.from && startOf(span.from),
    // No instant of PostgreSQL is after the last day of the calendar.
    before: span.thru && span.thru < LAST_DAY ? startOf(addDays(span.thru, 1)) : undefined,
  };
}
