import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal, type FieldErrors } from '#kit/refusal.ts';
import { m } from '#i18n/messages.js';
import { editedRefusal, writerFacts } from '#modules/accounts/edited-meanwhile.service.ts';
import { lockCatalog } from '#modules/catalog/catalog-version.queries.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { keepNamedFiles } from '#modules/catalog/files/uploads.service.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { objectFieldLabel, objectFieldName } from '#modules/catalog/objects/object-labels.ts';
import { writeAudits, type Actor } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Row } from '#platform/db/save-row.ts';
import { auditEntryOf, subjectOf } from './audit-differences.service.ts';
import type { Change, Problem, WrittenObject } from './change.ts';
import type { Preview } from './changes.contract.ts';
import type { ChangeSource } from './change.states.ts';
import { findWriter, insertChangeSet } from './changes.queries.ts';
import { checkObjects } from './check-objects.service.ts';
import { heldByChecks, heldTerms } from './held-by-checks.service.ts';
import { fieldsOf } from './object-fields.service.ts';
import { stageChanges } from './stage-changes.service.ts';
import { getRow, readObjects, type WorkingObjects } from './working-objects.service.ts';
import {
  changeRowOf,
  differencesOf,
  keepTexts,
  writeDifferences,
  type Difference,
} from './write-objects.service.ts';

export type ChangeSet = {
  changes: readonly Change[];
  source: ChangeSource;
  title?: string | null;
  /** who of the staff writes; a command has none */
  staff?: Actor;
  /** of the audit log, in place of `catalog.create` and so on */
  action?: string;
  undoes_id?: number;
  /** what staff state of a lawyer's approval of bank terms that lack a point (SE4.11) */
  approval?: string | null;
  /** the effects that the writer has agreed to; a throw keeps the staged changes from being written */
  agree?: (tx: Tx, staged: WorkingObjects) => Promise<Preview>;
};

export type Moment = {
  now: Date;
  today: PlainDate;
  /** the import has checked the fields of a whole file already */
  areChecked?: boolean;
  /**
   * given where the checks hold a season that is published and a school that is opened: the files of the
   * seasons that are not in the store (SE6.2)
   */
  missing_files?: ReadonlySet<string>;
  /** bank terms are held until they have their points (SE4.11) */
  holdsTerms?: boolean;
};

export const momentOf = (clock: Pick<Clock, 'now' | 'today'>): Moment => ({
  now: clock.now(),
  today: clock.today(),
});

export type Applied = {
  /** null if nothing differed: no change set was written */
  id: number | null;
  rows: WrittenObject[];
  differences: readonly Difference[];
  agreed: Preview | undefined;
};

/** Begins to write: blocks orders and other writers of the catalog until the transaction ends. */
export async function openCatalog(tx: Tx, now: Date): Promise<WorkingObjects> {
  await lockCatalog(tx);
  return readObjects(tx, now);
}

/**
 * Writes objects of the catalog; no other code does, but for the counters of seats and uses. All changes are
 * made or none; orders wait meanwhile (SE3.5, decision 52).
 * @throws not_found, edited_meanwhile; rule_broken, in_use, has_contracts or mend_first with every problem
 */
export async function applyChanges(tx: Tx, moment: Moment, set: ChangeSet): Promise<Applied> {
  const objects = await openCatalog(tx, moment.now);
  const { problems, applied } = await tryChanges(tx, moment, { objects, set });
  if (problems.length > 0) throw refusalOf(problems);
  return applied!;
}

type Tried = { problems: Problem[]; applied?: Applied };

/**
 * As `applyChanges`, on objects that the caller has opened; problems are returned.
 * @throws not_found, edited_meanwhile
 */
export async function tryChanges(
  tx: Tx,
  { areChecked = false, ...moment }: Moment,
  { objects, set }: { objects: WorkingObjects; set: ChangeSet },
): Promise<Tried> {
  const { changes } = set;
  const { now } = moment;
  const staged = await findProblems(tx, { objects, changes }, { ...moment, areChecked });
  if (staged.problems.length > 0) return { problems: staged.problems };
  const agreed = await set.agree?.(tx, objects);
  const differences = differencesOf(objects);
  await writeDifferences(tx, differences);
  await keepNamedFiles(tx, differences.map(fileNamedBy));
  const keys = keysOf(changes, staged.ids);
  const id = await recordSet(tx, { now, differences, keys, agreed }, set);
  await auditSet(tx, { id, now, differences, ids: staged.ids }, set);
  const rows = differences.map(({ kind, id: row_id, after }) => ({
    kind,
    id: row_id,
    version: after ? Number(after.version) : null,
    key: keys.get(`${kind}:${row_id}`) ?? null,
  }));
  return { problems: [], applied: { id, rows, differences, agreed } };
}

type Wanted = { objects: WorkingObjects; changes: readonly Change[] };

/**
 * Makes the changes in memory, and finds every rule that they break; writes nothing.
 * @throws not_found, edited_meanwhile
 */
