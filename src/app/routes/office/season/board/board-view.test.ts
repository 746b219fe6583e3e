import { describe, expect, it } from 'vitest';
import type { Board, BoardRoute } from '#modules/office/seasons/board.contract.ts';
import { shownSchools, type BoardFilters } from './board-view.ts';

const aRoute = (name: string, changes: object = {}) =>
  ({
    name,
    is_active: true,
    seats: { free: null },
    terms: [{ name: 'Pay in full' }],
    addons: [],
    discounts: [],
    ...changes,
  }) as unknown as BoardRoute;

const schools = [
  {
    path: 'hm',
    name: 'Hillmark',
    programs: [
      {
        id: 1,
        name: 'Lower School',
        routes: [aRoute('Round trip'), aRoute('Late bus', { seats: { free: 0 } })],
      },
      { id: 2, name: 'Upper School', routes: [aRoute('Morning', { is_active: false, seats: { free: 0 } })] },
      { id: 3, name: 'Summer', routes: [] },
    ],
  },
  { path: 'rcs', name: 'Riverside', programs: [] },
] as unknown as Board['schools'];

const ALL: BoardFilters = { school: '', program: '', show: 'all', search: '' };
const shown = (filters: Partial<BoardFilters>) =>
  shownSchools(schools, { ...ALL, ...filters }).map(({ path, programs }) => [
    path,
    ...programs.flatMap(({ id, routes }) => [id, ...routes.map(({ name }) => name)]),
  ]);

/** @shows SE1.6 */
describe('the filters of a board', () => {
  it('leave everything where none is set', () => {
    expect(shown({})).toEqual([['hm', 1, 'Round trip', 'Late bus', 2, 'Morning', 3], ['rcs']]);
  });

  it('leave a school, or a program', () => {
    expect(shown({ school: 'rcs' })).toEqual([['rcs']]);
    expect(shown({ program: '2' })).toEqual([['hm', 2, 'Morning']]);
  });

  it('leave full routes that are still sold, or those that have ended', () => {
    expect(shown({ show: 'full' })).toEqual([['hm', 1, 'Late bus']]);
    expect(shown({ show: 'ended' })).toEqual([['hm', 2, 'Morning']]);
  });

  it('leave names with every word, of route, term, program or school', () => {
    expect(shown({ search: 'LATE hill' })).toEqual([['hm', 1, 'Late bus']]);
    expect(shown({ search: 'summer' })).toEqual([['hm', 3]]);
    expect(shown({ search: 'full round' })).toEqual([['hm', 1, 'Round trip']]);
    expect(shown({ search: 'nowhere' })).toEqual([]);
  });
});
