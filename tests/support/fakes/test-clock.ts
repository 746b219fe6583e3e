import { addDays, dayIn, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';

export type TestClock = Clock & {
  moveTo(instant: string | Date): void;
  /** Midnight of a company day, plus hours. */
  moveToDay(day: PlainDate, hours?: number): void;
  advanceDays(days: number): void;
  advanceMs(milliseconds: number): void;
};

/** A clock that stands still until a test moves it. The default is the day of the worked examples (P). */
export function testClock(
  start: string | Date = '2026-04-10T14:00:00Z',
  time_zone = 'America/New_York',
): TestClock {
  let instant = new Date(start);
  const today = () => dayIn(time_zone, instant);
  return {
    time_zone,
    now: () => new Date(instant),
    realNow: () => new Date(instant),
    today,
    moveTo: (to) => void (instant = new Date(to)),
    moveToDay: (day, hours = 0) =>
      void (instant = new Date(startOfDayIn(time_zone, day).getTime() + hours * 3_600_000)),
    advanceDays: (days) => {
      const intoDay = instant.getTime() - startOfDayIn(time_zone, today()).getTime();
      instant = new Date(startOfDayIn(time_zone, addDays(today(), days)).getTime() + intoDay);
    },
    advanceMs: (milliseconds) => void (instant = new Date(instant.getTime() + milliseconds)),
  };
}
