import { toDollars, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { CATALOG_OBJECTS, objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { CatalogObject } from '#modules/catalog/objects/object.ts';
import { columnOf, listIds, listObjects, parentColumn } from '#modules/catalog/objects/objects.queries.ts';
import type { SeasonFile } from '#modules/catalog/stored-files.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Row } from '#platform/db/save-row.ts';
import { SEASON_LISTS } from './season-file.ts';
import { filesOf } from './season-storage.service.ts';

export type ExportedSeason = { file: Record<string, unknown>; files: SeasonFile[] };

type Stored = {
  rows: Record<ObjectKind, readonly Row[]>;
  options: ReadonlyMap<number, string>;
  files: SeasonFile[];
};

/**
 * Builds a season file of all seasons with ISO dates, and the list of stored files; undefined before the
 * first import.
 */
export async function exportSeason(tx: Tx): Promise<ExportedSeason | undefined> {
  const stored = await readStored(tx);
  const [company] = stored.rows.company;
  if (!company) return undefined;
  const file = {
    format: 'schoolrun-season',
    version: 1,
    company: recordOf(stored, CATALOG_OBJECTS.company, company, []),
    ...listsOf(stored, SEASON_LISTS, { within: [] }),
  };
  return { file, files: stored.files };
}

async function readStored(tx: Tx): Promise<Stored> {
  const rows = {} as Record<ObjectKind, readonly Row[]>;
  for (const kind of Object.keys(CATALOG_OBJECTS) as ObjectKind[]) rows[kind] = await listObjects(tx, kind);
  const options = new Map([...(await listIds(tx, 'option', 'key'))].map(([key, id]) => [id, key]));
  return { rows: { ...rows, ...withCurrent(rows) }, options, files: [] };
}

/** A period is current if it is that of one of its schools; a school says so only if it differs. */
function withCurrent({ program_group, period, period_group }: Stored['rows']) {
  const currentOf = new Map(program_group.map(({ id, current_period_id }) => [id, current_period_id]));
  const isCurrent = (of: Row) => currentOf.get(of.program_group_id) === of.period_id;
  const current = new Set(period_group.filter(isCurrent).map(({ period_id }) => period_id));
  return {
    period: period.map((row) => ({ ...row, is_current: current.has(row.id) })),
    period_group: period_group.map((row) => ({
      ...row,
      is_current: isCurrent(row) === current.has(row.period_id) ? undefined : isCurrent(row),
    })),
  };
}

type Around = { id?: unknown; within: readonly string[] };

function listsOf(stored: Stored, lists: CatalogObject['lists'], { id, within }: Around): Row {
  const written = Object.entries(lists).map(([name, object]) => {
    const kind = object.kind as ObjectKind;
    const parent = parentColumn(kind);
    const own = stored.rows[kind].filter((row) => !parent || row[parent] === id);
    return [name, own.map((row) => recordOf(stored, object, row, within))];
  });
  return Object.fromEntries(written);
}

/** Writes the fields of an object, in their order, and the lists below it. */
function recordOf(stored: Stored, object: CatalogObject, row: Row, around: readonly string[]): unknown {
  const kind = object.kind as ObjectKind;
  const { key, file, leftOut } = object;
  const record: Row = {};
  for (const field of Object.keys(object.fields)) {
    const value = valueOf(stored, object, { field, row });
    const isLeftOut = value === undefined || (field in leftOut && value === leftOut[field]);
    if (!isLeftOut) record[field] = value;
  }
  const name = record[key?.field ?? 'name'] as string;
  if (object.isText) return name;
  if (file) {
    const parent_id = row[parentColumn(kind) ?? ''] as number | undefined;
    stored.files.push(...filesOf({ kind, name: record[file] as string | null, parent_id, within: around }));
  }
  const within = key?.isUniqueEverywhere ? [name] : [...around, name];
  return { ...record, ...listsOf(stored, object.lists, { id: row.id, within }) };
}

/** Cents become dollars, thousandths of a percent become percent, ids become natural keys. */
function valueOf(
  { rows, options }: Stored,
  { kind, refersTo }: CatalogObject,
  { field, row }: { field: string; row: Row },
): unknown {
  const column = columnOf(kind as ObjectKind, field) ?? field;
  const value = row[column];
  const referred = refersTo[field];
  if (referred === 'option') return options.get(value as number);
  if (referred) {
    const { key } = objectOf(referred as ObjectKind);
    return rows[referred as ObjectKind].find(({ id }) => id === value)?.[key!.field];
  }
  if (value === null || column === field) return value;
  return column.endsWith('_cents') ? toDollars(value as Cents) : toPercent(value as MilliPercent);
}
