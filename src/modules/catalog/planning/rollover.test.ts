import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readObjects } from '#modules/catalog/changes/working-objects.service.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import {
  countsByKind,
  DEFAULT_DAYS,
  includedNodes,
  NO_EDITS,
  rolloverChanges,
  valueRows,
  wordsRows,
  type Rollover,
  type RolloverSettings,
} from './rollover.ts';
import { nodesOf, type SeasonNode } from './season-node.ts';
import { seasonTree } from './season-tree.service.ts';

let shop: SeasonApp;
let season: SeasonNode;

beforeAll(async () => {
  shop = await openSeasonApp();
  season = await shop.context.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from periods where name = '2027'`);
    return seasonTree(await readObjects(tx, shop.context.clock.now()), Number(rows[0]!.id));
  });
});
afterAll(() => shop.close());

const FOUR_PERCENT = { by: { kind: 'percent', value: 4_000 }, unit: 500 } as const;
const SETTINGS: RolloverSettings = {
  name: '2028',
  text: 'School year 2028–2029',
  days: DEFAULT_DAYS,
  prices: { all: FOUR_PERCENT, of: [], also: [] },
};

const routesOf = (node: SeasonNode) => nodesOf(node).filter(({ kind }) => kind === 'route');

/** Every route has been bought. */
const rollover = (changed: Partial<Rollover> = {}): Rollover => ({
  season,
  settings: SETTINGS,
  edits: NO_EDITS,
  contracts: new Map(routesOf(season).map(({ id }) => [id, 1])),
  ...changed,
});
const withPrices = (prices: Partial<RolloverSettings['prices']>) =>
  rollover({ settings: { ...SETTINGS, prices: { ...SETTINGS.prices, ...prices } } });
const valuesOf = (plan: Rollover, kind: string, field: string) =>
  valueRows(plan).filter((row) => row.kind === kind && row.field === field);

/** @shows SE9.3 */
describe('what goes along', () => {
  it('is all that is active, and of the routes those with a contract', () => {
    const [first, ...others] = routesOf(season);
    const plan = rollover({ contracts: new Map([[first!.id, 3]]) });
    const kept = includedNodes(plan);
    expect(kept.filter(({ kind }) => kind === 'route')).toEqual([first]);
    expect(countsByKind(plan).get('route')).toEqual({ goes: 1, stays: others.length });
    expect(kept.some(({ kind }) => kind === 'aid_code')).toBe(false);
  });

  it('is what staff tick, and a school that stays takes its programs along', () => {
    const school = nodesOf(season).find(({ kind }) => kind === 'period_group')!;
    const kept = includedNodes(rollover({ edits: { ...NO_EDITS, included: { [school.ref]: false } } }));
    expect(kept.filter(({ school_id }) => school_id === school.school_id)).toEqual([]);
    expect(kept.length).toBeGreaterThan(1);
    const route = routesOf(season)[0]!;
    const ticked = { ...NO_EDITS, included: { [route.ref]: true } };
    expect(includedNodes(rollover({ contracts: new Map(), edits: ticked }))).toContain(route);
  });
});

/** @shows SE9.4, SE9.5 */
describe('the values of the next season', () => {
  it('are every price and day by its rule', () => {
    const terms = nodesOf(season).filter(({ kind }) => kind === 'payment_term');
    // Reckoned here a second time, in dollars of five.
    const inFives = (old: number) => (old === 0 ? 0 : 5 * Math.floor((old * 104) / 500 + 0.5));
    const deposits = valuesOf(rollover(), 'payment_term', 'deposit');
    expect(deposits.map(({ old }) => old)).toEqual(terms.map(({ fields }) => fields.deposit));
    for (const { old, value } of deposits) expect(value).toBe(inFives(old as number));
    for (const { old, value } of valuesOf(rollover(), 'payment_term', 'from_dt'))
      expect(value).toBe(`${Number((old as string).slice(0, 4)) + 1}${(old as string).slice(4)}`);
    for (const { old, value } of valuesOf(rollover(), 'period', 'first_day_of_school'))
      expect(Date.parse(value as string) - Date.parse(old as string)).toBe(364 * 86_400_000);
  });

  it('change flat discounts and surcharges only where staff say so', () => {
    const flat = (plan: Rollover) => valuesOf(plan, 'discount', 'amount_flat');
    expect(flat(rollover()).length).toBeGreaterThan(0);
    for (const { old, proposed } of flat(rollover())) expect(proposed).toBe(old);
    expect(flat(withPrices({ also: ['discount'] })).some(({ old, proposed }) => proposed !== old)).toBe(true);
  });

  it('follow the narrowest rule: the route before the school, the school before all', () => {
    const route = routesOf(season)[0]!;
    const ofSchool = { ref: `program_group:${route.school_id}`, rule: null };
    const ofRoute = { ref: route.ref, rule: { by: { kind: 'amount', value: 10_000 }, unit: 1 } as const };
    const rows = valueRows(withPrices({ of: [ofSchool, ofRoute] })).filter(
      ({ field }) => field === 'deposit',
    );
    const nodeOf = new Map(nodesOf(season).map((node) => [node.ref, node]));
    for (const { ref, old, proposed } of rows) {
      const node = nodeOf.get(ref)!;
      const [was, is] = [old as number, proposed as number];
      if (was === 0) expect(is).toBe(0);
      else if (node.around.includes(route.ref)) expect(is).toBeCloseTo(was + 100, 2);
      else if (node.school_id === route.school_id) expect(is).toBe(was);
      else expect(is).not.toBe(was);
    }
  });

  it('stay as typed when the rules change', () => {
    const [term] = valuesOf(rollover(), 'payment_term', 'deposit');
    const edits = { ...NO_EDITS, typed: { [term!.ref]: { deposit: 1234.5 } } };
    const [typed] = valuesOf({ ...withPrices({ all: null }), edits }, 'payment_term', 'deposit');
    expect(typed).toMatchObject({ value: 1234.5, is_typed: true, proposed: typed!.old });
  });
});

/** @shows SE9.8 */
it('words of the old season are found, and only those that are ticked are replaced', () => {
  const found = wordsRows(rollover());
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ is_ticked }) => !is_ticked)).toBe(true);
  const [one] = found;
  const edits = { ...NO_EDITS, words: [one!.key] };
  const [before, after] = [rollover(), rollover({ edits })].map((plan) =>
    JSON.stringify(rolloverChanges(plan)),
  );
  expect(after).not.toBe(before);
  expect(wordsRows(rollover({ edits })).filter(({ is_ticked }) => is_ticked)).toHaveLength(1);
});

/** @shows SE9.9 */
it('the changes make a draft with closed request windows, each object below its own', () => {
  const [period, ...others] = rolloverChanges(rollover());
  expect(period).toMatchObject({
    kind: 'period',
    parent: null,
    fields: { name: '2028', is_draft: true, is_current: false, refund_open: false, reassign_open: false },
    row: { rolled_from_id: season.id },
  });
  const keys = new Set([period!.key]);
  for (const { parent, key } of others) {
    expect(keys).toContain(parent);
    keys.add(key!);
  }
  expect(others).toHaveLength(includedNodes(rollover()).length - 1);
});
