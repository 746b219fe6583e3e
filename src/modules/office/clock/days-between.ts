import { addDays, dayIn, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';

/**
 * The instants at which a clock stops that is moved from `now` to a day: the same time of day on each day of
 * the way, the last one included. Where clocks change at night, an hour more or less.
 * Source: K1
 */
export function eachDayBetween(now: Date, to: PlainDate, time_zone: string): Date[] {
  const today = dayIn(time_zone, now);
  const intoDayMs = now.getTime() - startOfDayIn(time_zone, today).getTime();
  const stops: Date[] = [];
  for (let day = addDays(today, 1); day <= to; day = addDays(day, 1)) {
    const stop = new Date(startOfDayIn(time_zone, day).getTime() + intoDayMs);
    stops.push(dayIn(time_zone, stop) === day ? stop : startOfDayIn(time_zone, day));
  }
  return stops;
}
