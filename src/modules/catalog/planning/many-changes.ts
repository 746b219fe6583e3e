import { centsFromDollars, toDollars } from '#kit/money.ts';
import { addDays, isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import type { Change, Row } from '#modules/catalog/changes/change.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { changedPrice, type PriceRule } from './price-rule.ts';
import { nodesOf, type SeasonNode } from './season-tree.ts';

/*
 * Change many: one act on many routes of a season. Nothing here is written; the changes go through the door of
 * all changes, with their effects and their undo (SE12, SE3.1).
 */

export const PRICES_OF = ['full', 'scheduled', 'addon', 'discount'] as const;

/** What is done to each chosen route. */
export type RouteAct =
  | { act: 'price'; of: readonly (typeof PRICES_OF)[number][]; rule: PriceRule }
  /** both days of each term, set or moved by days; null: no day; left out: as before */
  | { act: 'window'; from_dt?: PlainDate | null; thru_dt?: PlainDate | null }
  | { act: 'move_window'; from_days: number; thru_days: number }
  | { act: 'scheduled_day'; scheduled_dt: PlainDate }
  | { act: 'add'; kind: 'addon' | 'discount' | 'payment_term'; fields: Row }
  /** by the natural key */
  | { act: 'change'; kind: 'addon' | 'discount' | 'payment_term'; name: string; fields: Row }
  | { act: 'end'; kind: 'addon' | 'discount' | 'payment_term'; name: string }
  | { act: 'capacity'; by: 'set' | 'plus' | 'minus'; seats: number }
  | { act: 'no_limit' }
  | { act: 'route'; fields: Row };

export const LEFT_OUT = ['has_none', 'has_one', 'no_limit', 'seats_taken', 'ended', 'same'] as const;
export type LeftOutReason = (typeof LEFT_OUT)[number];

/** A value before beside after; of an added object every field, of an ended one `is_active`. */
export type ManyRow = {
  /** the place in the list of changes */
  change: number;
  route_id: number;
  names: readonly string[];
  field: string;
  old: unknown;
  value: unknown;
};

export type Many = {
  changes: Change[];
  rows: ManyRow[];
  left_out: { route_id: number; name: string; reason: LeftOutReason }[];
};

type OnRoute = { changes: Change[]; reason?: LeftOutReason };

/**
 * The changes of an act on routes, and the routes on which the act cannot be done, with the reason.
 * @param taken  the seats taken of each route
 */
export function manyChanges(
  season: SeasonNode,
  { route_ids, act }: { route_ids: ReadonlySet<number>; act: RouteAct },
  taken: ReadonlyMap<number, number>,
): Many {
  const many: Many = { changes: [], rows: [], left_out: [] };
  const nodes = nodesOf(season);
  const byId = new Map(nodes.map((node) => [node.ref, node]));
  for (const route of nodes) {
    if (route.kind !== 'route' || !route_ids.has(route.id)) continue;
    const { changes, reason } = onRoute(route, act, taken.get(route.id) ?? 0);
    if (changes.length === 0)
      many.left_out.push({ route_id: route.id, name: route.names.join(' · '), reason: reason ?? 'same' });
    for (const change of changes) {
      many.rows.push(...rowsOf(change, { change: many.changes.length, route, byId }));
      many.changes.push(change);
    }
  }
  return many;
}

type At = { change: number; route: SeasonNode; byId: ReadonlyMap<string, SeasonNode> };

function rowsOf(change: Change, { change: at, route, byId }: At): ManyRow[] {
  const place = { change: at, route_id: route.id };
  if (change.op === 'create')
    return Object.entries(change.fields)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => ({ ...place, names: route.names, field, old: null, value }));
  const node = byId.get(`${change.kind}:${change.id}`)!;
  if (change.op === 'end') return [{ ...place, names: node.names, field: 'is_active', old: true, value: false }];
  if (change.op !== 'update') return [];
  return Object.entries(change.fields).map(([field, value]) => ({
    ...place,
    names: node.names,
    field,
    old: node.fields[field] ?? null,
    value,
  }));
}

const isActive = ({ fields }: SeasonNode) => fields.is_active !== false;
const ofKind = (route: SeasonNode, kind: ObjectKind) => route.below.filter((node) => node.kind === kind);

/** The fields that differ, as a change; none if nothing differs. */
function updated(node: SeasonNode, fields: Row): Change[] {
  const changed = Object.entries(fields).filter(([field, value]) => (node.fields[field] ?? null) !== value);
  if (changed.length === 0) return [];
  const { kind, id, version } = node;
  return [{ op: 'update', kind, id, version, fields: Object.fromEntries(changed) }];
}

