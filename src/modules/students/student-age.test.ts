import { expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { isStudentAge } from './student-age.ts';

it.each([
  ['04/11/2024', '2026-04-10', false],
  ['04/10/2024', '2026-04-10', true],
  ['04/10/2001', '2026-04-10', true],
  ['04/09/2001', '2026-04-10', false],
  ['02/29/2024', '2026-02-28', true],
  ['03/04/2099', '2026-04-10', false],
  ['03/04/1800', '2026-04-10', false],
  ['13/01/2015', '2026-04-10', false],
])('a student born on %s is of an age to ride on %s: %s', (born, today, isAge) => {
  expect(isStudentAge(born, plainDate(today))).toBe(isAge);
});
