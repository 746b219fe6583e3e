import fc from 'fast-check';
import { HOUR_MS } from '#kit/durations.ts';
import { addDays, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { sidesOf, type CatalogSides } from '#modules/catalog/changes/effects.service.ts';
import {
  dropRow,
  KINDS,
  putRow,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { Row } from '#platform/db/save-row.ts';

/** The drawn season: short, so each of its days can be tried. */
export const TODAY = plainDate('2026-04-10');
export const SEASON_END = addDays(TODAY, 20);
export const TIME_ZONE = 'America/New_York';
/** ten in the morning of today */
export const NOW = new Date('2026-04-10T14:00:00Z');

const [FULL, SCHEDULED] = [6, 7];
const FULL_TERM = { payment_term_type_id: FULL, amount_cents: 0, number_payments: 1, scheduled_dt: null };
const OPTIONS = [
  { id: FULL, key: 'paymentTermTypeFull' },
  { id: SCHEDULED, key: 'paymentTermTypeScheduled' },
  { id: 10, key: 'paymentTypeAch' },
  { id: 11, key: 'paymentTypeCreditCard' },
  { id: 12, key: 'paymentTypeCheck' },
];
const SCHOOL = [1, 2];

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null, freq: 2 });
const day = fc.integer({ min: -4, max: 24 }).map((days): PlainDate => addDays(TODAY, days));
/** before, on and after midnight of a day of the season, too */
const hour = fc
  .integer({ min: -30, max: 150 })
  .map((steps) => new Date(NOW.getTime() + (4 * steps - 2) * HOUR_MS));
const amount = fc.constantFrom(0, 100, 10_000, 10_050, 33_333, 420_000);
const sum = fc.constantFrom(100, 10_000, 33_333);
const rate = fc.constantFrom(0, 1, 2_500, 3_000, 10_000);
const mostly = fc.oneof({ arbitrary: fc.constant(true), weight: 5 }, fc.constant(false));
const seldom = mostly.map((yes) => !yes);
const name = fc.constantFrom('Early', 'Regular', 'Late');
const price = { amount_flat_cents: maybe(amount), amount_percentage_milli_percent: maybe(rate) };

/** What may change of an object, by column; of a term by its type. */
const COLUMNS = {
  company: {
    half_rounding_unit_cents: fc.constantFrom(1, 100),
    aid_fee_base: fc.constantFrom('subtotal', 'charge'),
    card_fee_cap: fc.constantFrom(0, 3_000),
    name: fc.constantFrom('Harborline', 'Cedar'),
  },
  period: { ends_on: day, aid_balance_due_dt: maybe(day), published_at: fc.constantFrom(null, new Date(0)) },
  program_group: {
    is_active: mostly,
    current_period_id: fc.constantFrom(1, 1, 1, null),
    current_set_at: maybe(hour),
    line_color: fc.constantFrom('#8a1538', '#1b5e20'),
  },
  program: { is_active: mostly, position: fc.nat(3) },
  period_group: {
    is_active: mostly,
    opens_at: fc.option(hour, { nil: null, freq: 1 }),
    closes_at: maybe(hour),
    becomes_current: mostly,
  },
  period_program: { is_active: mostly, accept_financial_aid: fc.boolean(), is_photo_required: fc.boolean() },
  surcharge: { ...price, name, is_active: mostly, payment_type_id: fc.constantFrom(10, 11, 12) },
  route: { is_active: mostly, capacity: maybe(fc.nat(3)), text_after: name },
  payment_term: {
    name,
    from_dt: maybe(day),
    thru_dt: maybe(day),
    deposit_cents: amount,
    is_admin_only: seldom,
    is_active: mostly,
    prefix_text: maybe(name),
  },
  addon: { text: name, amount_cents: amount, is_admin_only: seldom, is_active: mostly, position: fc.nat(3) },
  discount: { ...price, text: name, is_sibling_discount: mostly, is_active: mostly },
} satisfies Partial<Record<ObjectKind, Record<string, fc.Arbitrary<unknown>>>>;

type DrawnKind = keyof typeof COLUMNS;

const LATER = {
  amount_cents: sum,
  number_payments: fc.integer({ min: 2, max: 4 }),
  scheduled_dt: day,
};

/** Columns that no change of the test writes. */
const FIXED: Partial<Record<ObjectKind, Row>> = {
  company: { card_fee_state_caps: {}, card_fee_free_states: [], time_zone: TIME_ZONE },
  period: { name: '2027', text: '2026–2027', starts_on: '2026-01-01' },
  division: {
    key: 'd',
    company_name: 'H',
    address_1: 'a',
    city: 'c',
    state: 'NY',
    zip: '1',
    phone_main: '1',
  },
  route: { has_pickup_location: false, has_surge_pricing: false, text_before: '' },
  period_program: { allow_student_exit_bus_alone: false, has_pickup_location: false },
};

const rowOf = (kind: DrawnKind, fixed: Row) =>
  fc
    .record(COLUMNS[kind] as Record<string, fc.Arbitrary<unknown>>)
    .map((drawn): StoredRow => ({ id: 0, version: 1, position: 0, ...FIXED[kind], ...drawn, ...fixed }));

const open = { is_active: true };
const termOf = (fixed: Row): fc.Arbitrary<StoredRow> =>
  fc.oneof(
    rowOf('payment_term', {
      ...FULL_TERM,
      ...fixed,
      identifier: `T${String(fixed.id)}`,
    }),
    fc
      .tuple(
        rowOf('payment_term', {
          payment_term_type_id: SCHEDULED,
          ...fixed,
          identifier: `T${String(fixed.id)}`,
        }),
        fc.record(LATER),
      )
      .map(([row, later]) => ({ ...row, ...later })),
  );

