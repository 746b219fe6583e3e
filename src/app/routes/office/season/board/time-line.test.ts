import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { Board } from '#modules/office/seasons/board.contract.ts';
import { barOf, markOf, timeLineOf } from './time-line.ts';

const day = plainDate;
const line = { from: day('2027-03-01'), thru: day('2027-03-10') };
const bar = (from: string | null, thru: string | null) =>
  barOf(line, { from_dt: from ? day(from) : null, thru_dt: thru ? day(thru) : null });

describe('the time line of a board', () => {
  const season = { starts_on: day('2027-09-01'), first_day_of_school: null } as Board['season'];
  const today = day('2027-04-01');
  const withTerms = (from: (string | null)[], first: string | null = null) =>
    [
      {
        period_group: { first_day_of_school: first },
        programs: [{ routes: [{ terms: from.map((from_dt) => ({ from_dt })) }] }],
      },
    ] as unknown as Board['schools'];

  /** @shows SE1.4 */
  it('goes from the first opening to the first day of school', () => {
    const schools = withTerms(['2027-05-01', null, '2027-03-01'], '2027-09-07');
    expect(timeLineOf({ season, schools, today })).toEqual({ from: '2027-03-01', thru: '2027-09-07' });
  });

  it('begins today where no term names a day, and has a day at least', () => {
    expect(timeLineOf({ season, schools: withTerms([null]), today }).from).toBe('2027-04-01');
    const late = timeLineOf({ season, schools: [], today: day('2028-01-01') });
    expect(late).toEqual({ from: '2027-08-31', thru: '2027-09-01' });
  });

  /** @shows SE1.4 */
  it('has a bar from the first to the last day of a window, both included', () => {
    expect(bar('2027-03-01', '2027-03-10')).toEqual({ x: 0, width: 100 });
    expect(bar('2027-03-03', '2027-03-04')).toEqual({ x: 20, width: 20 });
    expect(bar(null, '2027-03-05')).toEqual({ x: 0, width: 50 });
    expect(bar('2027-03-06', null)).toEqual({ x: 50, width: 50 });
  });

  it('keeps a bar outside of the line at its edge, so each term is seen', () => {
    expect(bar('2027-05-01', null)).toEqual({ x: 99, width: 1 });
    expect(bar(null, '2026-05-01')).toEqual({ x: 0, width: 1 });
  });

  it('marks today, but not outside of the line', () => {
    expect(markOf(line, day('2027-03-06'))).toBe(50);
    expect([markOf(line, day('2027-02-28')), markOf(line, day('2027-03-11'))]).toEqual([null, null]);
  });
});
