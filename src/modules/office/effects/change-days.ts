import { addDays, plainDate, type PlainDate } from '#kit/plain-date.ts';
import type { RoutePrices } from '#modules/catalog/routes/route-for-sale.ts';
import { namedSecondDay } from '#modules/pricing/payment-schedule.ts';

type Span = { today: PlainDate; until: PlainDate };

/**
 * Today, and each later day on which an offered term, the day of a payment or the half of an aided contract
 * may change; between two of these days the differences of two catalogs stay the same.
 * @param others  days that count for every route, such as the first day of a card fee
 */
export function changeDays(
  sides: readonly RoutePrices[],
  { today, until }: Span,
  others: readonly PlainDate[],
): PlainDate[] {
  const days = sides.flatMap(({ terms, period }) => [
    period.aid_balance_due_dt ?? plainDate(`${period.starts_on.slice(0, 4)}-06-30`),
    ...terms
      .filter(({ is_admin_only }) => !is_admin_only)
      .flatMap((term) => [term.from_dt, term.thru_dt && addDays(term.thru_dt, 1), namedSecondDay(term)]),
  ]);
  const later = [...days, ...others].filter((day) => day !== null && day > today && day <= until);
  return [today, ...new Set((later as PlainDate[]).toSorted())];
}
