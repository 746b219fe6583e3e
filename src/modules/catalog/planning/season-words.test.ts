import { describe, expect, it } from 'vitest';
import { movedDay } from './moved-day.ts';
import { findSeasonWords, replaceWords, yearsOf, type SeasonStep } from './season-words.ts';

const STEP: SeasonStep = {
  old: { name: '2027', text: 'School year 2027–2028', years: { first: 2027, last: 2028 } },
  next: { name: '2028', text: 'School year 2028–2029', years: { first: 2028, last: 2029 } },
  dayOf: (day) => movedDay(day, 'same_weekday'),
};

const replaced = (text: string) => replaceWords(text, findSeasonWords(text, STEP));

/** @shows SE9.8 */
describe('the words of the old season in a text', () => {
  it.each([
    ['the season’s title', 'Contract for School year 2027–2028.', 'Contract for School year 2028–2029.'],
    ['years with a dash', 'Routes of 2027–2028 begin', 'Routes of 2028–2029 begin'],
    ['years with a hyphen', 'the 2027-2028 season', 'the 2028-2029 season'],
    ['short years', 'in 2027-28 and 2027/28', 'in 2028-29 and 2028/29'],
    ['years with blanks', '2027 – 2028', '2028 – 2029'],
    ['a year alone', 'Fall 2027, spring 2028', 'Fall 2028, spring 2029'],
    ['a day in words', 'from September 7, 2027 on', 'from September 5, 2028 on'],
    ['a day with its weekday', 'Tuesday, September 7, 2027', 'Tuesday, September 5, 2028'],
    ['a short month', 'until Sept. 7, 2027', 'until Sep. 5, 2028'],
    ['an ordinal', 'on May 3rd, 2027', 'on May 1st, 2028'],
    ['a day in numbers', 'by 09/07/2027 or 9/7/2027', 'by 09/05/2028 or 9/5/2028'],
    ['a day of a computer', 'on 2027-09-07', 'on 2028-09-05'],
    ['several in tags', '<p>2027</p><p>May <b>2028</b></p>', '<p>2028</p><p>May <b>2029</b></p>'],
  ])('are found as %s', (_, text, next) => {
    expect(replaced(text)).toBe(next);
  });

  it.each([
    ['a law', 'Under the Act of 2010 and the rule of 2015'],
    ['an amount', 'It costs $2027 or 2,027.00'],
    ['a part of a number', 'Call 212-555-2027 or write to PO Box 120275'],
    ['an address in a link', '<a href="https://school.example/2027/map">Map</a>'],
    ['another school year', 'In 2025-26 there were nine routes'],
  ])('are not taken for %s', (_, text) => {
    expect(findSeasonWords(text, STEP)).toEqual([]);
  });

  it('stand in their sentence, and only those that are chosen are replaced', () => {
    const text = '<p>Buses run. The year 2027–2028 ends in June. Sign by 09/07/2027.</p>';
    const found = findSeasonWords(text, STEP);
    expect(found.map(({ sentence }) => sentence)).toEqual([
      'The year 2027–2028 ends in June.',
      'Sign by 09/07/2027.',
    ]);
    expect(replaceWords(text, [found[1]!])).toBe(
      '<p>Buses run. The year 2027–2028 ends in June. Sign by 09/05/2028.</p>',
    );
  });

  it('name a day that stays only by its year', () => {
    const stays = { ...STEP, dayOf: (day: Parameters<SeasonStep['dayOf']>[0]) => day };
    expect(findSeasonWords('by 09/07/2027', stays)).toEqual([]);
  });
});

it.each([
  ['School year 2027–2028', { first: 2027, last: 2028 }],
  ['2027/28', { first: 2027, last: 2028 }],
  ['Summer camp', { first: 2031, last: 2032 }],
])('the years of %s are those of the title, else of the days', (text, years) => {
  expect(yearsOf({ text, starts_on: '2031-09-01', ends_on: '2032-06-20' })).toEqual(years);
});
