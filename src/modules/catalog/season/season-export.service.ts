import { isDeepStrictEqual } from 'node:util';
import { fieldOf } from '#modules/catalog/changes/object-fields.service.ts';
import {
  readObjects,
  siblingsOf,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import { CATALOG_OBJECTS, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { CatalogObject } from '#modules/catalog/objects/object.ts';
import { parentColumn } from '#modules/catalog/objects/objects.queries.ts';
import type { SeasonFile } from '#modules/catalog/stored-files.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Row } from '#platform/db/save-row.ts';
import { SEASON_LISTS } from './season-file.ts';
import { filesOf } from './season-storage.service.ts';

export type ExportedSeason = { file: Record<string, unknown>; files: SeasonFile[] };

type Stored = {
  objects: WorkingObjects;
  files: SeasonFile[];
  /** the only season of the file */
  only?: { period_id: number };
};

/**
 * Builds a season file of all seasons, or of one with every school and text around, with ISO dates, and the
 * list of stored files; undefined before the first import.
 */
export async function exportSeason(
  tx: Tx,
  now: Date,
  only?: Stored['only'],
): Promise<ExportedSeason | undefined> {
  const stored: Stored = { objects: await readObjects(tx, now), files: [], only };
  const [company] = siblingsOf(stored.objects, 'company', undefined);
  if (!company) return undefined;
  const file = {
    format: 'schoolrun-season',
    version: 1,
    company: recordOf(stored, CATALOG_OBJECTS.company, company, { within: [] }),
    ...listsOf(stored, SEASON_LISTS, { within: [] }),
  };
  return { file, files: stored.files };
}

type Around = { id?: number; within: readonly string[]; isCurrent?: unknown };

function listsOf(stored: Stored, lists: CatalogObject['lists'], around: Around): Row {
  const written = Object.entries(lists).map(([name, object]) => {
    const all = siblingsOf(stored.objects, object.kind as ObjectKind, around.id);
    const isOne = object.kind === 'period' && stored.only !== undefined;
    const own = isOne ? all.filter(({ id }) => id === stored.only!.period_id) : all;
    return [name, own.map((row) => recordOf(stored, object, row, around))];
  });
  return Object.fromEntries(written);
}

/** Writes the fields of an object, in their order, and the lists below it. */
function recordOf(stored: Stored, object: CatalogObject, row: StoredRow, around: Around): unknown {
  const kind = object.kind as ObjectKind;
  const { key, file, leftOut } = object;
  const record: Row = {};
  for (const field of Object.keys(object.fields)) {
    const value = fieldOf(stored.objects, kind, { field, row });
    // A school says whether a period is current only if it differs from the period.
    const isOfPeriod = kind === 'period_group' && field === 'is_current' && value === around.isCurrent;
    const isDefault = field in leftOut && isDeepStrictEqual(value, leftOut[field]);
    const isLeftOut = value === undefined || isOfPeriod || isDefault;
    if (!isLeftOut) record[field] = value;
  }
  const name = record[key?.field ?? 'name'] as string;
  if (file) {
    const parent_id = row[parentColumn(kind) ?? ''] as number | undefined;
    const named = { name: record[file] as string | null | undefined, parent_id, within: around.within };
    stored.files.push(...filesOf({ kind, ...named }));
  }
  if (object.isText && Object.keys(record).length === 1) return name;
  const within = key?.isUniqueEverywhere ? [name] : [...around.within, name];
  return {
    ...record,
    ...listsOf(stored, object.lists, { id: row.id, within, isCurrent: record.is_current }),
  };
}
