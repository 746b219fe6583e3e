import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { dayOfSignature } from './scan-rules.ts';

const TODAY = plainDate('2026-04-10');

/** @shows OF3.8 */
describe('the day of a signature on paper', () => {
  it.each([
    ['2026-04-10', 'fits'],
    ['2026-04-11', 'ahead'],
    ['2026-02-09', 'fits'],
    ['2026-02-08', 'too_old'],
  ])('%s, read on 2026-04-10, %s', (day, wanted) => {
    expect(dayOfSignature(plainDate(day), TODAY)).toBe(wanted);
  });
});
