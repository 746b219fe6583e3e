import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { dividedPrice, gradesOf, proposedSeason, proposedSecondPayment } from './proposals.ts';

/** @shows SE11.2 */
describe('what the set-up proposes', () => {
  it.each([
    ['2027-02-10', '2027–2028 school year', '09/07/2027', '06/30/2028'],
    ['2027-10-31', '2027–2028 school year', '09/07/2027', '06/30/2028'],
    ['2027-11-01', '2028–2029 school year', '09/05/2028', '06/30/2029'],
    ['2025-03-01', '2025–2026 school year', '09/02/2025', '06/30/2026'],
  ])('on %s is the %s', (today, text, starts_on, ends_on) => {
    const first_day_of_school = starts_on;
    expect(proposedSeason(plainDate(today))).toEqual({ text, starts_on, ends_on, first_day_of_school });
  });

  it.each([
    ['2027-09-07', '2027-02-10', '2027-09-07'],
    ['2027-09-07', '2027-09-01', '2027-10-01'],
  ])('for a school year from %s as of %s is a second payment on %s', (starts_on, today, day) => {
    expect(proposedSecondPayment(plainDate(starts_on), plainDate(today))).toBe(day);
  });

  it.each([
    [420_000, 3, 140_000, 140_000],
    [100_000, 3, 33_334, 33_333],
    [425_001, 10, 42_501, 42_500],
  ])('for %s cents in %s payments is a deposit of %s and %s later', (price, n, deposit, amount) => {
    expect(dividedPrice(cents(price), n)).toEqual({ deposit, amount });
    expect(deposit + amount * (n - 1)).toBe(price);
  });

  it('are grades of a list, or those that somebody typed, each once', () => {
    expect(gradesOf('k_5', '')).toEqual(['Kindergarten', '1st', '2nd', '3rd', '4th', '5th']);
    expect(gradesOf('9_12', 'ignored')).toEqual(['9th', '10th', '11th', '12th']);
    expect(gradesOf('typed', 'Nursery, Pre-K\n\nNursery')).toEqual(['Nursery', 'Pre-K']);
    expect(gradesOf('typed', ' ')).toEqual([]);
  });
});
