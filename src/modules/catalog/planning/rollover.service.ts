import type { Reader } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { editedRefusal, writerFacts } from '#modules/accounts/edited-meanwhile.service.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { rowsOf } from '#modules/catalog/changes/working-objects.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { RolloverAnswer, RolloverEdit } from './rollover.contract.ts';
import {
  countsByKind,
  includedNodes,
  NO_EDITS,
  TICKED,
  valueRows,
  wordsRows,
  type RolloverEdits,
  type RolloverSettings,
} from './rollover.ts';
import {
  firstSettings,
  getOldSeason,
  getPlanRow,
  getPlan,
  planOn,
  toCheckPlace,
  tryPlan,
  type Moments,
  type ReadPlan,
} from './rollover-plan.service.ts';
import * as stored from './rollover.queries.ts';
import { nodesOf } from './season-node.ts';
import { STAYS_BEHIND } from './rollover.states.ts';

type Deps = { clock: Moments };
type OfSeason = { season_id: number };

/**
 * Makes the plan of a season, or opens the plan there is (SE9.1).
 * @throws not_found, rolled_over
 */
export async function openRollover(
  tx: Tx,
  { clock }: Deps,
  viewer: Viewer,
  { season_id }: OfSeason,
): Promise<RolloverAnswer> {
  const now = clock.now();
  const { objects, old } = await getOldSeason(tx, now, season_id);
  const plan = { settings: firstSettings(old), edits: NO_EDITS, ...by(viewer, now) };
  await stored.insertRollover(tx, { from_period_id: season_id, ...plan });
  const subject = `period:${season_id}`;
  await writeAudit(tx, now, viewer, { action: 'rollover.open', subject, after: { is_open: true } });
  return answerOf(tx, clock, viewer, await planOn(tx, objects, season_id));
}

const by = (viewer: Viewer, now: Date) => ({ edited_by_id: viewer.user_id, edited_at: now });

/** @throws not_found, rolled_over */
export async function readRollover(
  tx: Tx,
  { clock }: Deps,
  reader: Reader,
  { season_id }: OfSeason,
): Promise<RolloverAnswer> {
  return answerOf(tx, clock, reader, await getPlan(tx, clock, season_id));
}

async function answerOf(tx: Tx, clock: Moments, reader: Reader, plan: ReadPlan): Promise<RolloverAnswer> {
  const families = await stored.countOfFamilies(tx, plan.rollover.season.id, clock.now());
  return toAnswer(plan, {
    behind: behindOf(plan, families),
    ...(await placesOf(tx, clock, reader, plan)),
  });
}

async function placesOf(tx: Tx, clock: Moments, reader: Reader, plan: ReadPlan) {
  const { problems, checks } = await tryPlan(tx, clock, plan);
  return {
    problems: problems.map(({ node: { ref, names }, field, sentence }) => ({
      ref,
      names: [...names],
      field,
      sentence,
    })),
    checks: checks.map((check) => toCheckPlace(reader, check)),
  };
}

type Families = Awaited<ReturnType<typeof stored.countOfFamilies>>;

function behindOf({ objects, rollover }: ReadPlan, families: Families): RolloverAnswer['behind'] {
  const programs = new Set(
    nodesOf(rollover.season).flatMap(({ kind, id }) => (kind === 'period_program' ? [id] : [])),
  );
  const codes = [...objects.stored.get('aid_code')!.values()];
  const counts = {
    ...families,
    aid_codes: codes.filter((row) => programs.has(Number(row.period_program_id))).length,
    contracts: [...rollover.contracts.values()].reduce((n, one) => n + one, 0),
    news: rowsOf(objects, 'news_item').size,
  };
  return STAYS_BEHIND.map((what) => ({ what, n: counts[what] }));
}

type Found = Pick<RolloverAnswer, 'behind' | 'problems' | 'checks'>;

