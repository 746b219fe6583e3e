import { m } from '#i18n/messages.js';
import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { instantsOf } from '#kit/list/list-days.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { countWaiting } from '#modules/catalog/checks/checks.queries.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { fieldsOfFormat, hasFormat } from '#modules/catalog/objects/object.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { columnOf } from '#modules/catalog/objects/objects.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ReadList } from '#platform/db/list-reading.ts';
import type { Row } from '#platform/db/save-row.ts';
import type { ValueFormat } from './change.states.ts';
import type { ChangedObject } from './changed-objects.shapes.ts';
import type {
  ChangeSetAnswer,
  ChangesPage,
  listChanges as listChangesCall,
  ObjectAnswer,
} from './changes.contract.ts';
import {
  countParts,
  findChangeSet,
  listAuthors,
  listChangeRows,
  listChangeSets,
  listedChangeSets,
  listHistory,
  listRowsOfOne,
  NEWEST_SETS,
  readTexts,
  type ChangeRow,
  type ChangeSetRow,
  type SetFilters,
} from './changes.queries.ts';
import { byField, fieldsOf } from './object-fields.service.ts';
import { nameOfRow, namesOf } from './object-names.service.ts';
import { usesOf } from './uses.service.ts';
import { whatChanged } from './what-changed.ts';
import type { Difference } from './write-objects.service.ts';
import { findRow, nameOf, parentOf, readObjects, type WorkingObjects } from './working-objects.service.ts';

/** How many changes of an object are shown with it. */
const HISTORY = 20;

/** Fields that a reader may see: amounts with the right money, codes of aid with money_write (OF8.3). */
function isShown(reader: Reader, kind: ObjectKind, field: string): boolean {
  if (field === objectOf(kind).secret) return hasRight(reader, 'money_write');
  const isMoney = /_(cents|milli_percent)$/.test(columnOf(kind, field) ?? field);
  return !isMoney || hasRight(reader, 'money');
}

export const shownOf = (reader: Reader, kind: ObjectKind, fields: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => isShown(reader, kind, field)));

/** @throws not_found */
export async function readObject(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  reader: Reader,
  { kind, id }: { kind: ObjectKind; id: number },
): Promise<ObjectAnswer> {
  const objects = await readObjects(tx, clock.now());
  const row = findRow(objects, kind, id);
  if (!row) throw new Refusal(catalogRefusals.not_found);
  const parent = parentOf(objects, kind, row);
  const history = await listHistory(tx, { kind, id, limit: HISTORY });
  const texts = await textsOf(tx, kind, history);
  const uses = await usesOf(tx, objects, { kind, ids: [id] });
  const waiting = kind === 'route' ? await countWaiting(tx, [id]) : undefined;
  return {
    id,
    kind,
    version: row.version as number,
    parent: parent
      ? { kind: parent.kind, id: parent.row.id, name: nameOf(objects, parent.kind, parent.row) }
      : null,
    fields: shownOf(reader, kind, fieldsOf(objects, kind, row)),
    is_active: (row.is_active as boolean | undefined) ?? null,
    used_by: uses.map(({ name, n }) => ({ name, n })),
    contracts: Math.max(0, ...uses.filter(({ isContract }) => isContract).map(({ n }) => n)),
    waiting: waiting?.get(id) ?? 0,
    history: history.map(({ change_id, at, source, op, ...change }) => ({
      change_id,
      at: at.toISOString(),
      who: change.last_name === null ? null : fullName({ ...change } as Parameters<typeof fullName>[0]),
      source,
      op,
      fields: fieldChanges({ objects, reader, texts }, kind, change),
    })),
  };
}

type Shown = { objects: WorkingObjects; reader: Reader; texts: ReadonlyMap<number, string> };
type Sides = Pick<ChangeRow, 'before' | 'after'>;

/** The long texts of changes, by the ids of their versions. */
function textsOf(db: Db, kind: ObjectKind, changes: readonly Sides[]): Promise<Map<number, string>> {
  return readTexts(
    db,
    changes.flatMap((change) => textIdsOf(kind, change)),
  );
}

function textIdsOf(kind: ObjectKind, { before, after }: Sides): number[] {
  const html = fieldsOfFormat(objectOf(kind), 'html');
  return html.flatMap((field) => [before?.[field], after?.[field]]).filter((id) => typeof id === 'number');
}

/** Each field before and after, as a season file has it. */
function fieldChanges({ objects, reader, texts }: Shown, kind: ObjectKind, { before, after }: Sides) {
  const html = fieldsOfFormat(objectOf(kind), 'html');
  const told = (side: Row | null) => {
    const whole = Object.entries(side ?? {}).map(([name, value]) => [
      name,
      html.includes(name) && typeof value === 'number' ? (texts.get(value) ?? null) : value,
    ]);
    return shownOf(reader, kind, byField(objects, kind, Object.fromEntries(whole)));
  };
  const [was, is] = [told(before), told(after)];
  const known = (name: string) => name in objectOf(kind).fields || name === 'position';
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(known);
  return names.map((field) => ({
    field,
    label: objectFieldLabel([field]),
    format: formatOf(kind, field),
    before: was[field] ?? null,
    after: is[field] ?? null,
  }));
}

function formatOf(kind: ObjectKind, field: string): ValueFormat {
  if (hasFormat(objectOf(kind), field, 'html')) return 'html';
  const column = columnOf(kind, field) ?? field;
  if (column.endsWith('_cents')) return column === field ? 'cents' : 'dollars';
  return column.endsWith('_milli_percent') ? 'percent' : 'plain';
}

type What = Pick<ChangeSetAnswer, 'what'>;

