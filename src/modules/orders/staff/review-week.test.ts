import { expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { lastWeek } from './review-week.ts';

it.each([
  ['2026-04-13', '2026-04-06', '2026-04-12'],
  ['2026-04-19', '2026-04-06', '2026-04-12'],
  ['2026-04-20', '2026-04-13', '2026-04-19'],
  ['2023-12-31', '2023-12-18', '2023-12-24'],
])('on %s the last week is %s to %s, Monday to Sunday', (today, from, until) => {
  expect(lastWeek(plainDate(today))).toEqual({ from, until });
});
