import { expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { readDays } from './filter-grammar.ts';
import { instantsOf } from './list-days.ts';

const clock = { time_zone: 'America/New_York', today: () => plainDate('2027-03-20') };

/** @shows OF1.2 */
it('a filter by days is one by instants, and has no end at the last day of the calendar', () => {
  const [day, last] = [readDays('2027-03-01'), readDays('9999-12-31')];
  expect(instantsOf(day, clock)).toEqual({
    from: new Date('2027-03-01T05:00:00Z'),
    before: new Date('2027-03-02T05:00:00Z'),
  });
  expect(instantsOf(last, clock)).toEqual({ from: new Date('9999-12-31T05:00:00Z'), before: undefined });
});
