import { describe, expect, it } from 'vitest';
import type { CheckAnswer } from '#modules/catalog/checks/checks.contract.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import type { Board, BoardRoute } from '#modules/office/seasons/board.contract.ts';
import { standingOf } from './board-checks.ts';
import { shownSchools, type BoardFilters } from './board-view.ts';

let routes = 0;
const aRoute = (name: string, changes: object = {}) =>
  ({
    id: ++routes,
    name,
    is_active: true,
    seats: { free: null },
    terms: [{ id: 10 * routes, name: 'Pay in full' }],
    addons: [],
    discounts: [],
    ...changes,
  }) as unknown as BoardRoute;

const aProgram = (id: number) => ({ id, period_program: { id: 10 * id }, grades: [], surcharges: [] });

const schools = [
  {
    id: 1,
    path: 'hm',
    name: 'Hillmark',
    period_group: null,
    programs: [
      {
        ...aProgram(1),
        name: 'Lower School',
        routes: [aRoute('Round trip'), aRoute('Late bus', { seats: { free: 0 } })],
      },
      {
        ...aProgram(2),
        name: 'Upper School',
        routes: [aRoute('Morning', { is_active: false, seats: { free: 0 } })],
      },
      { ...aProgram(3), name: 'Summer', routes: [] },
    ],
  },
  { id: 2, path: 'rcs', name: 'Riverside', period_group: { id: 20, printables: [] }, programs: [] },
] as unknown as Board['schools'];

const ALL: BoardFilters = { school: '', program: '', show: 'all', search: '' };
const aCheck = (kind: ObjectKind, id: number, isAside = false) =>
  ({ subject: { kind, id }, put_aside: isAside ? { note: 'Known' } : null }) as CheckAnswer;

const shown = (filters: Partial<BoardFilters>, checks: CheckAnswer[] = []) =>
  shownSchools(schools, { ...ALL, ...filters }, standingOf(checks)).map(({ path, programs }) => [
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

  it('leave routes with a check of the route or of a part', () => {
    const found = [aCheck('route', 1), aCheck('payment_term', 30), aCheck('addon', 2)];
    expect(shown({ show: 'checks' }, found)).toEqual([['hm', 1, 'Round trip', 2, 'Morning']]);
    expect(shown({ show: 'checks', search: 'morning' }, found)).toEqual([['hm', 2, 'Morning']]);
    expect(shown({ show: 'checks' })).toEqual([]);
  });

  it('leave programs and schools with a check of their own', () => {
    const found = [aCheck('period_program', 30), aCheck('period_group', 20)];
    expect(shown({ show: 'checks' }, found)).toEqual([['hm', 3], ['rcs']]);
    expect(shown({ show: 'checks', program: '3' }, found)).toEqual([['hm', 3]]);
    expect(shown({ show: 'checks', search: 'river' }, found)).toEqual([['rcs']]);
  });

  it('leave nothing for a check that was put aside', () => {
    expect(shown({ show: 'checks' }, [aCheck('route', 1, true)])).toEqual([]);
  });

  it('leave names with every word, of route, term, program or school', () => {
    expect(shown({ search: 'LATE hill' })).toEqual([['hm', 1, 'Late bus']]);
    expect(shown({ search: 'summer' })).toEqual([['hm', 3]]);
    expect(shown({ search: 'full round' })).toEqual([['hm', 1, 'Round trip']]);
    expect(shown({ search: 'nowhere' })).toEqual([]);
  });
});