function rowsBelow(
  kind: 'payment_term' | 'addon' | 'discount',
  route_id: number,
  most: number,
): fc.Arbitrary<StoredRow[]> {
  const ids = Array.from({ length: most }, (_, at) => route_id * 10 + at);
  const drawn = ids.map((id) => {
    const fixed = { id, route_id, ...(kind === 'addon' && { name: `A${id}` }) };
    return maybe(kind === 'payment_term' ? termOf(fixed) : rowOf(kind, fixed));
  });
  return fc.tuple(...drawn).map((rows) => rows.filter((row) => row !== null));
}

const routes = fc
  .tuple(
    ...SCHOOL.map((id) =>
      fc.record({
        route: rowOf('route', { id, period_program_id: id, name: `Route ${id}`, ...open }),
        payment_term: rowsBelow('payment_term', id, 4),
        addon: rowsBelow('addon', id, 2),
        discount: rowsBelow('discount', id, 2),
      }),
    ),
  )
  .map((all) => ({
    route: all.map(({ route }) => route),
    payment_term: all.flatMap((one) => one.payment_term),
    addon: all.flatMap((one) => one.addon),
    discount: all.flatMap((one) => one.discount),
  }));

const rowsOfAll = fc
  .record({
    company: rowOf('company', { id: 1 }),
    period: rowOf('period', { id: 1, ends_on: SEASON_END, published_at: new Date(0) }),
    programs: fc.tuple(
      ...SCHOOL.map((id) => rowOf('period_program', { id, period_id: 1, program_id: id, ...open })),
    ),
    surcharges: fc.array(rowOf('surcharge', {}), { maxLength: 3 }),
    hours: fc.tuple(...SCHOOL.map(() => fc.record(COLUMNS.period_group))),
    routes,
  })
  .map(
    ({
      company,
      period,
      programs,
      surcharges,
      hours,
      routes: ofRoutes,
    }): Partial<Record<ObjectKind, StoredRow[]>> => {
      const school = (id: number) => ({ id, version: 1, position: 0, is_active: true });
      return {
        company: [company],
        division: [{ id: 1, version: 1, ...FIXED.division }],
        period: [period],
        program_group: SCHOOL.map((id) => ({
          ...school(id),
          division_id: 1,
          path: `s${id}`,
          text: `School ${id}`,
          current_period_id: 1,
          line_color: '#8a1538',
        })),
        program: SCHOOL.map((id) => ({
          ...school(id),
          program_group_id: id,
          name: `P${id}`,
          text: `P ${id}`,
        })),
        period_group: hours.map((own, at) => ({
          ...school(SCHOOL[at]!),
          ...own,
          is_active: true,
          period_id: 1,
          program_group_id: SCHOOL[at],
        })),
        period_program: programs,
        surcharge: surcharges.map((row, at) => ({ ...row, id: at + 1, period_program_id: (at % 2) + 1 })),
        ...ofRoutes,
      };
    },
  );

const change = fc
  .constantFrom(...(Object.keys(COLUMNS) as DrawnKind[]), 'payment_term' as const, 'payment_term' as const)
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      nth: fc.nat(7),
      act: fc.constantFrom('change', 'change', 'change', 'remove', 'copy'),
      row: rowOf(kind, {}),
      later: fc.record(LATER),
      column: fc.nat(20),
    }),
  );

export type Drawn = {
  objects: WorkingObjects;
  sides: CatalogSides;
};

const REMOVED: readonly DrawnKind[] = ['payment_term', 'addon', 'discount', 'surcharge'];

/** A catalog with one to four changes. */
export const drawnChange: fc.Arbitrary<Drawn> = fc
  .record({ rows: rowsOfAll, changes: fc.array(change, { minLength: 1, maxLength: 4 }) })
  .map(({ rows, changes }) => {
    const stored = new Map(
      KINDS.map((kind) => [kind, new Map((rows[kind] ?? []).map((row) => [row.id, row]))] as const),
    );
    const now = new Map([...stored].map(([kind, ofKind]) => [kind, new Map(ofKind)]));
    const objects: WorkingObjects = { stored, now, options: new Map(), touched: new Map(), at: NOW };
    for (const one of changes) make(objects, one);
    const current = { version: 'v', products: [], options: OPTIONS } as unknown as Catalog;
    return { objects, sides: sidesOf(objects, current) };
  });

type DrawnOne = typeof change extends fc.Arbitrary<infer One> ? One : never;

function make(objects: WorkingObjects, { kind, nth, act, row, later, column }: DrawnOne): void {
  const all = [...objects.now.get(kind)!.values()];
  const found = all[nth % Math.max(1, all.length)];
  if (!found) return;
  if (act === 'remove' && REMOVED.includes(kind)) return dropRow(objects, kind, found.id);
  if (act === 'copy' && REMOVED.includes(kind)) return putRow(objects, kind, { ...found, id: 900 + nth });
  const isScheduled = kind === 'payment_term' && found.payment_term_type_id === SCHEDULED;
  const values: Row = isScheduled ? { ...row, ...later } : row;
  const names = [...Object.keys(COLUMNS[kind]), ...(isScheduled ? Object.keys(LATER) : [])];
  const changed = names[column % names.length]!;
  putRow(objects, kind, { id: found.id, [changed]: values[changed] });
}
