import { addMonthsClamped, parseUsDate, type PlainDate } from '#kit/plain-date.ts';

const ADULT_YEARS = 18;

/**
 * Whether a person is 18 or over on a day: on the birthday itself, and one born on 02/29 on 02/28 of a common
 * year.
 * @param born   `MM/dd/yyyy`, as it was typed; false for a text that is not a day
 * @param today  the company's day (C3)
 * Source: U
 */
export function isOfAge(born: string, today: PlainDate): boolean {
  const day = parseUsDate(born);
  return day !== undefined && addMonthsClamped(day, 12 * ADULT_YEARS) <= today;
}
