import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { BoardSchool } from '#modules/office/seasons/board.contract.ts';

/**
 * The next day after `on` with other terms for families of the school: the first day of a term, or the day
 * after the last day of a term. @returns undefined without another day
 */
export function nextPriceChange({ programs }: BoardSchool, on: PlainDate): PlainDate | undefined {
  const terms = programs
    .flatMap(({ routes }) => routes)
    .filter(({ is_active }) => is_active)
    .flatMap((route) => route.terms)
    .filter((term) => term.is_active && !term.is_admin_only);
  const days = terms.flatMap(({ from_dt, thru_dt }) => [
    ...(from_dt ? [from_dt] : []),
    ...(thru_dt ? [addDays(thru_dt, 1)] : []),
  ]);
  return days.filter((day) => day > on).sort()[0];
}
