import { invariant } from '#kit/invariant.ts';
import { COMPANY_TIME_ZONE } from '#kit/local-time.ts';
import {
  CATALOG_OBJECTS,
  objectOf,
  parentKindOf,
  type ObjectKind,
} from '#modules/catalog/objects/catalog-objects.ts';
import { foldKey } from '#modules/catalog/objects/object.ts';
import {
  columnOf,
  hasColumn,
  parentColumn,
  readAllObjects,
} from '#modules/catalog/objects/objects.queries.ts';
import { currentPeriodAt } from '#modules/catalog/opening.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Row } from '#platform/db/save-row.ts';

export type StoredRow = Row & { id: number };

type RowsOfKind = Map<number, StoredRow>;

/** All objects of the catalog as stored, and as a change set leaves them. */
export type WorkingObjects = {
  stored: ReadonlyMap<ObjectKind, ReadonlyMap<number, StoredRow>>;
  now: Map<ObjectKind, RowsOfKind>;
  /** the ids of the options of payments by key */
  options: ReadonlyMap<string, number>;
  /** the ids of written objects by kind, in the order of the first write */
  touched: Map<ObjectKind, Set<number>>;
  /** when they were read: a season may have become current by its hour (SE8.4) */
  at: Date;
};

export const KINDS = Object.keys(CATALOG_OBJECTS) as ObjectKind[];

/** The company is one row without an id. */
export const COMPANY_ID = 1;

/**
 * Reads every object of the catalog; a change set is checked against all of them (SE3.4).
 * @param only  the kinds to read, for names alone; other kinds are then empty
 */
export async function readObjects(
  tx: Tx,
  at: Date,
  only: readonly ObjectKind[] = KINDS,
): Promise<WorkingObjects> {
  const { options, rowsOf: listed } = await readAllObjects(tx, only);
  const stored = new Map<ObjectKind, RowsOfKind>();
  for (const kind of KINDS) {
    const rows = listed(kind).map((row) => ({ id: COMPANY_ID, ...row }));
    stored.set(kind, new Map(rows.map((row) => [row.id, row])));
  }
  const now = new Map([...stored].map(([kind, rows]) => [kind, new Map(rows)]));
  return { stored, now, options, touched: new Map(), at };
}

export const rowsOf = ({ now }: WorkingObjects, kind: ObjectKind): RowsOfKind => now.get(kind)!;

export const findRow = (objects: WorkingObjects, kind: ObjectKind, id: number): StoredRow | undefined =>
  rowsOf(objects, kind).get(id);

/** Hours are written in company time (SE8.6). */
export const timeZoneOf = (objects: WorkingObjects): string =>
  (findRow(objects, 'company', COMPANY_ID)?.time_zone as string | undefined) ?? COMPANY_TIME_ZONE;

/** The current season of a school: as chosen, or the last that has opened by its hour since. */
export function currentPeriodOf(objects: WorkingObjects, school: StoredRow): number | null {
  const own = [...rowsOf(objects, 'period_group').values()].filter(
    ({ program_group_id }) => program_group_id === school.id,
  );
  const seasons = own.flatMap((row) => {
    const period = findRow(objects, 'period', Number(row.period_id));
    if (!period) return [];
    const { opens_at = null, closes_at = null } = row as HoursRow;
    const [is_switched_on, becomes_current] = [row.is_active === true, row.becomes_current === true];
    return [
      {
        period: { id: period.id, is_draft: period.published_at === null },
        program_group: { is_active: school.is_active === true },
        period_program_group: { is_switched_on, opens_at, closes_at, becomes_current },
      },
    ];
  });
  const { current_period_id = null, current_set_at = null } = school as ChosenRow;
  return currentPeriodAt({ current_period_id, current_set_at }, seasons, objects.at);
}

type HoursRow = { opens_at?: Date | null; closes_at?: Date | null };
type ChosenRow = { current_period_id?: number | null; current_set_at?: Date | null };

export function getRow(objects: WorkingObjects, kind: ObjectKind, id: number): StoredRow {
  const row = findRow(objects, kind, id);
  invariant(row, `the ${kind} ${id} exists`);
  return row;
}

function touch({ touched }: WorkingObjects, kind: ObjectKind, id: number): void {
  const ids = touched.get(kind) ?? new Set();
  touched.set(kind, ids.add(id));
}

/** Writes columns of an object, or adds the object. */
export function putRow(objects: WorkingObjects, kind: ObjectKind, values: StoredRow): void {
  const rows = rowsOf(objects, kind);
  rows.set(values.id, { ...rows.get(values.id), ...values });
  touch(objects, kind, values.id);
}

export function dropRow(objects: WorkingObjects, kind: ObjectKind, id: number): void {
  rowsOf(objects, kind).delete(id);
  touch(objects, kind, id);
}

const inPlace = (a: StoredRow, b: StoredRow) =>
  Number(a.position ?? 0) - Number(b.position ?? 0) || a.id - b.id;

/** The objects of a kind below a parent, in their order; all of them for a kind without a parent. */
export function siblingsOf(objects: WorkingObjects, kind: ObjectKind, parent_id: unknown): StoredRow[] {
  const parent = parentColumn(kind);
  return [...rowsOf(objects, kind).values()]
    .filter((row) => parent === undefined || row[parent] === parent_id)
    .toSorted(inPlace);
}

/** Puts an object before a sibling, or last; every sibling with another place then is changed too. */
export function placeBefore(
  objects: WorkingObjects,
  kind: ObjectKind,
  { id, before }: { id: number; before: number | null },
): void {
  if (!hasColumn(kind, 'position')) return;
  const moved = getRow(objects, kind, id);
  const others = siblingsOf(objects, kind, moved[parentColumn(kind) ?? '']).filter((row) => row.id !== id);
  const at = before === null ? others.length : others.findIndex((row) => row.id === before);
  const inOrder = others.toSpliced(at < 0 ? others.length : at, 0, moved);
  for (const [position, row] of inOrder.entries())
    if (row.position !== position) putRow(objects, kind, { id: row.id, position });
}

/** A natural key as it is compared: of a reference the id. */
export function keyValueOf(kind: ObjectKind, row: Row): unknown {
  const object = objectOf(kind);
  const value = row[columnOf(kind, object.key?.field ?? '') ?? ''];
  return typeof value === 'string' ? foldKey(object, value) : value;
}

/** What tells an object from all others of its kind; undefined for the company. */
export function identityOf(kind: ObjectKind, row: Row): string | undefined {
  const { key } = objectOf(kind);
  if (!key) return undefined;
  const scope = key.isUniqueEverywhere ? null : row[parentColumn(kind) ?? ''];
  return JSON.stringify([scope ?? null, keyValueOf(kind, row)]);
}

/** The natural key in words: of a reference the key of the object that it names. */
export function nameOf(objects: WorkingObjects, kind: ObjectKind, row: Row): string {
  const { key, refersTo } = objectOf(kind);
  const field = key?.field ?? 'name';
  const value = row[columnOf(kind, field)!];
  const referred = refersTo[field] as ObjectKind | undefined;
  if (!referred) return String(value);
  const found =
    objects.now.get(referred)!.get(value as number) ?? objects.stored.get(referred)!.get(value as number);
  return found ? nameOf(objects, referred, found) : String(value);
}

/** The parent of an object, where its kind has one. */
export function parentOf(objects: WorkingObjects, kind: ObjectKind, row: Row) {
  const [parent, column] = [parentKindOf(kind), parentColumn(kind)];
  if (!parent || !column) return undefined;
  const found = findRow(objects, parent, row[column] as number);
  return found && { kind: parent, row: found };
}
