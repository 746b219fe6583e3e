import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { readObjects } from '#modules/catalog/changes/working-objects.service.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { manyChanges, type Many, type ManyAct } from './many-changes.ts';
import { nodesOf, type SeasonNode } from './season-node.ts';
import { seasonTree } from './season-tree.service.ts';

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

const idsOf = (kind: SeasonNode['kind']) =>
  new Set(nodesOf(season).flatMap((node) => (node.kind === kind ? [node.id] : [])));
const onRoutes = (acts: ManyAct[], taken: ReadonlyMap<number, number> = new Map()): Many =>
  manyChanges(season, { kind: 'route', ids: idsOf('route'), acts }, taken);
const onAll = (act: ManyAct, taken?: ReadonlyMap<number, number>) => onRoutes([act], taken);

/** @shows SE12.2, SE12.4 */
describe('one act on many routes', () => {
  it('raises every price of the season by 4 % to five dollars', () => {
    const rule = { by: { kind: 'percent', value: 4_000 }, unit: 500 } as const;
    const { rows, changes } = onAll({ act: 'price', of: ['full', 'scheduled', 'addon'], names: [], rule });
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
      act: 0,
      id: first!.id,
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
    const reasonOf = (route: SeasonNode) => left_out.find(({ id }) => id === route.id)?.reason;
    expect(reasonOf(full)).toBe('seats_taken');
    for (const route of routes.filter(({ fields }) => fields.capacity === null))
      expect(reasonOf(route)).toBe('no_limit');
    expect(changes).toHaveLength(limited.length - 1);
  });

  it('ends an add-on by its name where a route has one, and says where not', () => {
    const having = routes.filter(({ below }) => below.some(({ kind }) => kind === 'addon'));
    const { text } = having[0]!.below.find(({ kind }) => kind === 'addon')!.fields;
    const { changes, left_out } = onAll({ act: 'end', kind: 'addon', name: String(text) });
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

  it('sees what the acts before have changed, and changes each object once', () => {
    const rule = { by: { kind: 'amount', value: 10_000 }, unit: 1 } as const;
    const act = { act: 'price', of: ['full'], names: [], rule } as const;
    const { rows, changes } = onRoutes([act, act, { act: 'window', thru_dt: plainDate('2027-08-01') }]);
    expect(new Set(changes.map((change) => 'id' in change && change.id)).size).toBe(changes.length);
    const deposits = rows.filter(({ field, old }) => field === 'deposit' && old !== 0);
    expect(deposits.length).toBeGreaterThan(0);
    for (const { old, value } of deposits) expect(value).toBe((old as number) + 200);
    expect(rows.some(({ field }) => field === 'thru_dt')).toBe(true);
  });

  it('changes only the prices of the chosen names', () => {
    const term = routes[0]!.below.find(({ kind }) => kind === 'payment_term')!;
    const rule = { by: { kind: 'amount', value: 1_000 }, unit: 1 } as const;
    const of = ['full', 'scheduled'] as const;
    const { rows } = onAll({ act: 'price', of, names: [String(term.fields.name)], rule });
    expect(new Set(rows.map(({ names: of }) => of.at(-1)))).toEqual(new Set([term.fields.name]));
  });
});

/** @shows SE12.3 */
describe('one act on many programs or schools', () => {
  it('switches programs, and adds a surcharge where none has its name', () => {
    const ids = idsOf('period_program');
    const photo = { act: 'set', fields: { is_photo_required: true } } as const;
    const fields = { name: 'Check', payment_type: 'paymentTypeCheck', amount_flat: 25 };
    const surcharge = { act: 'add', kind: 'surcharge', fields } as const;
    const many = manyChanges(season, { kind: 'period_program', ids, acts: [photo, surcharge] }, new Map());
    const created = many.changes.filter(({ op }) => op === 'create');
    const hasSame = many.left_out.filter(({ act, reason }) => act === 1 && reason === 'has_one');
    expect(created.length + hasSame.length).toBe(ids.size);
    const switched = many.rows.filter(({ field }) => field === 'is_photo_required');
    const isSame = many.left_out.filter(({ act }) => act === 0);
    expect(switched.length + isSame.length).toBe(ids.size);
    expect(switched.every(({ old, value }) => old === false && value === true)).toBe(true);
  });

  it('gives schools one opening hour, and adds nothing that has no place below them', () => {
    const ids = idsOf('period_group');
    const acts: ManyAct[] = [
      { act: 'set', fields: { opens_at: '2027-02-01T08:00' } },
      { act: 'add', kind: 'addon', fields: { name: 'late' } },
    ];
    const { rows, changes, left_out } = manyChanges(season, { kind: 'period_group', ids, acts }, new Map());
    expect(changes.every(({ op, kind }) => op === 'update' && kind === 'period_group')).toBe(true);
    expect(rows.every(({ value }) => value === '2027-02-01T08:00')).toBe(true);
    expect(left_out.filter(({ act, reason }) => act === 1 && reason === 'has_none')).toHaveLength(ids.size);
  });
});
