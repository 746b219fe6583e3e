import { m } from '#i18n/messages.js';
import { DAY_MS } from '#kit/durations.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { objectOf, parentKindOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { ENDED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { fieldsOfFormat } from '#modules/catalog/objects/object.ts';
import { columnOf, parentColumn } from '#modules/catalog/objects/objects.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Row } from '#platform/db/save-row.ts';
import { findProblems, momentOf, openCatalog, refusalOf, tryChanges } from './apply-changes.service.ts';
import type { Change, Problem } from './change.ts';
import type { Undone } from './changes.contract.ts';
import { findChangeSet, listChangeRows, readTexts, type ChangeRow } from './changes.queries.ts';
import { byField } from './object-fields.service.ts';
import { nameOfRow } from './object-names.service.ts';
import { effectsOf, previewOf, refuseOtherEffects, type TellEffects } from './effects.service.ts';
import { refuseWithoutRight } from './staff-changes.service.ts';
import { catalogUsesOf, outsideUsesOf } from './uses.service.ts';
import { findRow, readObjects, rowsOf, type WorkingObjects } from './working-objects.service.ts';

/** SE3.7 */
const UNDONE_FOR_DAYS = 90;

type Reverse = { changes: Change[]; left: ChangeRow[]; ended: ChangeRow[] };

/**
 * Undoes a change set by a new one with the reverse changes, through the same rules. Objects that somebody
 * has changed since are left; what was added and is in use by now is ended. Without `seen`, a preview.
 * @throws not_found, undo_too_late, undone_already, right_missing, and as `saveChanges`
 */
export async function undoChanges(
  tx: Tx,
  { clock, tellEffects }: { clock: Pick<Clock, 'now' | 'today'>; tellEffects: TellEffects },
  viewer: Viewer,
  { id, seen, all }: { id: number; seen?: string; all?: boolean },
): Promise<Undone> {
  // A preview lets orders go on.
  const objects = await (seen === undefined ? readObjects : openCatalog)(tx, clock.now());
  const set = await findChangeSet(tx, id);
  if (!set) throw new Refusal(catalogRefusals.not_found);
  if (set.undone_by !== null) throw new Refusal(catalogRefusals.undone_already);
  if (clock.now().getTime() - set.at.getTime() > UNDONE_FOR_DAYS * DAY_MS)
    throw new Refusal(catalogRefusals.undo_too_late);
  const rows = await listChangeRows(tx, id);
  const { changes, left, ended } = await reverseOf(tx, objects, rows);
  refuseWithoutRight(viewer, changes);
  const named = (row: ChangeRow) => ({
    kind: row.kind as ObjectKind,
    id: row.row_id,
    name: nameOfRow(objects, row),
  });
  const tell = (staged: WorkingObjects, problems: readonly Problem[] = []) =>
    effectsOf(tx, { objects: staged, reader: viewer, tellEffects, problems });
  const told = {
    left: left.map(named),
    ended: ended.map(named),
    left_text: left.length > 0 ? m.catalog_undo_left({ n: left.length, all: rows.length }) : null,
  };
  if (seen === undefined) {
    const moment = { ...momentOf(clock), areChecked: false };
    const { problems } = await findProblems(tx, { objects, changes }, moment);
    const preview = previewOf(problems, await tell(objects, problems), { isWhole: all });
    return { ...preview, id: null, rows: [], ...told };
  }
  const title = set.title === null ? null : m.catalog_undo_title({ title: set.title });
  const agree = async (_: Tx, staged: WorkingObjects) => refuseOtherEffects(seen, await tell(staged));
  const undoing = { changes, source: 'undo', title, staff: viewer, undoes_id: id, agree } as const;
  const { problems, applied } = await tryChanges(tx, momentOf(clock), { objects, set: undoing });
  if (!applied) throw refusalOf(problems);
  return { ...applied.agreed!, id: applied.id, rows: applied.rows, ...told };
}

