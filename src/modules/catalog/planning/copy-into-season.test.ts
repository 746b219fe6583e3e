import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;
let old_id: number;
let next_id: number;
let route: { id: number; name: string };

const rows = async (query: string): Promise<any[]> => (await shop.context.db.execute(sql.raw(query))).rows;
const copy = (kind: string, id: number, season = next_id) =>
  staff.call('GET', `/admin/catalog/${kind}/${id}/copy-into/${season}`);

/** The season of the demo, and the next season, rolled over without routes. */
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  old_id = Number((await rows("select id from periods where name = '2027'"))[0].id);
  const [first] = await rows(`select r.id, r.name from routes r join period_programs s
    on s.id = r.period_program_id join payment_terms t on t.route_id = r.id
    where s.period_id = ${old_id} order by r.id limit 1`);
  route = { id: Number(first.id), name: first.name };
  const at = `/admin/seasons/${old_id}/rollover`;
  const plan = (await staff.call('POST', at)).items[0];
  const rule = { by: { kind: 'percent', value: 10_000 }, unit: 1 };
  const settings = { ...plan.settings, prices: { all: rule, of: [], also: [] } };
  await staff.call('PUT', at, { settings, version: plan.version });
  const { hash } = (await staff.call('POST', `${at}/make`, {})).items[0];
  next_id = Number((await staff.call('POST', `${at}/make`, { seen: hash })).items[0].season_id);
});
afterAll(() => shop.close());

const read = async (kind: string, id: number) =>
  (await staff.call('GET', `/admin/catalog/${kind}/${id}`)).items[0];

/** @shows SE1.8 */
describe('a copy into another season', () => {
  it('has no place for a term before its route is there', async () => {
    const [term] = await rows(`select id from payment_terms where route_id = ${route.id} limit 1`);
    const answer = await copy('payment_term', Number(term.id));
    expect(answer.status).toBe(409);
    expect(answer.errors[0]).toContain(`has no route ${route.name} for it. Copy that first.`);
  });

  it('is a route with its terms, ended, with days and prices by the roll-over that was made', async () => {
    const { items } = await copy('route', route.id);
    const saved = await changeCatalog(shop.app, staff, items[0].changes);
    expect(saved.errors).toEqual([]);
    const made = saved.items[0].rows.find(({ key }: any) => key === items[0].key);
    expect((await read('route', made.id)).fields).toMatchObject({ name: route.name, is_active: false });
    const terms = (id: number) =>
      rows(`select * from payment_terms where route_id = ${id} order by identifier`);
    const [before, after] = [await terms(route.id), await terms(made.id)];
    expect(after).toHaveLength(before.length);
    for (const [nth, { deposit_cents, from_dt }] of after.entries()) {
      expect(Number(deposit_cents)).toBe(Math.floor(Number(before[nth].deposit_cents) * 1.1 + 0.5));
      const old = before[nth].from_dt as string | null;
      expect(from_dt).toBe(old && `${Number(old.slice(0, 4)) + 1}${old.slice(4)}`);
    }
  });

  it('goes into no season that does not exist, and not into its own', async () => {
    expect((await copy('route', route.id, old_id)).status).toBe(404);
    expect((await copy('route', route.id, 999_999)).status).toBe(404);
  });
});
