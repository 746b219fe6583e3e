import { describe, expect, it } from 'vitest';
import { BANK_HOLIDAYS, bankingExamples } from '#tests/support/billing/bank-holidays.ts';
import { exampleDay } from '#tests/support/billing/prices.ts';
import { addBusinessDays, bankingDayFrom, isBankingDay } from './business-days.ts';
import { addDays, plainDate, type PlainDate } from './plain-date.ts';

const isAtWeekend = (day: PlainDate) =>
  ['Sat', 'Sun'].includes(new Date(`${day}T12:00Z`).toUTCString().slice(0, 3));

function* daysUntil(first: PlainDate, end: PlainDate) {
  for (let day = first; day < end; day = addDays(day, 1)) yield day;
}

/** @shows MC14.1 */
describe('banks are closed', () => {
  const days = [...daysUntil(plainDate('2026-01-01'), plainDate('2031-01-01'))];

  it('at weekends and on the published holidays of the Federal Reserve banks, and on no other day', () => {
    const closed = days.filter((day) => !isBankingDay(day));
    expect(closed).toEqual(days.filter((day) => isAtWeekend(day) || BANK_HOLIDAYS.includes(day)));
  });

  it('on a holiday that falls on a Saturday by its weekend alone', () => {
    // Of eleven holidays a year, so many fall on a Saturday.
    expect(BANK_HOLIDAYS).toHaveLength(5 * 11 - 5);
  });
});

/** @shows MC14.1 */
describe('the worked examples of docs/domain/banking-days.md', () => {
  it.each(bankingExamples.map((row) => [row.case, row] as const))('%s', (_case, row) => {
    const day = exampleDay(row.day);
    expect(addBusinessDays(exampleDay(row.from), Number(row['banking days']))).toBe(day);
    expect(bankingDayFrom(day)).toBe(day);
  });

  it('roll a day on which banks are closed to the next banking day', () => {
    expect(bankingDayFrom(plainDate('2026-10-10'))).toBe('2026-10-13');
    expect(bankingDayFrom(plainDate('2026-10-12'))).toBe('2026-10-13');
  });
});
