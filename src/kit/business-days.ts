import { addDays, type PlainDate } from './plain-date.ts';

/**
 * The day `count` banking days later, Monday to Friday: the bank of the sandbox has no holidays (decision
 * 11).
 */
export function addBusinessDays(from: PlainDate, count: number): PlainDate {
  let day = from;
  for (let left = count; left > 0;) {
    day = addDays(day, 1);
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

function isWeekend(day: PlainDate): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
