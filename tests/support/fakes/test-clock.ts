import { addDays, startOfDayIn } from '#kit/plain-date.ts';
import { steppedClock, type SteppedClock } from '#platform/clock/stepped-clock.ts';

export type TestClock = SteppedClock & {
  advanceDays(days: number): void;
  advanceMs(milliseconds: number): void;
};

/** A clock that stands still until a test moves it. The default is the day of the worked examples (P). */
export function testClock(
  start: string | Date = '2026-04-10T14:00:00Z',
  time_zone = 'America/New_York',
): TestClock {
  const clock = steppedClock(start, time_zone);
  const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);
  return {
    ...clock,
    advanceDays: (days) => {
      const intoDay = clock.now().getTime() - startOfDayIn(time_zone, clock.today()).getTime();
      clock.moveTo(later(startOfDayIn(time_zone, addDays(clock.today(), days)), intoDay));
    },
    advanceMs: (milliseconds) => clock.moveTo(later(clock.now(), milliseconds)),
  };
}
