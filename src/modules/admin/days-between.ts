import { addDays, dayIn, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';

/**
 * The instants at which a clock stops that is moved from `now` to a day: the same time of day on each day of
 * the way, the last one included. Where clocks change at night, an hour more or less.
 * Source: K1
 */
export function eachDayBetween(now: Date, to: PlainDate, timeZone: string): Date[] {
  const today = dayIn(timeZone, now);
  const intoDayMs = now.getTime() - startOfDayIn(timeZone, today).getTime();
  const stops: Date[] = [];
  for (let day = addDays(today, 1); day <= to; day = addDays(day, 1)) {
    const stop = new Date(startOfDayIn(timeZone, day).getTime() + intoDayMs);
    stops.push(dayIn(timeZone, stop) === day ? stop : startOfDayIn(timeZone, day));
  }
  return stops;
}
