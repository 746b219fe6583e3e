import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { closeBlock, closesFrom, lastOfMonth, monthsUntil } from './month.ts';

const day = plainDate;

describe('the closing of a month', () => {
  const facts = { today: day('2027-04-03'), firstMonth: day('2027-02-01'), lastClosed: day('2027-02-01') };

  /** @shows RP3.5 */
  it.each([
    ['from the third day of the next month', '2027-03-01', '2027-04-03', undefined],
    ['not before', '2027-03-01', '2027-04-02', 'month_not_over'],
    ['not out of order', '2027-04-01', '2027-06-03', 'month_not_next'],
    ['not twice', '2027-02-01', '2027-04-03', 'month_closed'],
    ['not before the first booking', '2027-01-01', '2027-04-03', 'month_empty'],
  ])('is possible %s', (_, month, today, block) => {
    expect(closeBlock(day(month), { ...facts, today: day(today) })).toBe(block);
  });

  it('begins with the first month that has a booking, and with none without any', () => {
    expect(closeBlock(day('2027-02-01'), { ...facts, lastClosed: null })).toBeUndefined();
    expect(closeBlock(day('2027-03-01'), { ...facts, lastClosed: null })).toBe('month_not_next');
    expect(closeBlock(day('2027-02-01'), { ...facts, firstMonth: null, lastClosed: null })).toBe(
      'month_empty',
    );
  });

  it('knows the days of a month at both ends of a year', () => {
    expect(lastOfMonth(day('2028-02-01'))).toBe('2028-02-29');
    expect(closesFrom(day('2027-12-01'))).toBe('2028-01-03');
    expect(monthsUntil({ today: day('2028-01-01'), firstMonth: day('2027-11-01') })).toEqual([
      '2028-01-01',
      '2027-12-01',
      '2027-11-01',
    ]);
  });
});
