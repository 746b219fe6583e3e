import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { periodProgramsOf, groupsOf } from '#modules/catalog/catalog.queries.ts';
import { createSeasonContext, type TestContext } from '#tests/support/app/test-context.ts';
import { listPeriodPrograms, listRoutes } from './routes.service.ts';
import { pricesOf, soldPrograms } from './school-prices.ts';
import type { PeriodProgram } from './routes.contract.ts';

let t: TestContext;
let catalog: SellingCatalog;
beforeAll(async () => {
  t = await createSeasonContext();
  catalog = await sellingCatalog(t.db, t.clock.now());
});
afterAll(() => t.close());

const school = (path: string) => groupsOf(catalog, { path })[0]!.group;

function programsOf(path: string): PeriodProgram[] {
  const { current_period_id } = school(path);
  return listPeriodPrograms(catalog, { period_id: current_period_id! });
}

describe('the prices on a school’s page', () => {
  it('are of the programs that the school sells, and of no other school', () => {
    const { id } = school('hm');
    const sold = soldPrograms(programsOf('hm'), id);
    expect(sold.map(({ program }) => program.program_group.id)).toEqual(sold.map(() => id));
    expect(sold.map(({ program }) => program.name)).toContain('hm-lower');
    const closed = programsOf('hm').map((each) => ({ ...each, is_active: false }));
    expect(soldPrograms(closed, id)).toEqual([]);
  });

  it('show no term that only staff may sell, though staff look at the page', () => {
    const [lower] = soldPrograms(programsOf('hm'), school('hm').id);
    const of = periodProgramsOf(catalog, { id: lower!.id })[0]!;
    const ids = catalog.routes
      .filter(({ period_program_id }) => period_program_id === of.periodProgram.id)
      .map(({ id }): [number, number | null] => [id, null]);
    const read = { period_program_id: lower!.id, seats: ids };
    const forStaff = listRoutes(catalog, { ...read, withStaffOffers: true });
    const isForStaff = ({ is_admin_only }: { is_admin_only: boolean }) => is_admin_only;
    expect(forStaff.flatMap(({ payment_terms }) => payment_terms).some(isForStaff)).toBe(true);
    const { program, routes } = pricesOf(lower!, forStaff);
    expect(program).toEqual({ id: lower!.program.id, text: lower!.program.text });
    expect(routes.flatMap(({ payment_terms }) => payment_terms).some(isForStaff)).toBe(false);
    expect(routes.map(({ id }) => id)).toEqual(forStaff.map(({ id }) => id));
    for (const route of routes)
      expect(Object.keys(route)).toEqual(['id', 'name', 'is_full', 'payment_terms']);
  });

  /** @shows MP10.11 */
  it('mark a route without a seat as full, and no other', () => {
    const [lower] = soldPrograms(programsOf('hm'), school('hm').id);
    const [full, last, unlimited] = catalog.routes
      .filter(({ period_program_id }) => period_program_id === lower!.id)
      .map(({ id }) => id);
    const seats: [number, number | null][] = [
      [full!, 0],
      [last!, 1],
      [unlimited!, null],
    ];
    const routes = listRoutes(catalog, { period_program_id: lower!.id, seats, withStaffOffers: false });
    const priced = pricesOf(lower!, routes).routes;
    expect(priced.map(({ id, is_full }) => [id, is_full])).toEqual([
      [full, true],
      [last, false],
      [unlimited, false],
    ]);
  });

  it('are read as a family reads them: without terms and add-ons of staff', () => {
    const [lower] = soldPrograms(programsOf('hm'), school('hm').id);
    const all = catalog.routes.filter(({ period_program_id }) => period_program_id === lower!.id);
    const seats = all.map(({ id }): [number, number | null] => [id, null]);
    const routes = listRoutes(catalog, { period_program_id: lower!.id, seats, withStaffOffers: false });
    for (const { payment_terms, addons } of routes)
      expect([...payment_terms, ...addons].some(({ is_admin_only }) => is_admin_only)).toBe(false);
  });

  it('of a program that is not sold in any year are refused', () => {
    const wanted = { period_program_id: 987_654, seats: [], withStaffOffers: false };
    expect(() => listRoutes(catalog, wanted)).toThrow('not_found');
  });
});
