import { expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { isOfAge } from './of-age.ts';

it.each([
  ['04/11/2008', '2026-04-10', false],
  ['04/10/2008', '2026-04-10', true],
  ['04/09/2008', '2026-04-10', true],
  ['02/29/2008', '2026-02-27', false],
  ['02/29/2008', '2026-02-28', true],
  ['13/01/1990', '2026-04-10', false],
])('who was born on %s is of age on %s: %s', (born, today, isAdult) => {
  expect(isOfAge(born, plainDate(today))).toBe(isAdult);
});
