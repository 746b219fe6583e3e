import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import type { Board } from '#modules/office/seasons/board.contract.ts';

let shop: SeasonApp;
let staff: StaffMember;
let period_id: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  period_id = await numberOf(sql`select id as n from periods where name = '2027'`);
});
afterAll(() => shop.close());

const numberOf = async (query: SQL) => Number((await shop.context.db.execute<any>(query)).rows[0].n);
const routeId = () =>
  numberOf(sql`select r.id as n from routes r join payment_terms t on t.route_id = r.id
    where t.identifier = 'HML-RT-S2' order by r.id limit 1`);

async function copied(kind: string, id: number): Promise<number> {
  const { status, items } = await staff.call('GET', `/admin/catalog/${kind}/${id}/copy`);
  expect(status).toBe(200);
  const [{ changes, key }] = items;
  const saved = await changeCatalog(shop.app, staff, changes);
  expect([saved.status, saved.errors]).toEqual([200, []]);
  return saved.items[0].rows.find((row: any) => row.key === key).id;
}
const read = async (kind: string, id: number) =>
  (await staff.call('GET', `/admin/catalog/${kind}/${id}`)).items[0];

const programs = async () => {
  const { items } = await staff.call('GET', `/admin/seasons/${period_id}/board`);
  return (items[0] as Board).schools.flatMap((school) => school.programs);
};
const lower = async () => (await programs()).find(({ routes }) => routes.some(({ id }) => id === original))!;
let original = 0;

/** @shows SE1.1 */
describe('the removal of a draft', () => {
  it('takes everything below along, and is of no published season', async () => {
    const fields = { name: '2031', text: '2031', starts_on: '2031-09-01', ends_on: '2032-06-30' };
    const added = await changeCatalog(shop.app, staff, [
      {
        op: 'create',
        kind: 'period',
        parent: null,
        key: '#1',
        fields: { ...fields, is_current: false, is_draft: true },
      },
      {
        op: 'create',
        kind: 'period_group',
        parent: '#1',
        fields: { program_group: 'hm', is_active: true, active_msg: null, inactive_msg: null },
      },
    ]);
    const draft = added.items[0].rows.find((row: any) => row.key === '#1').id;
    const { items } = await staff.call('GET', `/admin/catalog/period/${draft}/removal`);
    expect(items[0].changes.map(({ kind }: any) => kind)).toEqual(['period_group', 'period']);
    const removed = await changeCatalog(shop.app, staff, items[0].changes);
    expect([removed.status, removed.errors]).toEqual([200, []]);
    expect(await numberOf(sql`select count(*) as n from periods where id = ${draft}`)).toBe(0);
    expect((await staff.call('GET', `/admin/catalog/period/${period_id}/removal`)).status).toBe(404);
  });
});

/** @shows SE1.8 */
describe('a copy', () => {
  it('of a route stands beside it, ended, with the terms, add-ons and discounts', async () => {
    original = await routeId();
    const before = (await lower()).routes[0]!;
    const id = await copied('route', original);
    const routes = (await lower()).routes;
    expect(routes.map(({ name }) => name)).toEqual([
      'Round trip',
      'Round trip (copy)',
      'Morning only',
      'Afternoon only',
    ]);
    const copy = routes.find((route) => route.id === id)!;
    expect([copy.is_active, copy.why_not?.reason]).toEqual([false, 'route_ended']);
    const facts = ({ terms, addons, discounts }: typeof copy) =>
      [terms, addons, discounts].map((all) => all.map(({ id: _, version: __, ...fact }) => fact));
    expect(facts(copy)).toEqual(facts(before));
    expect((await read('route', await copied('route', original))).fields.name).toBe('Round trip (copy 2)');
  });

  it('of a term or an add-on has a mark in its name and in its key, and all other fields', async () => {
    const [route] = (await lower()).routes;
    const [term, addon] = [route!.terms[0]!.id, route!.addons[0]!.id];
    const before = await read('payment_term', term);
    const copy = await read('payment_term', await copied('payment_term', term));
    expect(copy.fields).toEqual({
      ...before.fields,
      name: `${before.fields.name} (copy)`,
      identifier: `${before.fields.identifier}-copy`,
      is_active: false,
    });
    const extra = await read('addon', addon);
    const made = await read('addon', await copied('addon', addon));
    expect(made.fields).toMatchObject({
      name: `${extra.fields.name}-copy`,
      text: `${extra.fields.text} (copy)`,
      amount: extra.fields.amount,
      is_active: false,
    });
  });

  it('of a program in a season brings a program of its own, with grades, routes and surcharges', async () => {
    const before = await lower();
    const id = await copied('period_program', before.period_program.id);
    const all = await programs();
    const copy = all.find(({ period_program }) => period_program.id === id)!;
    expect(copy).toMatchObject({ name: `${before.name} (copy)`, is_active: false });
    expect(copy.period_program.is_active).toBe(false);
    expect(copy.grades.map(({ name }) => name)).toEqual(before.grades.map(({ name }) => name));
    expect(copy.routes.map(({ name }) => name)).toEqual(before.routes.map(({ name }) => name));
    expect(copy.surcharges).toHaveLength(before.surcharges.length);
    expect(all.indexOf(copy)).toBe(all.findIndex((program) => program.id === before.id) + 1);
    const codes = sql`select count(*) as n from financial_aid_codes where period_program_id = ${id}`;
    expect(await numberOf(codes)).toBe(0);
  });

  it('is of no other object', async () => {
    expect((await staff.call('GET', `/admin/catalog/period/${period_id}/copy`)).status).toBe(404);
    expect((await staff.call('GET', '/admin/catalog/route/999999/copy')).status).toBe(404);
  });
});

describe('the order of objects', () => {
  /** @shows SE1.9 */
  it('is changed by one change set, and families see it at once', async () => {
    const { routes, id } = await lower();
    const [first, second] = routes.filter(({ is_active }) => is_active);
    const move = { op: 'move', kind: 'route', id: second!.id, version: second!.version, before: first!.id };
    const saved = await changeCatalog(shop.app, staff, [move]);
    expect([saved.status, saved.errors]).toEqual([200, []]);
    const sold = await numberOf(sql`select id as n from period_programs
      where program_id = ${id} and period_id = ${period_id}`);
    const { items } = await staff.call('GET', `/route/read/all/${sold}/1`);
    expect(items.slice(0, 2).map((route: any) => route.id)).toEqual([second!.id, first!.id]);
    expect((await lower()).routes[0]!.id).toBe(second!.id);
  });
});
