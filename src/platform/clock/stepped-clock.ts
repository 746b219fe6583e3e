import { HOUR_MS } from '#kit/durations.ts';
import { dayIn, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import type { Clock } from './clock.ts';

export type SteppedClock = Clock & {
  moveTo(instant: string | Date): void;
  /** Midnight of a company day, plus hours. */
  moveToDay(day: PlainDate, hours?: number): void;
};

/** A clock that stands still until moved. */
export function steppedClock(start: string | Date, time_zone: string): SteppedClock {
  let instant = new Date(start);
  return {
    time_zone,
    now: () => new Date(instant),
    realNow: () => new Date(instant),
    today: () => dayIn(time_zone, instant),
    moveTo: (to) => void (instant = new Date(to)),
    moveToDay: (day, hours = 0) =>
      void (instant = new Date(startOfDayIn(time_zone, day).getTime() + hours * HOUR_MS)),
  };
}
