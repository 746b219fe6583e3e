import { addDays, isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import type { Row } from '#modules/catalog/changes/change.ts';
import type { SentChange } from '#modules/catalog/changes/changes.contract.ts';
import { objectOf, parentKindOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { ENDED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { dollarsAfter, priceTypeOf, pricedFields, type PriceType } from './node-prices.ts';
import type { PriceRule } from './price-rule.ts';
import { nodesOf, type SeasonNode } from './season-node.ts';

/*
 * Change many: acts on many routes, programs or schools of a season. Nothing here is written; the changes go
 * through the door of all changes, with their effects and their undo (SE12, SE3.1).
 */

/** What is chosen to be changed. */
export const MANY_KINDS = ['route', 'period_program', 'period_group'] as const;
export type ManyKind = (typeof MANY_KINDS)[number];

/** What hangs below, and is added, changed or ended by its name. */
export const PART_KINDS = ['payment_term', 'addon', 'discount', 'surcharge'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** What is done to each chosen object. */
export type ManyAct =
  /** of all names if `names` is empty */
  | { act: 'price'; of: readonly PriceType[]; names: readonly string[]; rule: PriceRule }
  /** null: no day; left out: as before */
  | { act: 'window'; from_dt?: PlainDate | null; thru_dt?: PlainDate | null }
  | { act: 'move_window'; from_days: number; thru_days: number }
  | { act: 'scheduled_day'; scheduled_dt: PlainDate }
  | { act: 'add'; kind: PartKind; fields: Row }
  | { act: 'change'; kind: PartKind; name: string; fields: Row }
  | { act: 'end'; kind: PartKind; name: string }
  | { act: 'capacity'; by: 'set' | 'plus' | 'minus'; seats: number }
  | { act: 'no_limit' }
  | { act: 'set'; fields: Row };

export const LEFT_OUT = ['has_none', 'has_one', 'no_limit', 'seats_taken', 'ended', 'same'] as const;
export type LeftOutReason = (typeof LEFT_OUT)[number];

/** A value before beside after; of an added object every field, of an ended one `is_active`. */
export type ManyRow = {
  /** the place in the list of changes */
  change: number;
  /** the chosen object */
  id: number;
  kind: ObjectKind;
  names: string[];
  field: string;
  old: unknown;
  value: unknown;
};

export type LeftOut = {
  /** the place in the list of acts */
  act: number;
  id: number;
  name: string;
  reason: LeftOutReason;
};

export type Many = { changes: SentChange[]; rows: ManyRow[]; left_out: LeftOut[] };

type Wanted = { kind: ManyKind; ids: ReadonlySet<number>; acts: readonly ManyAct[] };

/**
 * The changes that acts, one after the other, make of the chosen objects, and the objects on which an act
 * cannot be done, with the reason.
 * @param taken  the seats taken of each route
 */
export function manyChanges(
  season: SeasonNode,
  { kind, ids, acts }: Wanted,
  taken: ReadonlyMap<number, number>,
): Many {
  const many: Many = { changes: [], rows: [], left_out: [] };
  for (const chosen of nodesOf(season).filter((node) => node.kind === kind && ids.has(node.id))) {
    const made = actOn(chosen, acts, taken.get(chosen.id) ?? 0);
    for (const one of made.left_out)
      many.left_out.push({ ...one, id: chosen.id, name: chosen.names.join(' · ') });
    for (const { change, node } of made.changes) {
      many.rows.push(...rowsOf(change, node, { change: many.changes.length, id: chosen.id }));
      many.changes.push(change);
    }
  }
  return many;
}

type Made = {
  changes: { change: SentChange; /** as before the change */ node: SeasonNode }[];
  left_out: Pick<LeftOut, 'act' | 'reason'>[];
};

/** Each act sees what those before it have changed. */
function actOn(chosen: SeasonNode, acts: readonly ManyAct[], taken: number): Made {
  const nodes = [chosen, ...chosen.below];
  let now = chosen;
  const added: SentChange[] = [];
  const left_out: Made['left_out'] = [];
  for (const [act, one] of acts.entries()) {
    const done = onObject(now, one, taken);
    const changes = done.changed.filter(({ node, fields }) => differing(node, fields).length > 0);
    const isDone = changes.length > 0 || done.added !== undefined;
    if (!isDone) left_out.push({ act, reason: done.reason ?? 'same' });
    if (done.added) added.push(done.added);
    now = withFields(now, changes);
  }
  const after = new Map([now, ...now.below].map((node) => [node.ref, node]));
  const updates = nodes.flatMap((node) => {
    const change = changeOf(node, after.get(node.ref)!.fields);
    return change ? [{ change, node }] : [];
  });
  return { changes: [...updates, ...added.map((change) => ({ change, node: chosen }))], left_out };
}

type EndedKind = (typeof ENDED_KINDS)[number];

type Changed = { node: SeasonNode; fields: Row };
type Done = { changed: Changed[]; added?: SentChange; reason?: LeftOutReason };

const NOTHING: Done = { changed: [] };

function withFields(chosen: SeasonNode, changed: readonly Changed[]): SeasonNode {
  const fieldsOf = new Map(changed.map(({ node, fields }) => [node.ref, fields]));
  const over = (node: SeasonNode) => ({ ...node, fields: { ...node.fields, ...fieldsOf.get(node.ref) } });
  return { ...over(chosen), below: chosen.below.map(over) };
}

const differing = (node: SeasonNode, fields: Row) =>
  Object.entries(fields).filter(([field, value]) => (node.fields[field] ?? null) !== (value ?? null));

/** The fields that differ, as a change; an object whose switch alone goes off is ended. */
function changeOf(node: SeasonNode, fields: Row): SentChange | undefined {
  const changed = Object.fromEntries(differing(node, fields));
  const { kind, id, version } = node;
  const names = Object.keys(changed);
  if (names.length === 0) return undefined;
  const isEnd = names.length === 1 && changed.is_active === false && kind !== 'period_group';
  if (isEnd && (ENDED_KINDS as readonly ObjectKind[]).includes(kind))
    return { op: 'end', kind: kind as EndedKind, id, version };
  return { op: 'update', kind, id, version, fields: changed };
}

function rowsOf(change: SentChange, node: SeasonNode, at: Pick<ManyRow, 'change' | 'id'>): ManyRow[] {
  const { kind } = change;
  if (change.op === 'create') {
    const name = change.fields[objectOf(kind).key?.field ?? ''];
    const names = [...node.names, String(name)];
    return Object.entries(change.fields)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => ({ ...at, kind, names, field, old: null, value }));
  }
  const fields = change.op === 'update' ? change.fields : { is_active: false };
  const names = [...node.names];
  return Object.entries(fields).map(([field, value]) => ({
    ...at,
    kind,
    names,
    field,
    old: node.fields[field] ?? null,
    value,
  }));
}

const isActive = ({ fields }: SeasonNode) => fields.is_active !== false;
const partsOf = (chosen: SeasonNode, kind: PartKind) => chosen.below.filter((node) => node.kind === kind);

function onObject(chosen: SeasonNode, act: ManyAct, taken: number): Done {
  switch (act.act) {
    case 'price':
      return onPrices(chosen, act);
    case 'window':
    case 'move_window':
      return onTerms(chosen, (term) => windowOf(term, act));
    case 'scheduled_day':
      return onTerms(
        chosen,
        () => ({ scheduled_dt: act.scheduled_dt }),
        ({ fields }) => fields.payment_term_type === 'paymentTermTypeScheduled',
      );
    case 'add':
      return addTo(chosen, act);
    case 'change':
    case 'end':
      return onNamed(chosen, act);
    case 'capacity':
    case 'no_limit':
      return capacityOf(chosen, act, taken);
    case 'set':
      return { changed: [{ node: chosen, fields: act.fields }] };
  }
}

/** The name by which people know a part: of a term its name, else the text on pages. */
export const partName = (kind: PartKind, fields: Row): string =>
  String(kind === 'payment_term' || kind === 'surcharge' ? fields.name : fields.text);

type PriceAct = Extract<ManyAct, { act: 'price' }>;

function onPrices(chosen: SeasonNode, { of, names, rule }: PriceAct): Done {
  const priced = chosen.below.filter((node) => {
    const type = priceTypeOf(node);
    const isNamed = names.length === 0 || names.includes(partName(node.kind as PartKind, node.fields));
    return type !== undefined && of.includes(type) && isActive(node) && isNamed;
  });
  if (priced.length === 0) return { ...NOTHING, reason: 'has_none' };
  return { changed: priced.map((node) => ({ node, fields: newPrices(node, rule) })) };
}

function newPrices({ kind, fields }: SeasonNode, rule: PriceRule): Row {
  const amounts = pricedFields(kind).filter((field) => typeof fields[field] === 'number');
  return Object.fromEntries(amounts.map((field) => [field, dollarsAfter(fields[field] as number, rule)]));
}

function onTerms(
  chosen: SeasonNode,
  fieldsOf: (term: SeasonNode) => Row,
  isMeant: (term: SeasonNode) => boolean = () => true,
): Done {
  const terms = partsOf(chosen, 'payment_term').filter((term) => isActive(term) && isMeant(term));
  if (terms.length === 0) return { ...NOTHING, reason: 'has_none' };
  return { changed: terms.map((node) => ({ node, fields: fieldsOf(node) })) };
}

type WindowAct = Extract<ManyAct, { act: 'window' | 'move_window' }>;

function windowOf({ fields }: SeasonNode, act: WindowAct): Row {
  if (act.act === 'window') {
    const { from_dt, thru_dt } = act;
    return { ...(from_dt !== undefined && { from_dt }), ...(thru_dt !== undefined && { thru_dt }) };
  }
  const moved = (day: unknown, days: number) =>
    typeof day === 'string' && isPlainDate(day) ? addDays(day, days) : (day ?? null);
  return { from_dt: moved(fields.from_dt, act.from_days), thru_dt: moved(fields.thru_dt, act.thru_days) };
}

function addTo(chosen: SeasonNode, { kind, fields }: Extract<ManyAct, { act: 'add' }>): Done {
  if (parentKindOf(kind) !== chosen.kind) return { ...NOTHING, reason: 'has_none' };
  const { field } = objectOf(kind).key!;
  if (partsOf(chosen, kind).some((node) => node.fields[field] === fields[field]))
    return { ...NOTHING, reason: 'has_one' };
  return { ...NOTHING, added: { op: 'create', kind, parent: chosen.id, fields } };
}

function onNamed(chosen: SeasonNode, act: Extract<ManyAct, { act: 'change' | 'end' }>): Done {
  const found = partsOf(chosen, act.kind).filter(({ fields }) => partName(act.kind, fields) === act.name);
  if (found.length === 0) return { ...NOTHING, reason: 'has_none' };
  const active = found.filter(isActive);
  if (active.length === 0) return { ...NOTHING, reason: 'ended' };
  const fields = act.act === 'end' ? { is_active: false } : act.fields;
  return { changed: active.map((node) => ({ node, fields })) };
}

type CapacityAct = Extract<ManyAct, { act: 'capacity' | 'no_limit' }>;

function capacityOf(chosen: SeasonNode, act: CapacityAct, taken: number): Done {
  const { capacity } = chosen.fields;
  if (capacity === undefined) return { ...NOTHING, reason: 'has_none' };
  if (act.act === 'no_limit') return { changed: [{ node: chosen, fields: { capacity: null } }] };
  if (act.by !== 'set' && capacity === null) return { ...NOTHING, reason: 'no_limit' };
  const by = act.by === 'minus' ? -act.seats : act.seats;
  const wanted = act.by === 'set' ? act.seats : Number(capacity) + by;
  if (wanted < taken) return { ...NOTHING, reason: 'seats_taken' };
  return { changed: [{ node: chosen, fields: { capacity: wanted } }] };
}
