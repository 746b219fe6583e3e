import { addMonthsClamped, parseUsDate, type PlainDate } from '#kit/plain-date.ts';

const ADULT_YEARS = 18;

/**
 * A person is of age on the birthday; a birthday on 02/29 counts on 02/28 of a common year (U).
 * @param born  `MM/dd/yyyy`, as typed; false for a text without a valid day
 * @param today  the company's day (C3)
 */
export function isOfAge(born: string, today: PlainDate): boolean {
  const day = parseUsDate(born);
  return day !== undefined && addMonthsClamped(day, 12 * ADULT_YEARS) <= today;
}
