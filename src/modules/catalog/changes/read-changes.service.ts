import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { addDays, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { fieldsOfFormat } from '#modules/catalog/objects/object.ts';
import { columnOf } from '#modules/catalog/objects/objects.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { pageOf, type Page } from '#platform/db/page-of-rows.ts';
import type { Row } from '#platform/db/save-row.ts';
import type { ChangeSetAnswer, ObjectAnswer } from './changes.contract.ts';
import {
  findChangeSet,
  listChangeRows,
  listChangeSets,
  listHistory,
  readTexts,
  type ChangeRow,
  type ChangeSetRow,
  type SetFilters,
} from './changes.queries.ts';
import { byField, fieldsOf } from './object-fields.service.ts';
import { usesOf } from './uses.service.ts';
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
  return {
    id,
    kind,
    version: row.version as number,
    parent: parent
      ? { kind: parent.kind, id: parent.row.id, name: nameOf(objects, parent.kind, parent.row) }
      : null,
    fields: shownOf(reader, kind, fieldsOf(objects, kind, row)),
    is_active: (row.is_active as boolean | undefined) ?? null,
    used_by: (await usesOf(tx, objects, { kind, ids: [id] })).map(({ name, n }) => ({ name, n })),
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
  return names.map((field) => ({ field, before: was[field] ?? null, after: is[field] ?? null }));
}

const toSet = ({ at, actor_id, first_name, last_name, ...set }: ChangeSetRow): ChangeSetAnswer => ({
  ...set,
  at: at.toISOString(),
  who:
    actor_id === null
      ? null
      : { id: actor_id, name: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }) },
});

type Asked = Omit<SetFilters, 'from' | 'until' | 'after' | 'limit'> & { day?: PlainDate } & Place;

/** A page of the change sets, the newest first; `day` in company time. */
export async function listChanges(
  db: Db,
  clock: Pick<Clock, 'time_zone'>,
  { sort, after, limit, day, ...filters }: Asked,
): Promise<Page<ChangeSetAnswer>> {
  const place = { sort, after, limit };
  const span = day && {
    from: startOfDayIn(clock.time_zone, day),
    until: startOfDayIn(clock.time_zone, addDays(day, 1)),
  };
  const found = await listChangeSets(db, {
    ...filters,
    ...span,
    after: after?.[0] as number | undefined,
    limit: limit + 1,
  });
  const { rows, next } = pageOf(found, place, ({ id }) => [id]);
  return { rows: rows.map(toSet), next };
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
  return {
    ...toSet(set),
    rows: rows.map((row) => {
      const kind = row.kind as ObjectKind;
      return {
        kind,
        id: row.row_id,
        name: nameOfRow(objects, row),
        op: row.op,
        version_after: row.version_after,
        fields: fieldChanges({ objects, reader, texts }, kind, row),
      };
    }),
  };
}

/** The name of an object as it is now, or as it was when it went; an aid code has none. */
export function nameOfRow(objects: WorkingObjects, { kind: of, row_id, before, after }: ChangeRow): string {
  const kind = of as ObjectKind;
  if (objectOf(kind).secret) return `${KIND_NAMES[kind].one()} ${row_id}`;
  const row = findRow(objects, kind, row_id) ?? before ?? after;
  return row ? nameOf(objects, kind, row) : String(row_id);
}
