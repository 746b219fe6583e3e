import { isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import { fieldTypeOf } from '#kit/rules/field-types.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { CreateChange, Ref, Row } from '#modules/catalog/changes/change.ts';
import { movedDay, movedTime, type DayRule } from './moved-day.ts';
import { dollarsAfter, priceTypeOf, pricedFields } from './node-prices.ts';
import type { PriceRule } from './price-rule.ts';
import type { DayGroup } from './rollover.states.ts';
import { nodesOf, type SeasonNode } from './season-node.ts';
import { findSeasonWords, replaceWords, yearsOf, type FoundWords, type SeasonStep } from './season-words.ts';

/*
 * A roll-over plans the next season from a season: objects that go along, days, prices and words. This file
 * writes nothing; the changes go through the door of all changes (SE9, SE3.1).
 */

const GROUP_OF: Readonly<Record<string, DayGroup>> = {
  'period.starts_on': 'season',
  'period.ends_on': 'season',
  'period.first_day_of_school': 'openings',
  'period.aid_balance_due_dt': 'aid_balance',
  'period.refund_cutoff': 'cut_offs',
  'period.reassign_cutoff': 'cut_offs',
  'period.reassign_due_on': 'cut_offs',
  'period_group.opens_at': 'openings',
  'period_group.closes_at': 'openings',
  'period_group.first_day_of_school': 'openings',
  'payment_term.from_dt': 'windows',
  'payment_term.thru_dt': 'windows',
  'payment_term.scheduled_dt': 'scheduled',
};

export type RolloverSettings = {
  name: string;
  text: string;
  days: Record<DayGroup, DayRule>;
  prices: {
    all: PriceRule | null;
    /** the narrowest that holds comes before `all`: a route, a program, a school, a type */
    of: readonly { ref: string; rule: PriceRule | null }[];
    /** flat discounts and surcharges are changed too */
    also: readonly ('discount' | 'surcharge')[];
  };
};

/** What staff have typed, ticked or left out, by the ref of the old object. */
export type RolloverEdits = {
  included: Readonly<Record<string, boolean>>;
  typed: Readonly<Record<string, Readonly<Row>>>;
  /** the words to replace, by `wordsKey` */
  words: readonly string[];
};

export const NO_EDITS: RolloverEdits = { included: {}, typed: {}, words: [] };

export const DEFAULT_DAYS: RolloverSettings['days'] = {
  season: 'same_date',
  openings: 'same_weekday',
  windows: 'same_date',
  scheduled: 'same_date',
  cut_offs: 'same_date',
  aid_balance: 'same_date',
};

export type Rollover = {
  season: SeasonNode;
  settings: RolloverSettings;
  edits: RolloverEdits;
  /** the signed contracts of each route */
  contracts: ReadonlyMap<number, number>;
};

/** A day or a price of the table. */
export type ValueRow = {
  ref: string;
  kind: ObjectKind;
  names: readonly string[];
  field: string;
  old: unknown;
  proposed: unknown;
  value: unknown;
  is_typed: boolean;
  is_included: boolean;
};

export const TICKED: readonly ObjectKind[] = ['period_group', 'period_program', 'route'];

/**
 * Whether an object goes along: by the tick of staff, else every active object, and every active route with a
 * contract (SE9.3). An object that stays behind keeps all objects below.
 */
function goesAlong({ edits, contracts }: Rollover, node: SeasonNode, around: ReadonlySet<string>): boolean {
  if (node.kind === 'period') return true;
  if (node.kind === 'period_program' && around.has(`left:${node.school_id}`)) return false;
  const isActive = node.fields.is_active !== false;
  if (!TICKED.includes(node.kind)) return isActive;
  const ticked = edits.included[node.ref];
  if (ticked !== undefined) return ticked;
  return isActive && (node.kind !== 'route' || (contracts.get(node.id) ?? 0) > 0);
}

/** The objects that go along, each before what hangs below. */
export function includedNodes(rollover: Rollover): SeasonNode[] {
  const left = new Set<string>();
  const walk = (node: SeasonNode): SeasonNode[] => {
    if (goesAlong(rollover, node, left)) return [node, ...node.below.flatMap(walk)];
    if (node.kind === 'period_group') left.add(`left:${node.school_id}`);
    return [];
  };
  // The schools come first among the lists of a season, so a school left out takes its programs along.
  return walk(rollover.season);
}

/** Every day and price, in the order of the season (SE9.4 to SE9.6). */
export function valueRows(rollover: Rollover): ValueRow[] {
  const included = new Set(includedNodes(rollover));
  return nodesOf(rollover.season).flatMap((node) =>
    Object.keys(node.fields).flatMap((field) => {
      const row = valueOf(rollover, node, field);
      return row ? [{ ...row, is_included: included.has(node) }] : [];
    }),
  );
}

function valueOf(
  rollover: Rollover,
  node: SeasonNode,
  field: string,
): Omit<ValueRow, 'is_included'> | undefined {
  const old = node.fields[field];
  if (!isMoved(node.kind, field) || old === null || old === undefined) return undefined;
  const { kind, names } = node;
  const ref = node.ref;
  const proposed = proposedFor(rollover, node, field);
  const typed = rollover.edits.typed[ref] ?? {};
  const is_typed = field in typed;
  return { ref, kind, names, field, old, proposed, value: is_typed ? typed[field] : proposed, is_typed };
}

const isMoved = (kind: ObjectKind, field: string): boolean =>
  `${kind}.${field}` in GROUP_OF || pricedFields(kind).includes(field);

function proposedFor({ settings }: Rollover, node: SeasonNode, field: string): unknown {
  const old = node.fields[field];
  const group = GROUP_OF[`${node.kind}.${field}`];
  if (group) return movedValue(node.kind, field, { old: old as string, rule: settings.days[group] });
  const rule = priceRuleFor(settings.prices, node);
  return rule ? dollarsAfter(old as number, rule) : old;
}

type Moved = { old: string; rule: DayRule };

function movedValue(kind: ObjectKind, field: string, { old, rule }: Moved): string {
  const takes = fieldTypeOf(objectOf(kind).fields[field]!)?.takes;
  return takes === 'local_time' ? movedTime(old, rule) : movedDay(old as PlainDate, rule);
}

function priceRuleFor({ all, of, also }: RolloverSettings['prices'], node: SeasonNode): PriceRule | null {
  const type = priceTypeOf(node);
  if ((type === 'discount' || type === 'surcharge') && !also.includes(type)) return null;
  const refs = [...node.around, `program_group:${node.school_id}`, `type:${type}`];
  const found = refs.flatMap((ref) => of.find((one) => one.ref === ref) ?? [])[0];
  return found ? found.rule : all;
}

/** Words of the old season in a text of an object that goes along. */
export type WordsRow = FoundWords & {
  key: string;
  ref: string;
  names: readonly string[];
  field: string;
  is_ticked: boolean;
};

const WORDED: readonly string[] = ['text', 'loose_text', 'html'];

/** The natural key stays, so the next import of a season file finds the object. */
const isWorded = ({ kind }: SeasonNode, field: string): boolean => {
  const object = objectOf(kind);
  if (kind === 'period' || object.refersTo[field]) return false;
  const type = fieldTypeOf(object.fields[field]!);
  return (
    type !== undefined && WORDED.includes(type.takes) && (object.key?.field !== field || kind === 'printable')
  );
};

/** Every find in the texts, messages and names of what goes along; none is replaced unticked (SE9.8). */
export function wordsRows(rollover: Rollover): WordsRow[] {
  const step = stepOf(rollover);
  const ticked = new Set(rollover.edits.words);
  return includedNodes(rollover).flatMap((node) =>
    Object.entries(node.fields).flatMap(([field, value]) => {
      if (typeof value !== 'string' || !isWorded(node, field)) return [];
      return findSeasonWords(value, step).map((found): WordsRow => {
        const ref = node.ref;
        const key = `${ref}.${field}@${found.at}:${found.found}`;
        return { ...found, key, ref, names: node.names, field, is_ticked: ticked.has(key) };
      });
    }),
  );
}

/** A day of the old season becomes the new day of the table; any other day moves by the same date. */
function stepOf(rollover: Rollover): SeasonStep {
  const { season, settings } = rollover;
  const rows = valueRows(rollover);
  const days = new Map(
    rows
      .filter(({ old, value }) => [old, value].every((one) => isPlainDate(String(one))))
      .map(({ old, value }) => [old, value]),
  );
  // A typed day may be none.
  const dayNow = (field: string) => days.get(season.fields[field]) ?? season.fields[field];
  return {
    old: {
      name: String(season.fields.name),
      text: String(season.fields.text),
      years: yearsOf(season.fields),
    },
    next: {
      name: settings.name,
      text: settings.text,
      years: yearsOf({ ...settings, starts_on: dayNow('starts_on'), ends_on: dayNow('ends_on') }),
    },
    dayOf: (day) => (days.get(day) as PlainDate | undefined) ?? movedDay(day, 'same_date'),
  };
}

/** Values of every new season: request windows are closed, and families see nothing of a draft. */
const ofPeriod = ({ name, text }: RolloverSettings): Row => ({
  name,
  text,
  refund_open: false,
  reassign_open: false,
  is_current: false,
  is_draft: true,
});

/** The changes that make the draft season, in the order of `includedNodes` (SE9.9). */
export const rolloverChanges = (rollover: Rollover): CreateChange[] =>
  changesFrom(rollover, { node: rollover.season, parent: null });

/** The changes that add one object of the season, and all below that go along, to a parent. */
export function changesFrom(
  rollover: Rollover,
  from: { node: SeasonNode; parent: Ref | null },
): CreateChange[] {
  const included = new Set(includedNodes(rollover));
  const values = Map.groupBy(valueRows(rollover), ({ ref }) => ref);
  const words = Map.groupBy(
    wordsRows(rollover).filter(({ is_ticked }) => is_ticked),
    ({ ref, field }) => `${ref}.${field}`,
  );
  const changes: CreateChange[] = [];
  const add = (node: SeasonNode, parent: Ref | null) => {
    const key = `#${changes.length + 1}`;
    const fields = { ...node.fields };
    for (const { field, value } of values.get(node.ref) ?? []) fields[field] = value;
    for (const field of Object.keys(fields)) {
      const chosen = words.get(`${node.ref}.${field}`);
      if (chosen) fields[field] = replaceWords(String(fields[field]), chosen);
    }
    if (node.kind === 'period') Object.assign(fields, ofPeriod(rollover.settings));
    if (node.kind === 'period_group') delete fields.is_current;
    const row = node.kind === 'period' ? { row: { rolled_from_id: node.id } } : {};
    changes.push({ op: 'create', kind: node.kind, parent, key, fields, ...row });
    for (const child of node.below) if (included.has(child)) add(child, key);
  };
  add(from.node, from.parent);
  return changes;
}

/** What goes along and what stays behind, by kind (SE9.2). */
export function countsByKind(rollover: Rollover): Map<ObjectKind, { goes: number; stays: number }> {
  const included = new Set(includedNodes(rollover));
  const counts = new Map<ObjectKind, { goes: number; stays: number }>();
  for (const node of nodesOf(rollover.season)) {
    const { goes, stays } = counts.get(node.kind) ?? { goes: 0, stays: 0 };
    const goesToo = included.has(node);
    counts.set(node.kind, { goes: goes + Number(goesToo), stays: stays + Number(!goesToo) });
  }
  return counts;
}