/** The reverse changes, the last ones first; an object with another version than afterwards is left. */
async function reverseOf(tx: Tx, objects: WorkingObjects, rows: readonly ChangeRow[]): Promise<Reverse> {
  const texts = await readTexts(tx, rows.flatMap(textIdsOf));
  const isLeft = ({ kind, row_id, version_after }: ChangeRow) => {
    const now = findRow(objects, kind as ObjectKind, row_id);
    return version_after === null ? now !== undefined : now?.version !== version_after;
  };
  const left = rows.filter(isLeft);
  const undone = rows.filter((row) => !isLeft(row));
  const then = asBefore(objects, undone);
  const used = await usedSince(tx, then, undone);
  const ended = undone.filter((row) => row.op === 'create' && used.has(row));
  const changes = undone.toReversed().flatMap((row): Change[] => {
    const object = { kind: row.kind as ObjectKind, id: row.row_id };
    if (row.op === 'remove') return [createOf(then, row, texts)];
    if (row.op !== 'create') return [{ op: 'update', ...object, ...writtenOf(then, row, texts) }];
    if (!used.has(row)) return [{ op: 'remove', ...object }];
    return isEnded(object.kind) ? [{ op: 'end', ...object }] : [];
  });
  return { changes, left, ended };
}

/** Changed and removed objects as they were, with the names and references of before. */
function asBefore(objects: WorkingObjects, undone: readonly ChangeRow[]): WorkingObjects {
  const now = new Map([...objects.now].map(([kind, rows]) => [kind, new Map(rows)]));
  const then = { ...objects, now };
  for (const { kind, row_id: id, before } of undone) {
    const rows = rowsOf(then, kind as ObjectKind);
    if (before) rows.set(id, { ...rows.get(id), ...before, id });
  }
  return then;
}

const isEnded = (kind: ObjectKind) => (ENDED_KINDS as readonly ObjectKind[]).includes(kind);

/** Added objects that something refers to, other than objects that are removed as well. */
async function usedSince(
  tx: Tx,
  objects: WorkingObjects,
  rows: readonly ChangeRow[],
): Promise<ReadonlySet<ChangeRow>> {
  const added = new Map<ObjectKind, Map<number, ChangeRow>>();
  for (const row of rows.filter(({ op }) => op === 'create')) {
    const ofKind = added.get(row.kind as ObjectKind) ?? new Map<number, ChangeRow>();
    added.set(row.kind as ObjectKind, ofKind.set(row.row_id, row));
  }
  const used = new Set<ChangeRow>();
  const isGone = (kind: ObjectKind, id: number) => {
    const row = added.get(kind)?.get(id);
    return row !== undefined && !used.has(row);
  };
  for (const [kind, ofKind] of added)
    for (const { id } of await outsideUsesOf(tx, kind, [...ofKind.keys()])) used.add(ofKind.get(id)!);
  // What stays keeps what it refers to: looked through again until nothing more stays.
  for (let before = -1; before !== used.size;) {
    before = used.size;
    for (const [kind, ofKind] of added)
      for (const { id } of catalogUsesOf(objects, { kind, ids: [...ofKind.keys()], isGone }))
        used.add(ofKind.get(id)!);
  }
  return used;
}

const htmlOf = (kind: string) => fieldsOfFormat(objectOf(kind as ObjectKind), 'html');

const textIdsOf = ({ kind, before }: ChangeRow): number[] =>
  htmlOf(kind)
    .map((field) => before?.[field])
    .filter((id) => typeof id === 'number');

/** The fields of before, and the columns that no field writes. */
function writtenOf(
  objects: WorkingObjects,
  { kind: of, before }: ChangeRow,
  texts: ReadonlyMap<number, string>,
) {
  const kind = of as ObjectKind;
  const columns: Row = { ...before };
  for (const field of htmlOf(kind))
    if (typeof columns[field] === 'number') columns[field] = texts.get(columns[field]) ?? null;
  for (const [name, value] of Object.entries(columns))
    if (name.endsWith('_at') && typeof value === 'string') columns[name] = new Date(value);
  const isOfField = (column: string) =>
    column === 'published_at' ||
    Object.keys(objectOf(kind).fields).some((field) => columnOf(kind, field) === column);
  const split = (wanted: boolean) =>
    Object.fromEntries(Object.entries(columns).filter(([column]) => isOfField(column) === wanted));
  const fields = byField(objects, kind, split(true));
  return { fields, row: split(false) };
}

function createOf(objects: WorkingObjects, row: ChangeRow, texts: ReadonlyMap<number, string>): Change {
  const kind = row.kind as ObjectKind;
  const { fields, row: others } = writtenOf(objects, row, texts);
  const { [parentColumn(kind) ?? '']: parent, ...rest } = others;
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in objectOf(kind).fields));
  const isCurrent = kind === 'period' ? { is_current: false } : {};
  return {
    op: 'create',
    kind,
    id: row.row_id,
    parent: parentKindOf(kind) ? (parent as number) : null,
    fields: { ...known, ...isCurrent },
    row: rest,
  };
}
