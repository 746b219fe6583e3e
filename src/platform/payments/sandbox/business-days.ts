import { addDays, type PlainDate } from '#kit/plain-date.ts';

/** The day `count` business days later; Saturdays and Sundays are none. The sandbox's bank keeps no holidays. */
export function addBusinessDays(from: PlainDate, count: number): PlainDate {
  let day = from;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

function isWeekend(day: PlainDate): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
