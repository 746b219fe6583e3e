import { Refusal } from '#kit/refusal.ts';
import { plainDate } from '#kit/plain-date.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { findProblems, sentenceOf } from '#modules/catalog/changes/apply-changes.service.ts';
import type { CreateChange, Problem } from '#modules/catalog/changes/change.ts';
import {
  findRow,
  readObjects,
  rowsOf,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import type { Check } from '#modules/catalog/checks/check.ts';
import { SEVERITY_OF_CHECK, type CheckCode } from '#modules/catalog/checks/check.states.ts';
import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { checksOf } from '#modules/catalog/checks/season-checks.ts';
import { seasonView } from '#modules/catalog/checks/season-view.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { movedDay } from './moved-day.ts';
import { planningRefusals } from './planning.refusals.ts';
import {
  DEFAULT_DAYS,
  includedNodes,
  rolloverChanges,
  type Rollover,
  type RolloverEdits,
  type RolloverSettings,
} from './rollover.ts';
import { countContractsByRoute, findRollover } from './rollover.queries.ts';
import { settingsShape } from './rollover.shapes.ts';
import type { SeasonNode } from './season-node.ts';
import { seasonTree } from './season-tree.service.ts';
import { findSeasonWords, replaceWords, yearsOf } from './season-words.ts';

export type Moments = Pick<Clock, 'now' | 'today'>;
export type PlanRow = NonNullable<Awaited<ReturnType<typeof findRollover>>>;

/** The plan of a season, on the objects as stored. */
export type ReadPlan = { row: PlanRow; objects: WorkingObjects; rollover: Rollover };

/** @throws not_found, rolled_over */
export async function getOldSeason(tx: Tx, now: Date, season_id: number) {
  const objects = await readObjects(tx, now);
  const old = findRow(objects, 'period', season_id);
  if (!old) throw new Refusal(catalogRefusals.not_found);
  const made = [...rowsOf(objects, 'period').values()].find((one) => one.rolled_from_id === season_id);
  if (made)
    throw new Refusal(planningRefusals.rolled_over, {
      data: { old: String(old.text), new: String(made.text) },
    });
  return { objects, old };
}

/** @throws not_found, rolled_over */
export async function getPlan(tx: Tx, { now }: Pick<Moments, 'now'>, season_id: number): Promise<ReadPlan> {
  const { objects } = await getOldSeason(tx, now(), season_id);
  return planOn(tx, objects, season_id);
}

/** @throws not_found */
export async function getPlanRow(tx: Tx, season_id: number): Promise<PlanRow> {
  const row = await findRollover(tx, season_id);
  if (!row) throw new Refusal(catalogRefusals.not_found);
  return row;
}

/** @throws not_found */
export async function planOn(tx: Tx, objects: WorkingObjects, season_id: number): Promise<ReadPlan> {
  const row = await getPlanRow(tx, season_id);
  const rollover: Rollover = {
    season: seasonTree(objects, season_id),
    settings: settingsShape.parse(row.settings),
    edits: row.edits as RolloverEdits,
    contracts: await countContractsByRoute(tx, season_id),
  };
  return { row, objects, rollover };
}

/** Names with the years of the next season; days by their defaults, and prices as they are. */
export function firstSettings(old: StoredRow): RolloverSettings {
  const [name, text] = [String(old.name), String(old.text)];
  const years = yearsOf(old);
  const next = { first: years.first + 1, last: years.last + 1 };
  const step = {
    // The names are found by their years alone.
    old: { name: '', text: '', years },
    next: { name: '', text: '', years: next },
    dayOf: (day: Parameters<typeof movedDay>[0]) => movedDay(plainDate(day), 'same_date'),
  };
  const nextName = (words: string) => replaceWords(words, findSeasonWords(words, step));
  return {
    name: nextName(name),
    text: nextName(text),
    days: DEFAULT_DAYS,
    prices: { all: null, of: [], also: [] },
  };
}

/** What of a season's checks is about the values of a roll-over. */
const OF_VALUES: readonly CheckCode[] = [
  'no_term',
  'terms_ended',
  'schedule_passed',
  'schedule_after_end',
  'early_dearer',
  'instalments_cheaper',
  'aid_balance_late',
  'addon_free',
  'above_cap',
  'no_first_day',
  'sibling_differs',
  'price_outlier',
];

export type Placed<T> = T & { node: SeasonNode; field: string | null };

export type TriedPlan = {
  changes: CreateChange[];
  problems: Placed<{ sentence: string }>[];
  checks: Placed<{ check: Check }>[];
  /** with the new season staged */
  objects: WorkingObjects;
};

/** Makes the season in memory: the rules that its values break, and its checks (SE9.7). */
export async function tryPlan(tx: Tx, { now, today }: Moments, plan: ReadPlan): Promise<TriedPlan> {
  const { objects, rollover } = plan;
  const changes = rolloverChanges(rollover);
  const nodes = includedNodes(rollover);
  const moment = { now: now(), today: today(), areChecked: false };
  const { ids, problems } = await findProblems(tx, { objects, changes }, moment);
  const toPlaced = (problem: Problem) => ({
    node: nodes[problem.change]!,
    field: problem.path.length > 0 ? String(problem.path[0]) : null,
    sentence: sentenceOf(problem),
  });
  const placed = problems.map(toPlaced);
  // The checks read whole objects.
  const checks = problems.length > 0 ? [] : checksOfMade(objects, ids[0]!, moment);
  const nodeOf = new Map(changes.map(({ kind }, at) => [`${kind}:${ids[at]}`, nodes[at]!]));
  return {
    changes,
    problems: placed,
    checks: checks.flatMap((check) => {
      const node = nodeOf.get(`${check.subject.kind}:${check.subject.id}`);
      return node ? [{ node, field: check.field, check }] : [];
    }),
    objects,
  };
}

function checksOfMade(
  objects: WorkingObjects,
  period_id: number,
  { now, today }: { now: Date; today: ReturnType<Clock['today']> },
): Check[] {
  const catalog = {
    rowsOf: (kind: Parameters<typeof rowsOf>[1]) => [...rowsOf(objects, kind).values()],
    options: objects.options,
  };
  const view = seasonView(catalog, period_id)!;
  const facts = {
    now,
    today,
    drawn: new Set<string>(),
    waiting: new Map(),
    awarded: new Set<number>(),
    missing_files: new Set<string>(),
  };
  return checksOf(view, facts).filter(({ code }) => OF_VALUES.includes(code));
}

/** A check as calls answer it; amounts only with the right money. */
export const toCheckPlace = (reader: Reader, { node, field, check }: TriedPlan['checks'][number]) => ({
  ref: node.ref,
  names: [...node.names],
  field,
  sentence: hasRight(reader, 'money') ? check.text : (check.text_without_money ?? check.text),
  severity: SEVERITY_OF_CHECK[check.code],
});
