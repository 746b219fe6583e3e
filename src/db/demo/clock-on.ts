import { HOUR_MS } from '#kit/durations.ts';
import { startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';

/** A clock that stands at ten in the morning of a company day. */
export function clockOn({ time_zone }: Clock, day: PlainDate): Clock {
  const at = startOfDayIn(time_zone, day).getTime() + 10 * HOUR_MS;
  const now = () => new Date(at);
  return { time_zone, today: () => day, now, realNow: now };
}
