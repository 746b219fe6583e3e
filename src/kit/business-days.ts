import { addDays, type PlainDate } from './plain-date.ts';

const MONDAY = 1;
const THURSDAY = 4;

/** New Year, Juneteenth, Independence Day, Veterans Day, Christmas */
const FIXED_DAYS = ['01-01', '06-19', '07-04', '11-11', '12-25'];

/** Martin Luther King, Washington, Memorial Day, Labor Day, Columbus Day, Thanksgiving */
const WEEKDAYS_OF_MONTHS = [
  { month: '01', weekday: MONDAY, nth: 3 },
  { month: '02', weekday: MONDAY, nth: 3 },
  { month: '05', weekday: MONDAY, nth: 'last' },
  { month: '09', weekday: MONDAY, nth: 1 },
  { month: '10', weekday: MONDAY, nth: 2 },
  { month: '11', weekday: THURSDAY, nth: 4 },
];

/** The day `count` banking days later. */
export function addBusinessDays(from: PlainDate, count: number): PlainDate {
  let day = from;
  for (let left = count; left > 0; left -= 1) day = bankingDayFrom(addDays(day, 1));
  return day;
}

/** The day itself if banks are open, else the next banking day. */
export function bankingDayFrom(day: PlainDate): PlainDate {
  return isBankingDay(day) ? day : bankingDayFrom(addDays(day, 1));
}

/**
 * Monday to Friday without the holidays of the Federal Reserve banks.
 * Source: MC14; docs/domain/banking-days.md
 */
export const isBankingDay = (day: PlainDate): boolean => !isWeekend(day) && !isHoliday(day);

const isWeekend = (day: PlainDate): boolean => [0, 6].includes(weekdayOf(day));

/** A holiday on a Sunday moves to Monday, a holiday on a Saturday moves nowhere. */
function isHoliday(day: PlainDate): boolean {
  const weekday = weekdayOf(day);
  if (isFixedDay(day) || (weekday === MONDAY && isFixedDay(addDays(day, -1)))) return true;
  const month = monthOf(day);
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  const isLast = monthOf(addDays(day, 7)) !== month;
  return WEEKDAYS_OF_MONTHS.some(
    (holiday) =>
      holiday.month === month &&
      holiday.weekday === weekday &&
      (holiday.nth === 'last' ? isLast : holiday.nth === nth),
  );
}

const isFixedDay = (day: PlainDate): boolean => FIXED_DAYS.includes(day.slice(5));
const monthOf = (day: PlainDate): string => day.slice(5, 7);
const weekdayOf = (day: PlainDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();
