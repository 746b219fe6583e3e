import { expect, test } from 'vitest';
import { asksAgainAfterMs } from './use-school.ts';

const at = (now: number) => ({ askedAt: 0, now });

/** @shows MB10.1 */
test('the day is asked for again when it ends, and at least once a minute', () => {
  const noon = { is_sandbox: false, seconds_left_today: 43_200 };
  const lastSeconds = { is_sandbox: false, seconds_left_today: 12 };
  expect(asksAgainAfterMs(noon, at(0))).toBe(60_000);
  expect(asksAgainAfterMs(lastSeconds, at(0))).toBe(12_000);
  expect(asksAgainAfterMs(lastSeconds, at(5_000))).toBe(7_000);
});

test('a server that still says yesterday is asked again in a second', () => {
  expect(asksAgainAfterMs({ is_sandbox: false, seconds_left_today: 1 }, at(3_000))).toBe(1_000);
});

test('the clock of a sandbox may be moved, and is read every two seconds', () => {
  expect(asksAgainAfterMs({ is_sandbox: true, seconds_left_today: 43_200 }, at(0))).toBe(2_000);
});
