import { describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

const at = (instant: string) => new Date(instant).getTime();

describe("the company's day", () => {
  it('begins and ends at its midnights, also where a day has 23 or 25 hours', () => {
    let nowMs = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
    const clock = systemClock(() => 'America/New_York');
    const days = [
      '2026-03-08T04:59:59.999Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
      '2026-03-09T04:00:00.000Z',
      '2026-11-01T03:59:59.999Z',
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T04:59:59.999Z',
      '2026-11-02T05:00:00.000Z',
    ].map((instant) => {
      nowMs = at(instant);
      return clock.today();
    });
    vi.restoreAllMocks();
    expect(days).toEqual([
      '2026-03-07',
      '2026-03-08',
      '2026-03-08',
      '2026-03-09',
      '2026-10-31',
      '2026-11-01',
      '2026-11-01',
      '2026-11-02',
    ]);
  });

  it('follows the offset, ahead and back', () => {
    let offsetMs = 0;
    const clock = systemClock(
      () => 'America/New_York',
      () => offsetMs,
    );
    const today = clock.today();
    offsetMs = 400 * 86_400_000;
    expect(clock.today() > today).toBe(true);
    offsetMs = 0;
    expect(clock.today()).toBe(today);
  });
});
