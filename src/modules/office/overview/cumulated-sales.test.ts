import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { cumulated, difference, openingDay, signedSince } from './cumulated-sales.ts';

const on = (day: string, n: number) => ({ day: plainDate(day), n });
const SIGNED = [on('2027-02-27', 1), on('2027-03-01', 2), on('2027-03-04', 3)];

describe('contracts by days since the sale opened', () => {
  /** @shows RP1.2 */
  it('are added up day by day, and what was signed before counts on the first day', () => {
    expect(cumulated(SIGNED, plainDate('2027-03-01'), plainDate('2027-03-05'))).toEqual([3, 3, 3, 6, 6]);
  });

  it('are none before the sale has opened, or without a day of opening', () => {
    expect(cumulated(SIGNED, plainDate('2027-03-01'), plainDate('2027-02-28'))).toEqual([]);
    expect(cumulated(SIGNED, null, plainDate('2027-03-05'))).toEqual([]);
  });

  it('begin with the first opening hour, else with the first contract', () => {
    expect(openingDay([plainDate('2027-03-02'), plainDate('2027-03-01')], SIGNED)).toBe('2027-03-01');
    expect(openingDay([], SIGNED)).toBe('2027-02-27');
    expect(openingDay([], [])).toBeNull();
  });

  /** @shows RP1.2 */
  it('are compared with last season on the same day, or with its end if it was shorter', () => {
    expect(difference([1, 3, 6], [2, 2, 2, 9])).toBe(4);
    expect(difference([1, 3, 6], [2, 5])).toBe(1);
    expect(difference([1], undefined)).toBeNull();
  });

  it('are counted for the last seven days with today', () => {
    expect(signedSince(SIGNED, plainDate('2027-03-07'), 7)).toBe(5);
    expect(signedSince(SIGNED, plainDate('2027-03-08'), 7)).toBe(3);
  });
});
