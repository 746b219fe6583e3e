import { expect, test } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { BoardSchool } from '#modules/office/seasons/board.contract.ts';
import { nextPriceChange } from './price-changes.ts';

const term = (from_dt: string | null, thru_dt: string | null, changes: object = {}) => ({
  from_dt,
  thru_dt,
  is_active: true,
  is_admin_only: false,
  ...changes,
});

const schoolWith = (terms: object[], route: object = {}) =>
  ({ programs: [{ routes: [{ is_active: true, terms, ...route }] }] }) as unknown as BoardSchool;

const after = (school: BoardSchool, on: string) => nextPriceChange(school, plainDate(on));

/** @shows SE7.1 */
test('prices change on the first day of a term and on the day after its last', () => {
  const school = schoolWith([term('2027-02-01', '2027-03-31'), term('2027-04-01', null)]);
  expect(after(school, '2027-01-15')).toBe('2027-02-01');
  expect(after(school, '2027-02-01')).toBe('2027-04-01');
  expect(after(school, '2027-04-01')).toBeUndefined();
});

/** @shows SE7.1 */
test('terms that no family is offered change no price', () => {
  const reserved = term('2027-02-01', null, { is_admin_only: true });
  const ended = term('2027-02-01', null, { is_active: false });
  expect(after(schoolWith([reserved, ended, term(null, null)]), '2027-01-15')).toBeUndefined();
  expect(after(schoolWith([term('2027-02-01', null)], { is_active: false }), '2027-01-15')).toBeUndefined();
});