export async function findProblems(
  tx: Tx,
  { objects, changes }: Wanted,
  { missing_files, holdsTerms, ...moment }: Moment & { areChecked: boolean },
) {
  await refuseEdited(tx, { objects, changes }, moment.now);
  const { ids, problems } = await stageChanges(tx, objects, { changes, ...moment });
  const last = new Map(changes.map((change, at) => [`${change.kind}:${ids[at]}`, at]));
  const changeOf = (kind: ObjectKind, id: number) => last.get(`${kind}:${id}`);
  const found = [
    ...problems,
    ...(await checkObjects(tx, { objects, changeOf }, moment.now)),
    ...(holdsTerms ? heldTerms({ objects, changeOf }) : []),
  ];
  // The checks read whole objects, so wrong fields come first.
  if (found.length > 0 || !missing_files) return { ids, problems: found };
  const { today, now } = moment;
  const held = heldByChecks({ objects, changeOf }, { today, now, missing_files });
  return { ids, problems: held };
}

const fileNamedBy = ({ kind, after }: Difference): unknown => after?.[objectOf(kind).file ?? ''];

function keysOf(changes: readonly Change[], ids: readonly number[]): Map<string, string> {
  const named = changes.flatMap((change, at): [string, string][] =>
    change.op === 'create' && change.key ? [[`${change.kind}:${ids[at]}`, change.key]] : [],
  );
  return new Map(named);
}

type Recorded = Pick<Applied, 'differences' | 'agreed'> & { now: Date; keys: ReadonlyMap<string, string> };

async function recordSet(
  tx: Tx,
  { now, differences, keys, agreed }: Recorded,
  set: ChangeSet,
): Promise<number | null> {
  if (differences.length === 0) return null;
  const { staff, title = null, approval = null, source, undoes_id } = set;
  const actor_id = staff ? (staff.impersonator_id ?? staff.user_id) : null;
  const textIds = await keepTexts(tx, differences, { now, made_by_id: actor_id });
  const rows = differences.map((difference, position) => ({
    ...changeRowOf(difference, textIds),
    position,
    key: keys.get(`${difference.kind}:${difference.id}`) ?? null,
  }));
  const { effects, more } = agreed ?? {};
  const told = { undoes_id, effects: effects && { effects, more: more! } };
  return insertChangeSet(tx, { at: now, actor_id, title, approval, source, ...told }, rows);
}

type Audited = { id: number | null; now: Date; differences: readonly Difference[]; ids: readonly number[] };

/**
 * An object that staff save as it is leaves a row too. An import leaves none for its objects, also if staff
 * import: what staff have set stays known by the audit log (MP7).
 */
async function auditSet(
  tx: Tx,
  { id, now, differences, ids }: Audited,
  { staff, changes, action, source }: ChangeSet,
): Promise<void> {
  if (!staff || source === 'import') return;
  const written = new Set(differences.map(({ kind, id }) => `${kind}:${id}`));
  const asIs = changes.flatMap(({ kind, op }, at) =>
    written.has(`${kind}:${ids[at]}`)
      ? []
      : [{ action: action ?? `catalog.${op}`, subject: subjectOf(kind, ids[at]!) }],
  );
  const written_rows = differences.map((one) => auditEntryOf(one, { change_set_id: id!, action }));
  await writeAudits(tx, now, staff, [...written_rows, ...asIs]);
}

/** Called after the lock of the catalog, so nobody changes an object in between (OF0.20). */
async function refuseEdited(tx: Tx, { objects, changes }: Wanted, now: Date): Promise<void> {
  const stale = changes.flatMap((change) => {
    if (change.op === 'create' || change.version === undefined) return [];
    const row = objects.stored.get(change.kind)!.get(change.id);
    return row && row.version !== change.version ? [{ kind: change.kind, row }] : [];
  });
  const items = [];
  for (const { kind, row } of stale) {
    const written = await writerOf(tx, { kind, id: row.id, version: Number(row.version) }, now);
    const current: Row = { kind, id: row.id, ...fieldsOf(objects, kind, getRow(objects, kind, row.id)) };
    items.push({ ...written, current });
  }
  const [first, ...others] = items;
  if (first) throw editedRefusal([first, ...others]);
}

/** Who of the staff has made a version, and how long ago. A season import leaves no name. */
export async function writerOf(tx: Tx, of: { kind: ObjectKind; id: number; version: number }, now: Date) {
  return { ...writerFacts(await findWriter(tx, of), now), version: of.version };
}

/** A problem as a call tells it: `{Label} {sentence}.` (SE3.3). */
export function sentenceOf({ path, params }: Problem): string {
  if (path.length === 0) return params.say(String);
  const sentence = params.say(objectFieldName);
  return m.server_rule_by_field({ label: objectFieldLabel(path), sentence });
}

/** The place of a problem in what was sent: `changes[0].fields.deposit`. */
export function placeOfProblem({ change, path }: Problem): string {
  return [`changes[${change}]`, ...(path.length > 0 ? ['fields', ...path] : [])].join('.');
}

export function refusalOf(problems: readonly Problem[]): Refusal<never> {
  const field_errors: FieldErrors = {};
  for (const problem of problems) (field_errors[placeOfProblem(problem)] ??= []).push(sentenceOf(problem));
  const refused = problems.every(({ refusal }) => refusal) ? problems[0]!.refusal : undefined;
  const kind = refused?.kind ?? catalogRefusals.rule_broken;
  const { data, items } = refused ?? {};
  return new Refusal(kind, { data: data as never, items, field_errors });
}
