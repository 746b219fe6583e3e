import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import {
  DAY_WORDS,
  filterText,
  readAmounts,
  readChoices,
  readDays,
  readIds,
  readYesNo,
  spanOf,
} from './filter-grammar.ts';

const today = plainDate('2027-03-31');

/** @shows OF1.2 */
describe('a filter in the address', () => {
  it('has choices with commas, each once and each known', () => {
    expect(readChoices('failed, returned,failed', ['failed', 'returned'])).toEqual(['failed', 'returned']);
    expect(readChoices('failed,late', ['failed', 'returned'])).toBeUndefined();
    expect(readChoices('hm,', undefined)).toBeUndefined();
    expect(readIds('4,19')).toEqual([4, 19]);
    for (const wrong of ['0', '-4', '4.5', 'four', '4,,5', '99999999999999999999'])
      expect(readIds(wrong)).toBeUndefined();
  });

  it('has days from and thru, open at an end, or one day', () => {
    expect(readDays('2027-03-01..2027-03-31')).toEqual({ from: '2027-03-01', thru: '2027-03-31' });
    expect(readDays('..2027-03-31')).toEqual({ from: undefined, thru: '2027-03-31' });
    expect(readDays('2027-03-01..')).toEqual({ from: '2027-03-01', thru: undefined });
    expect(readDays('2027-03-01')).toEqual({ from: '2027-03-01', thru: '2027-03-01' });
    for (const wrong of [
      '..',
      '2027-02-30',
      '2027-03-02..2027-03-01',
      'a..b',
      '2027-03-01..x..',
      'yesterday',
    ])
      expect(readDays(wrong)).toBeUndefined();
  });

  it('has words for days, which are resolved on the day of the reading', () => {
    const spans = DAY_WORDS.map((word) => spanOf({ word }, today));
    expect(spans).toEqual([
      { from: '2027-03-31', thru: '2027-03-31' },
      { from: '2027-03-25', thru: '2027-03-31' },
      { from: '2027-03-31', thru: '2027-04-06' },
      { from: '2027-03-01', thru: '2027-03-31' },
      { from: '2027-02-01', thru: '2027-02-28' },
    ]);
    expect(spanOf({ word: 'last_month' }, plainDate('2027-01-15'))).toEqual({
      from: '2026-12-01',
      thru: '2026-12-31',
    });
  });

  it('has amounts in dollars, and yes or no', () => {
    expect(readAmounts('100..500')).toEqual({ from_cents: 10_000, thru_cents: 50_000 });
    expect(readAmounts('0.5..')).toEqual({ from_cents: 50, thru_cents: undefined });
    expect(readAmounts('1100')).toEqual({ from_cents: 110_000, thru_cents: 110_000 });
    for (const wrong of ['', '..', '5..1', '1.234', '-1..', 'x']) expect(readAmounts(wrong)).toBeUndefined();
    expect([readYesNo('yes'), readYesNo('no'), readYesNo('y')]).toEqual([true, false, undefined]);
  });

  it('is written again as it was read', () => {
    for (const text of ['..2027-03-31', '2027-03-01..', '2027-03-01', 'last_7d'])
      expect(filterText(readDays(text))).toBe(text);
    for (const text of ['100..500', '0.5..', '..12.25', '1100'])
      expect(filterText(readAmounts(text))).toBe(text);
    expect(filterText(readIds('4,19'))).toBe('4,19');
    expect([filterText(true), filterText(false), filterText('open')]).toEqual(['yes', 'no', 'open']);
  });
});
