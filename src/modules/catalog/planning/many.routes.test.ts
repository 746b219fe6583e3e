import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import type { Person } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: Person;
let season_id: number;
let ids: number[];

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  const { rows } = await shop.context.db.execute<{ id: string; route_id: string }>(
    sql`select s.period_id as id, r.id as route_id from routes r
      join period_programs s on s.id = r.period_program_id
      join periods p on p.id = s.period_id where p.name = '2027' order by r.id`,
  );
  season_id = Number(rows[0]!.id);
  ids = rows.map(({ route_id }) => Number(route_id));
});
afterAll(() => shop.close());

const RULE = { by: { kind: 'percent', value: 4_000 }, unit: 500 };
const PRICES = { act: 'price', of: ['full', 'scheduled', 'addon'], names: [], rule: RULE };

const plan = (acts: object[], of: Person = staff) =>
  of.call('POST', `/admin/seasons/${season_id}/many`, { kind: 'route', ids, acts });

async function undo(id: number): Promise<void> {
  const preview = (await staff.call('POST', `/admin/catalog/changes/${id}/undo`, {})).items[0];
  const { hash: seen } = preview;
  expect((await staff.call('POST', `/admin/catalog/changes/${id}/undo`, { seen })).errors).toEqual([]);
}

/** Every price of the season above zero, as stored. */
async function prices(): Promise<number[]> {
  const { rows } = await shop.context.db.execute<{ cents: string }>(sql`
    select v.cents from (
      select t.route_id, unnest(array[t.deposit_cents, t.amount_cents]) as cents from payment_terms t
      union all select a.route_id, a.amount_cents from addons a
    ) v where v.cents > 0 and v.route_id = any(${sql.param(ids)}::bigint[]) order by 1`);
  return rows.map(({ cents }) => Number(cents));
}

const inFives = (cents: number) => 500 * Math.floor((cents * 104) / 50_000 + 0.5);
const inOrder = (values: number[]) => values.toSorted((a, b) => a - b);

/** @shows SE12.2, SE12.4 */
describe('many changes of a season', () => {
  it('are planned, saved as one change set with a title, and undone as a whole', async () => {
    const before = await prices();
    expect([ids.length, before.length]).toEqual([12, 47]);
    const { items } = await plan([PRICES]);
    expect(items[0].rows).toHaveLength(before.filter((old) => inFives(old) !== old).length);
    const title = 'Prices of next year';
    const saved = await changeCatalog(shop.app, staff, items[0].changes, { title });
    expect(saved.errors).toEqual([]);
    expect(inOrder(await prices())).toEqual(inOrder(before.map(inFives)));
    const { id } = saved.items[0];
    const set = (await staff.call('GET', `/admin/catalog/changes/${id}`)).items[0];
    expect(set).toMatchObject({ title, source: 'bulk' });
    await undo(id);
    expect(await prices()).toEqual(before);
  });

  it('leave out a route with more seats taken, with the reason', async () => {
    const [id] = ids;
    await shop.context.db.execute(sql`update routes set capacity = 9, seats_taken = 7 where id = ${id}`);
    const { items } = await plan([{ act: 'capacity', by: 'set', seats: 6 }]);
    expect(items[0].left_out).toContainEqual(expect.objectContaining({ id, reason: 'seats_taken' }));
    expect(items[0].rows.some((row: { id: number }) => row.id === id)).toBe(false);
    await shop.context.db.execute(sql`update routes set seats_taken = 0 where id = ${id}`);
  });

  it('write nothing while they are planned', async () => {
    const before = await prices();
    await plan([PRICES, { act: 'no_limit' }]);
    expect(await prices()).toEqual(before);
  });

  it('are refused to staff without the right, and for an unknown season', async () => {
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    expect((await plan([PRICES], dispatcher)).status).toBe(403);
    const body = { kind: 'route', ids, acts: [PRICES] };
    expect((await staff.call('POST', '/admin/seasons/999999/many', body)).status).toBe(404);
  });
});
