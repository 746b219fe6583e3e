import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonthsClamped,
  dayIn,
  daysBetween,
  formatDate,
  formatDateTime,
  offsetIn,
  formatDateWithWeekday,
  formatMonthAndDay,
  isPlainDate,
  parseUsDate,
  plainDate,
  startOfDayIn,
} from './plain-date.ts';

const NEW_YORK = 'America/New_York';
const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => plainDate(date.toISOString().slice(0, 10)));

describe('a calendar day', () => {
  it('is written as four, two and two digits and stands in the calendar', () => {
    for (const text of ['2028-02-29', '1000-01-01', '9999-12-31']) expect(plainDate(text)).toBe(text);
    for (const text of [
      '2027-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00',
      '',
      '2100-02-29',
      '2026-02-30',
      '0000-12-31',
      '2026-01-01\n',
      ' 2026-01-01',
      '0999-12-31',
    ]) {
      expect(isPlainDate(text)).toBe(false);
      expect(() => plainDate(text)).toThrow('not a calendar day');
    }
  });

  it('stands in the calendar exactly when its month has so many days', () => {
    const twoDigits = (n: number) => String(n).padStart(2, '0');
    const numbers = (last: number) => Array.from({ length: last + 1 }, (_, n) => twoDigits(n));
    // Every fourth year is a leap year, but only every fourth century.
    for (const year of [1000, 1899, 1900, 2000, 2024, 2026, 2100, 2400, 9996])
      for (const month of numbers(13))
        for (const day of numbers(32)) {
          const text = `${year}-${month}-${day}`;
          const at = new Date(Date.UTC(year, Number(month) - 1, Number(day)));
          expect([text, isPlainDate(text)]).toEqual([text, at.toISOString().startsWith(text)]);
        }
  });

  it('moves by days across months, years and clock changes', () => {
    expect(addDays(plainDate('2026-12-31'), 1)).toBe('2027-01-01');
    expect(addDays(plainDate('2026-03-07'), 2)).toBe('2026-03-09');
    expect(addDays(plainDate('2028-03-01'), -1)).toBe('2028-02-29');
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -999, max: 999 }),
        (day, n) => addDays(addDays(day, n), -n) === day,
      ),
    );
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -999, max: 999 }),
        (day, n) => daysBetween(day, addDays(day, n)) === n,
      ),
    );
  });
});

describe('the same day months later', () => {
  it('takes the last day of a month that is too short', () => {
    expect(addMonthsClamped(plainDate('2026-01-31'), 1)).toBe('2026-02-28');
    expect(addMonthsClamped(plainDate('2028-01-31'), 1)).toBe('2028-02-29');
    expect(addMonthsClamped(plainDate('2026-10-31'), 1)).toBe('2026-11-30');
    expect(addMonthsClamped(plainDate('2026-10-31'), 2)).toBe('2026-12-31');
    expect(addMonthsClamped(plainDate('2028-02-29'), 12)).toBe('2029-02-28');
  });

  it('is the same day where the month has it', () => {
    expect(addMonthsClamped(plainDate('2026-11-15'), 3)).toBe('2027-02-15');
    expect(addMonthsClamped(plainDate('2026-11-15'), 0)).toBe('2026-11-15');
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 24 }), (day, months) => {
        const later = addMonthsClamped(day, months);
        const isLastOfMonth = addDays(later, 1).endsWith('-01');
        return later.slice(8) === day.slice(8) || (isLastOfMonth && later.slice(8) < day.slice(8));
      }),
    );
  });
});

describe("the company's day", () => {
  it('begins at midnight in its own zone', () => {
    expect(dayIn(NEW_YORK, new Date('2026-04-10T03:59:59.999Z'))).toBe('2026-04-09');
    expect(dayIn(NEW_YORK, new Date('2026-04-10T04:00:00Z'))).toBe('2026-04-10');
    expect(dayIn(NEW_YORK, new Date('2026-01-10T04:59:59Z'))).toBe('2026-01-09');
    expect(dayIn(NEW_YORK, new Date('2026-01-10T05:00:00Z'))).toBe('2026-01-10');
  });

  it('lasts 23 hours when the clocks go forward and 25 when they go back', () => {
    const hoursOf = (day: string) =>
      (startOfDayIn(NEW_YORK, addDays(plainDate(day), 1)).getTime() -
        startOfDayIn(NEW_YORK, plainDate(day)).getTime()) /
      3_600_000;
    expect([hoursOf('2026-03-08'), hoursOf('2026-11-01'), hoursOf('2026-06-01')]).toEqual([23, 25, 24]);
    expect(dayIn(NEW_YORK, new Date('2026-11-01T05:30:00Z'))).toBe('2026-11-01'); // the first 1:30
    expect(dayIn(NEW_YORK, new Date('2026-11-01T06:30:00Z'))).toBe('2026-11-01'); // the second one
  });

  it('contains its first instant and not the one before it', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(NEW_YORK, 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'),
        (day, zone) => {
          const start = startOfDayIn(zone, day);
          return (
            dayIn(zone, start) === day && dayIn(zone, new Date(start.getTime() - 1)) === addDays(day, -1)
          );
        },
      ),
    );
  });
});

describe('a day as people read it', () => {
  /** @shows A-353 B-362 */
  it('is written month first', () => {
    expect(formatDate(plainDate('2026-06-30'))).toBe('06/30/2026');
    expect(formatDateWithWeekday(plainDate('2027-03-20'))).toBe('Sat 03/20/2027');
    expect(formatDateTime(NEW_YORK, new Date('2026-04-10T17:05:00Z'))).toBe('04/10/2026 1:05 PM');
    expect(formatDateTime('UTC', new Date('2026-04-10T17:05:00Z'))).toBe('04/10/2026 5:05 PM');
    expect(formatDateTime(NEW_YORK, new Date('2026-11-01T05:59:59.999Z'))).toBe('11/01/2026 1:59 AM');
    expect(formatDateTime(NEW_YORK, new Date('2026-11-01T07:00:00Z'))).toBe('11/01/2026 2:00 AM');
    expect(offsetIn(NEW_YORK, new Date('2026-11-01T05:59:59.999Z'))).toBe('UTC-04:00');
    expect(offsetIn(NEW_YORK, new Date('2026-11-01T06:00:00Z'))).toBe('UTC-05:00');
    expect(offsetIn('Asia/Kolkata', new Date('2026-11-01T06:00:00Z'))).toBe('UTC+05:30');
    expect(offsetIn('America/St_Johns', new Date('2026-12-01T06:00:00Z'))).toBe('UTC-03:30');
    expect(offsetIn('UTC', new Date('2026-11-01T06:00:00Z'))).toBe('UTC+00:00');
  });

  it('names a day of every year', () => {
    const named = ['2026-06-30', '2026-05-01', '2026-05-02', '2026-05-03', '2026-05-11'].map((day) =>
      formatMonthAndDay(plainDate(day)),
    );
    expect(named).toEqual(['June 30th', 'May 1st', 'May 2nd', 'May 3rd', 'May 11th']);
  });

  it('is read back, and is refused when it is no day', () => {
    fc.assert(fc.property(anyDay, (day) => parseUsDate(formatDate(day)) === day));
    for (const text of ['02/29/2027', '13/01/2026', '6/30/2026', '2026-06-30', ''])
      expect(parseUsDate(text)).toBeUndefined();
  });
});