function onRoute(route: SeasonNode, act: RouteAct, taken: number): OnRoute {
  switch (act.act) {
    case 'price':
      return { changes: pricedNodes(route, act).flatMap((node) => updated(node, newPrices(node, act.rule))) };
    case 'window':
    case 'move_window':
      return onTerms(route, (term) => windowOf(term, act));
    case 'scheduled_day':
      return onTerms(
        route,
        () => ({ scheduled_dt: act.scheduled_dt }),
        ({ fields }) => fields.payment_term_type === 'paymentTermTypeScheduled',
      );
    case 'add':
      return addTo(route, act);
    case 'change':
    case 'end':
      return onNamed(route, act);
    case 'capacity':
    case 'no_limit':
      return capacityOf(route, act, taken);
    case 'route':
      return { changes: updated(route, act.fields) };
  }
}

type PriceAct = Extract<RouteAct, { act: 'price' }>;

const pricedNodes = (route: SeasonNode, { of }: PriceAct): SeasonNode[] =>
  route.below.filter((node) => isActive(node) && of.includes(priceOf(node) as PriceAct['of'][number]));

function priceOf({ kind, fields }: SeasonNode): string {
  if (kind !== 'payment_term') return kind;
  return fields.payment_term_type === 'paymentTermTypeFull' ? 'full' : 'scheduled';
}

const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  payment_term: ['deposit', 'amount'],
  addon: ['amount'],
  discount: ['amount_flat'],
};

function newPrices({ kind, fields }: SeasonNode, rule: PriceRule): Row {
  const amounts = AMOUNTS[kind]!.filter((field) => typeof fields[field] === 'number');
  return Object.fromEntries(
    amounts.map((field) => [
      field,
      toDollars(changedPrice(centsFromDollars(fields[field] as number), rule)),
    ]),
  );
}

function onTerms(
  route: SeasonNode,
  fieldsOf: (term: SeasonNode) => Row,
  isMeant: (term: SeasonNode) => boolean = () => true,
): OnRoute {
  const terms = ofKind(route, 'payment_term').filter((term) => isActive(term) && isMeant(term));
  if (terms.length === 0) return { changes: [], reason: 'has_none' };
  return { changes: terms.flatMap((term) => updated(term, fieldsOf(term))) };
}

type WindowAct = Extract<RouteAct, { act: 'window' | 'move_window' }>;

function windowOf({ fields }: SeasonNode, act: WindowAct): Row {
  if (act.act === 'window') {
    const { from_dt, thru_dt } = act;
    return { ...(from_dt !== undefined && { from_dt }), ...(thru_dt !== undefined && { thru_dt }) };
  }
  const moved = (day: unknown, days: number) =>
    typeof day === 'string' && isPlainDate(day) ? addDays(day, days) : (day ?? null);
  return { from_dt: moved(fields.from_dt, act.from_days), thru_dt: moved(fields.thru_dt, act.thru_days) };
}

const KEYS = { addon: 'name', discount: 'text', payment_term: 'identifier' } as const;

const named = (route: SeasonNode, kind: keyof typeof KEYS, name: unknown): SeasonNode | undefined =>
  ofKind(route, kind).find(({ fields }) => fields[KEYS[kind]] === name);

function addTo(route: SeasonNode, { kind, fields }: Extract<RouteAct, { act: 'add' }>): OnRoute {
  if (named(route, kind, fields[KEYS[kind]])) return { changes: [], reason: 'has_one' };
  return { changes: [{ op: 'create', kind, parent: route.id, fields }] };
}

function onNamed(route: SeasonNode, act: Extract<RouteAct, { act: 'change' | 'end' }>): OnRoute {
  const node = named(route, act.kind, act.name);
  if (!node) return { changes: [], reason: 'has_none' };
  if (!isActive(node)) return { changes: [], reason: 'ended' };
  const { kind, id, version } = node;
  return { changes: act.act === 'end' ? [{ op: 'end', kind, id, version }] : updated(node, act.fields) };
}

type CapacityAct = Extract<RouteAct, { act: 'capacity' | 'no_limit' }>;

function capacityOf(route: SeasonNode, act: CapacityAct, taken: number): OnRoute {
  if (act.act === 'no_limit') return { changes: updated(route, { capacity: null }) };
  const { capacity } = route.fields;
  if (act.by !== 'set' && capacity === null) return { changes: [], reason: 'no_limit' };
  const by = act.by === 'minus' ? -act.seats : act.seats;
  const wanted = act.by === 'set' ? act.seats : Number(capacity) + by;
  if (wanted < taken) return { changes: [], reason: 'seats_taken' };
  return { changes: updated(route, { capacity: wanted }) };
}
