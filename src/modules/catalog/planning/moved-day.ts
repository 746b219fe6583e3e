import { addDays, addMonthsClamped, type PlainDate } from '#kit/plain-date.ts';

/** How the days of a season move to the next one. */
export const DAY_RULES = ['same_date', 'same_weekday', 'stays'] as const;
export type DayRule = (typeof DAY_RULES)[number];

/** 52 weeks, so the weekday stays. */
const YEAR_OF_WEEKS = 364;

/** Source: SE9.4; worked examples in docs/domain/price-changes.md */
export function movedDay(day: PlainDate, rule: DayRule): PlainDate {
  if (rule === 'stays') return day;
  return rule === 'same_date' ? addMonthsClamped(day, 12) : addDays(day, YEAR_OF_WEEKS);
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;
const TIME_END = 'YYYY-MM-DDTHH:MM:SS'.length;

/**
 * Moves a local time and keeps its hour of the day. The second hour of a night in which clocks change names
 * its offset; the moved time is in another night.
 */
export function movedTime(time: string, rule: DayRule): string {
  if (rule === 'stays') return time;
  const ofDay = time.slice(DAY_LENGTH, TIME_END).replace(/[+-].*$/, '');
  return `${movedDay(time.slice(0, DAY_LENGTH) as PlainDate, rule)}${ofDay}`;
}
