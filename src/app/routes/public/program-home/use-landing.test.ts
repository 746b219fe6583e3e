import { expect, test } from 'vitest';
import { asksAgainAfterMs } from './use-landing.ts';

const HOUR = '2027-03-01T13:00:00.000Z';
const HOUR_MS = Date.parse(HOUR);

/** An answer of the server `beforeMs` before the hour, read by a phone whose clock is wrong by `wrongMs`. */
function waits(
  beforeMs: number,
  { passedMs = 0, wrongMs = 0, is_sandbox = false, spreadMs = 0 } = {},
): number {
  const info = { now: new Date(HOUR_MS - beforeMs).toISOString(), is_sandbox };
  const askedAt = HOUR_MS - beforeMs + wrongMs;
  return asksAgainAfterMs(info, HOUR, { askedAt, now: askedAt + passedMs, spreadMs });
}

/** @shows SE8.3 */
test('a school that opens is asked for at the hour, and at least once a minute before', () => {
  expect(waits(3_600_000)).toBe(60_000);
  expect(waits(12_000)).toBe(12_000);
  expect(waits(12_000, { passedMs: 5_000 })).toBe(7_000);
});

/** @shows SE8.3 */
test.each([-3_600_000, 3_600_000])(
  'a phone whose clock is wrong by %d ms asks at the hour too',
  (wrongMs) => {
    expect(waits(12_000, { passedMs: 5_000, wrongMs })).toBe(7_000);
    expect(waits(3_600_000, { wrongMs })).toBe(60_000);
  },
);

/** @shows SE8.3 */
test('after the hour a server that still says closed is asked each second', () => {
  expect(waits(2_000, { passedMs: 2_000 })).toBe(1_000);
  expect(waits(2_000, { passedMs: 60_000 })).toBe(1_000);
});

test('parents who wait for the same hour are spread over half a second', () => {
  expect(waits(2_000, { spreadMs: 400 })).toBe(2_400);
});

/** @shows SE8.3 */
test('the clock of a sandbox may be moved to the hour, and is read each second', () => {
  expect(waits(86_400_000, { is_sandbox: true })).toBe(1_000);
});

test('without an hour, or with the time of an old page alone, a minute passes', () => {
  const info = { now: HOUR, is_sandbox: true };
  const at = { askedAt: HOUR_MS, now: HOUR_MS, spreadMs: 0 };
  expect(asksAgainAfterMs(info, null, at)).toBe(60_000);
  expect(asksAgainAfterMs(info, HOUR, { ...at, askedAt: 0 })).toBe(60_000);
  expect(asksAgainAfterMs(undefined, HOUR, at)).toBe(60_000);
});
