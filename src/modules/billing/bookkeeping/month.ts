import { addDays, addMonthsClamped, plainDate, type PlainDate } from '#kit/plain-date.ts';

export const firstOfMonth = (day: PlainDate): PlainDate => plainDate(`${day.slice(0, 7)}-01`);
export const nextMonth = (month: PlainDate): PlainDate => addMonthsClamped(month, 1);
export const lastOfMonth = (month: PlainDate): PlainDate => addDays(nextMonth(month), -1);

/** Late events of the last days still come in (RP3.5). */
const DAYS_AFTER = 2;

/** The day from which a month may be closed: the third day of the next month. */
export const closesFrom = (month: PlainDate): PlainDate => addDays(nextMonth(month), DAYS_AFTER);

type Facts = {
  today: PlainDate;
  /** the first month with a row of the journal */
  firstMonth: PlainDate | null;
  lastClosed: PlainDate | null;
};

export type MonthBlock = 'month_not_over' | 'month_not_next' | 'month_closed' | 'month_empty';

/** Months are closed in their order, from the first one with bookings. */
export function closeBlock(
  month: PlainDate,
  { today, firstMonth, lastClosed }: Facts,
): MonthBlock | undefined {
  if (!firstMonth || month < firstMonth) return 'month_empty';
  if (lastClosed && month <= lastClosed) return 'month_closed';
  if (month !== (lastClosed ? nextMonth(lastClosed) : firstMonth)) return 'month_not_next';
  return today < closesFrom(month) ? 'month_not_over' : undefined;
}

/** The months from the first one with bookings to the month of today, the newest first. */
export function monthsUntil({ today, firstMonth }: Pick<Facts, 'today' | 'firstMonth'>): PlainDate[] {
  if (!firstMonth) return [];
  const months: PlainDate[] = [];
  for (let month = firstMonth; month <= today; month = nextMonth(month)) months.unshift(month);
  return months;
}
