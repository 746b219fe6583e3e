import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { hasEnded, isCurrent, isOnSale, isOpenToFamilies, isProgramOpen } from './on-sale.ts';
import type { RouteForSale, TermForSale } from './route-for-sale.ts';

const TODAY = plainDate('2026-04-10');
const sale = routeForSale();
const [aTerm] = sale.terms as [TermForSale];
const open = (from: string | null, thru: string | null, changes: Partial<TermForSale> = {}) =>
  isOpenToFamilies(
    {
      ...aTerm,
      from_dt: from === null ? null : plainDate(from),
      thru_dt: thru === null ? null : plainDate(thru),
      ...changes,
    },
    TODAY,
  );

describe('a term is open to families', () => {
  it('from its first day to its last, both included', () => {
    expect(open('2026-04-10', '2026-04-10')).toBe(true);
    expect(open('2026-04-11', null)).toBe(false);
    expect(open(null, '2026-04-09')).toBe(false);
    expect(open(null, null)).toBe(true);
  });

  it('never where only staff may sell it', () => {
    expect(open(null, null, { is_admin_only: true })).toBe(false);
  });

  it('no more after its last day, whoever sells it', () => {
    expect(hasEnded({ thru_dt: plainDate('2026-04-09') }, TODAY)).toBe(true);
    expect(hasEnded({ thru_dt: TODAY }, TODAY)).toBe(false);
    expect(hasEnded({ thru_dt: null }, TODAY)).toBe(false);
  });
});

describe('a route is on sale', () => {
  const isSold = (changes: Partial<RouteForSale>) => isOnSale(routeForSale(changes), TODAY);
  const { route, program_group, period_program, period_program_group } = sale;

  it('while school, program and route are open and a term is', () => {
    expect(isSold({})).toBe(true);
  });

  it.each<[string, Partial<RouteForSale>]>([
    ['the route is taken out of sale', { route: { ...route, is_active: false } }],
    ['the school is closed', { program_group: { ...program_group, is_active: false } }],
    ['the program is closed', { period_program: { ...period_program, is_active: false } }],
    [
      'the school is closed in the period',
      { period_program_group: { ...period_program_group!, is_active: false } },
    ],
    ['the school has no part in the period', { period_program_group: undefined }],
    ['another school year is sold now', { program_group: { ...program_group, current_period_id: 90 } }],
    ['the school sells no school year now', { program_group: { ...program_group, current_period_id: null } }],
    ['no term is left', { terms: [] }],
    ['only staff may sell its terms', { terms: [{ ...aTerm, is_admin_only: true }] }],
    ['its terms begin tomorrow', { terms: [{ ...aTerm, from_dt: plainDate('2026-04-11') }] }],
  ])('not where %s', (_, changes) => {
    expect(isSold(changes)).toBe(false);
  });

  it('where one of several terms is open', () => {
    const ended = { ...aTerm, thru_dt: plainDate('2026-04-09') };
    expect(isSold({ terms: [ended, aTerm] })).toBe(true);
  });

  it('without a look at seats, which are counted elsewhere', () => {
    expect(isSold({ route: { ...route, capacity: 0 } })).toBe(true);
  });

  it('tells an open program from a current one', () => {
    const next = routeForSale({ program_group: { ...program_group, current_period_id: 90 } });
    expect([isProgramOpen(next), isCurrent(next)]).toEqual([true, false]);
  });
});
