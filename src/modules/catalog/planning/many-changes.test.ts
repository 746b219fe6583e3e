import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { readObjects } from '#modules/catalog/changes/working-objects.service.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { manyChanges, type Many, type RouteAct } from './many-changes.ts';
import { nodesOf, seasonTree, type SeasonNode } from './season-tree.ts';

let shop: SeasonApp;
let season: SeasonNode;
let routes: SeasonNode[];

beforeAll(async () => {
  shop = await openSeasonApp();
  season = await shop.context.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from periods where name = '2027'`);
    return seasonTree(await readObjects(tx, shop.context.clock.now()), Number(rows[0]!.id));
  });
  routes = nodesOf(season).filter(({ kind }) => kind === 'route');
});
afterAll(() => shop.close());

const onAll = (act: RouteAct, taken: ReadonlyMap<number, number> = new Map()): Many =>
  manyChanges(season, { route_ids: new Set(routes.map(({ id }) => id)), act }, taken);

/** @shows SE12.2, SE12.4 */
describe('one act on many routes', () => {
  it('raises every price of the season by 4 % to five dollars', () => {
    const rule = { by: { kind: 'percent', value: 4_000 }, unit: 500 } as const;
    const { rows, changes } = onAll({ act: 'price', of: ['full', 'scheduled', 'addon'], rule });
    const priced = nodesOf(season).filter(({ kind }) => kind === 'payment_term' || kind === 'addon');
    const values = priced.flatMap(({ fields }) =>
      [fields.deposit, fields.amount].filter((amount) => typeof amount === 'number' && amount > 0),
    );
    const inFives = (old: number) => 5 * Math.floor((old * 104) / 500 + 0.5);
    const differing = (values as number[]).filter((old) => inFives(old) !== old);
    expect(rows.map(({ value }) => value).toSorted()).toEqual(differing.map(inFives).toSorted());
    for (const { old, value } of rows) expect(value).toBe(inFives(old as number));
    expect(new Set(changes.map(({ op }) => op))).toEqual(new Set(['update']));
  });

  it('names before beside after, and leaves out what stays the same', () => {
    const [first, ...others] = routes;
    const capacity = first!.fields.capacity as number;
    const { rows, left_out } = onAll({ act: 'capacity', by: 'set', seats: capacity });
    expect(rows.every(({ old, value }) => old !== value)).toBe(true);
    expect(left_out).toContainEqual({
      route_id: first!.id,
      name: first!.names.join(' · '),
      reason: 'same',
    });
    expect(rows.length + left_out.length).toBe(others.length + 1);
  });

  it('leaves out a route that has more seats taken, and a route without a limit', () => {
    const limited = routes.filter(({ fields }) => fields.capacity !== null);
    const full = limited[0]!;
    const taken = new Map([[full.id, full.fields.capacity as number]]);
    const { left_out, changes } = onAll({ act: 'capacity', by: 'minus', seats: 1 }, taken);
    const reasonOf = (route: SeasonNode) => left_out.find(({ route_id }) => route_id === route.id)?.reason;
    expect(reasonOf(full)).toBe('seats_taken');
    for (const route of routes.filter(({ fields }) => fields.capacity === null))
      expect(reasonOf(route)).toBe('no_limit');
    expect(changes).toHaveLength(limited.length - 1);
  });

  it('ends an add-on by its name where a route has one, and says where not', () => {
    const having = routes.filter(({ below }) => below.some(({ kind }) => kind === 'addon'));
    const { name } = having[0]!.below.find(({ kind }) => kind === 'addon')!.fields;
    const { changes, left_out } = onAll({ act: 'end', kind: 'addon', name: String(name) });
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.every(({ op, kind }) => op === 'end' && kind === 'addon')).toBe(true);
    expect(changes.length + left_out.length).toBe(routes.length);
    expect(left_out.every(({ reason }) => reason === 'has_none')).toBe(true);
  });

  it('adds an add-on to each route without one of its name', () => {
    const fields = { name: 'late', text: 'Late bus', amount: 200, is_admin_only: false };
    const { changes, left_out } = onAll({ act: 'add', kind: 'addon', fields });
    expect([changes.length, left_out]).toEqual([routes.length, []]);
  });

  it('moves the window of each term, and a scheduled day where there is one', () => {
    const { rows } = onAll({ act: 'move_window', from_days: 7, thru_days: 7 });
    for (const { old, value } of rows)
      expect(Date.parse(value as string) - Date.parse(old as string)).toBe(7 * 86_400_000);
    const scheduled_dt = plainDate('2027-12-01');
    const { rows: days } = onAll({ act: 'scheduled_day', scheduled_dt });
    expect(days.length).toBeGreaterThan(0);
    expect(days.every(({ field, value }) => field === 'scheduled_dt' && value === scheduled_dt)).toBe(true);
  });
});