function toAnswer({ row, rollover }: ReadPlan, found: Found): RolloverAnswer {
  const { season, settings, contracts } = rollover;
  const included = new Set(includedNodes(rollover));
  const [values, words] = [valueRows(rollover).filter((one) => one.is_included), wordsRows(rollover)];
  const counts = [...countsByKind(rollover)];
  return {
    season: { id: season.id, name: String(season.fields.name), text: String(season.fields.text) },
    version: row.version,
    settings: settings as RolloverAnswer['settings'],
    goes: counts.map(([kind, n]) => ({ kind, ...n })),
    objects: nodesOf(season)
      .filter(({ kind }) => TICKED.includes(kind))
      .map((node) => ({
        ref: node.ref,
        kind: node.kind,
        names: [...node.names],
        is_active: node.fields.is_active !== false,
        contracts: node.kind === 'route' ? (contracts.get(node.id) ?? 0) : null,
        included: included.has(node),
      })),
    counts: {
      values: values.length,
      changed: values.filter(({ old, value }) => old !== value).length,
      typed: values.filter(({ is_typed }) => is_typed).length,
      texts: words.length,
      replaced: words.filter(({ is_ticked }) => is_ticked).length,
    },
    ...found,
  };
}

type Save = OfSeason & { version: number };

/** @throws not_found, rolled_over, edited_meanwhile */
export async function saveSettings(
  tx: Tx,
  deps: Deps,
  viewer: Viewer,
  { settings, ...at }: Save & { settings: RolloverSettings },
): Promise<RolloverAnswer> {
  return save(tx, deps, { viewer, ...at }, () => ({ settings }));
}

/** @throws not_found, rolled_over, edited_meanwhile */
export async function editRows(
  tx: Tx,
  deps: Deps,
  viewer: Viewer,
  { edits, ...at }: Save & { edits: readonly RolloverEdit[] },
): Promise<RolloverAnswer> {
  return save(tx, deps, { viewer, ...at }, (now) => ({ edits: edits.reduce(withEdit, now) }));
}

type Changed = { settings?: RolloverSettings; edits?: RolloverEdits };

async function save(
  tx: Tx,
  { clock }: Deps,
  { viewer, season_id, version }: Save & { viewer: Viewer },
  change: (edits: RolloverEdits) => Changed,
): Promise<RolloverAnswer> {
  const now = clock.now();
  const { objects } = await getOldSeason(tx, now, season_id);
  const row = await getPlanRow(tx, season_id);
  const plan = { ...change(row.edits as RolloverEdits), ...by(viewer, now) };
  if (!(await stored.updateRollover(tx, { from_period_id: season_id, version }, plan))) {
    const current = { settings: row.settings, version: row.version };
    throw editedRefusal([{ ...writerFacts(row, now), current, version: row.version }]);
  }
  await writeAudit(tx, now, viewer, {
    action: 'rollover.edit',
    subject: `period:${season_id}`,
    before: { version },
    after: { version: version + 1 },
  });
  return answerOf(tx, clock, viewer, await planOn(tx, objects, season_id));
}

const isOfWords = (field: string) => field.includes('@');

/** A tick of an object, a tick of words, a typed value, or the rule again. */
function withEdit(edits: RolloverEdits, { ref, field, value, included }: RolloverEdit): RolloverEdits {
  if (field === null)
    return included === undefined ? edits : { ...edits, included: { ...edits.included, [ref]: included } };
  if (isOfWords(field)) {
    const key = `${ref}.${field}`;
    const others = edits.words.filter((one) => one !== key);
    return included === undefined ? edits : { ...edits, words: included ? [...others, key] : others };
  }
  if (value === undefined) return edits;
  const { [field]: _before, ...others } = edits.typed[ref] ?? {};
  const typed = value === null ? others : { ...others, [field]: value };
  return { ...edits, typed: { ...edits.typed, [ref]: typed } };
}

/** @throws not_found */
export async function discardRollover(
  tx: Tx,
  { clock }: Deps,
  viewer: Viewer,
  { season_id }: OfSeason,
): Promise<void> {
  if (!(await stored.deleteRollover(tx, season_id))) throw new Refusal(catalogRefusals.not_found);
  await writeAudit(tx, clock.now(), viewer, {
    action: 'rollover.discard',
    subject: `period:${season_id}`,
    before: { is_open: true },
    after: { is_open: false },
  });
}