const toSet = (
  { at, actor_id, first_name, last_name, ...set }: ChangeSetRow,
  { what }: What,
): ChangeSetAnswer => ({
  ...set,
  what,
  at: at.toISOString(),
  who:
    actor_id === null
      ? null
      : { id: actor_id, name: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }) },
});

type Names = ReadonlyMap<number, string>;

/** The names of the objects of change sets of one object, by the set. */
async function namesOfOne(tx: Tx, at: Date, sets: readonly ChangeSetRow[]): Promise<Names> {
  const ofOne = sets.filter(({ objects }) => objects === 1).map(({ id }) => id);
  const rows = await listRowsOfOne(tx, ofOne);
  const objects = await readObjects(tx, at, namedBy(rows.map(({ kind }) => kind as ObjectKind)));
  const nameIn = await namesOf(tx, objects, rows);
  return new Map(rows.map((row) => [row.change_id, nameIn(row)]));
}

/** What change sets have done, in words; a set of one object has the name of the object. */
async function whatOf(tx: Tx, sets: readonly ChangeSetRow[], names: Names): Promise<(id: number) => What> {
  const parts = await countParts(
    tx,
    sets.map(({ id }) => id),
  );
  return (id) => {
    const ofSet = parts.filter(({ change_id }) => change_id === id);
    const told = ofSet.map((part) => ({ ...part, kind: part.kind as ObjectKind }));
    return { what: whatChanged(told, names.get(id)) };
  };
}

/** The kinds, and the kinds whose key is their name. */
function namedBy(kinds: readonly ObjectKind[]): ObjectKind[] {
  const referred = kinds.flatMap((kind) => {
    const { key, refersTo } = objectOf(kind);
    const to = refersTo[key?.field ?? ''] as ObjectKind | undefined;
    return to ? [to] : [];
  });
  return [...new Set([...kinds, ...referred])];
}

type Asked = AskedOf<typeof listChangesCall> & Place<'newest'>;

/** A page of the change sets (SE3.8). */
export async function listChanges(
  { db, clock }: { db: Database; clock: Clock },
  { sort, after, limit, found, countTo, kind, subject, who, day, source }: Asked,
): ReadList<ChangeSetAnswer, Pick<ChangesPage, 'staff' | 'objects'>> {
  const listed = listedChangeSets({
    kinds: kind,
    subjects: subject,
    who,
    sources: source,
    day: instantsOf(day, clock),
  });
  const place = { sort, after, limit };
  return db.transaction(async (tx) => {
    const page = await listedPage(tx, listed, { place, sort: NEWEST_SETS, found, countTo });
    const sets = inOrderOf(page.rows, await listChangeSets(tx, page.rows));
    const now = clock.now();
    const what = await whatOf(tx, sets, await namesOfOne(tx, now, sets));
    return {
      ...page,
      rows: sets.map((row) => toSet(row, what(row.id))),
      staff: (await listAuthors(tx)).map(({ id, ...name }) => ({ id, name: fullName(name) })),
      objects: await objectsOf(tx, now, { kinds: kind, subjects: subject }),
    };
  });
}

/** The one object of the filters as `route Round trip`, also an object that was removed. */
async function objectsOf(
  tx: Tx,
  at: Date,
  { kinds, subjects }: Pick<SetFilters, 'kinds' | 'subjects'>,
): Promise<ChangesPage['objects']> {
  if (kinds?.length !== 1 || subjects?.length !== 1) return [];
  const [kind, id] = [kinds[0]!, subjects[0]!];
  const objects = await readObjects(tx, at, namedBy([kind]));
  const row = { kind, row_id: id, before: null, after: null };
  const nameIn = await namesOf(tx, objects, [row]);
  return [{ id, text: m.catalog_named({ what: KIND_NAMES[kind].one(), name: nameIn(row) }) }];
}

/** @throws not_found */
export async function readChangeSet(tx: Tx, reader: Reader, id: number) {
  const set = await findChangeSet(tx, id);
  if (!set) throw new Refusal(catalogRefusals.not_found);
  const [objects, rows] = [await readObjects(tx, set.at), await listChangeRows(tx, id)];
  const texts = await readTexts(
    tx,
    rows.flatMap((row) => textIdsOf(row.kind as ObjectKind, row)),
  );
  const nameIn = await namesOf(tx, objects, rows);
  const [only] = rows.length === 1 ? rows : [];
  const what = await whatOf(tx, [set], new Map(only && [[id, nameIn(only)]]));
  return {
    ...toSet(set, what(id)),
    rows: rows.map((row) => {
      const kind = row.kind as ObjectKind;
      return {
        kind,
        id: row.row_id,
        name: nameIn(row),
        op: row.op,
        version_after: row.version_after,
        fields: fieldChanges({ objects, reader, texts }, kind, row),
      };
    }),
  };
}

/** What a change set leaves otherwise, before the save; of an added object what is neither null nor long. */
export const toChangedObjects = (
  objects: WorkingObjects,
  reader: Reader,
  differences: readonly Difference[],
): ChangedObject[] =>
  differences.map(({ kind, id, op, before, after, fields }) => {
    const sides = { before: columnsOf(fields, 'from'), after: columnsOf(fields, 'to') };
    const changed = fieldChanges({ objects, reader, texts: new Map() }, kind, sides);
    return {
      kind,
      id,
      op,
      name: nameOfRow(objects, { kind, row_id: id, before: before ?? null, after: after ?? null }),
      version_after: after ? Number(after.version) : null,
      fields:
        op === 'create'
          ? changed.filter(({ format, after: value }) => format !== 'html' && value !== null)
          : changed,
    };
  });

const columnsOf = (fields: Difference['fields'], side: 'from' | 'to'): Row =>
  Object.fromEntries(fields.map((changed) => [changed.field, changed[side]]));
