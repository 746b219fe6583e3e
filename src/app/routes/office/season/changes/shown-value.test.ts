import { expect, it } from 'vitest';
import { shownValue } from './shown-value.ts';

/** @shows SE3.8 */
it.each([
  [4200.5, 'dollars', '$4,200.50'],
  [50_000, 'cents', '$500.00'],
  [7.5, 'percent', '7.5 %'],
  [44, 'plain', '44'],
  ['2027-09-01', 'plain', '09/01/2027'],
  ['Round trip', 'plain', 'Round trip'],
  [true, 'plain', 'Yes'],
  [false, 'plain', 'No'],
  [null, 'dollars', '–'],
  [['2026', '2027'], 'plain', '2026, 2027'],
  [{ NJ: 2, CO: 2.5 }, 'plain', 'NJ 2, CO 2.5'],
] as const)('the value %j as %s is read as %s', (value, format, text) => {
  expect(shownValue(value, format)).toBe(text);
});
