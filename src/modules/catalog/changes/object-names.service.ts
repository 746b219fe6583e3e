import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { columnOf } from '#modules/catalog/objects/objects.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { listRemovals, type ChangeRow } from './changes.queries.ts';
import { findRow, nameOf, type WorkingObjects } from './working-objects.service.ts';

export type NamedRow = Pick<ChangeRow, 'kind' | 'row_id' | 'before' | 'after'>;

/** The name of an aid code is a secret. */
const isSecret = ({ kind }: NamedRow) => objectOf(kind as ObjectKind).secret !== undefined;

/** undefined for secret names and for objects of unknown name */
function knownName(objects: WorkingObjects, named: NamedRow) {
  if (isSecret(named)) return undefined;
  const { row_id, before, after } = named;
  const kind = named.kind as ObjectKind;
  const column = columnOf(kind, objectOf(kind).key?.field ?? 'name')!;
  const row = [findRow(objects, kind, row_id), before, after].find((side) => side && column in side);
  return row ? nameOf(objects, kind, row) : undefined;
}

/** The name of an object as it is now, or as the row has the name; otherwise the number of the object. */
export const nameOfRow = (objects: WorkingObjects, row: NamedRow): string =>
  knownName(objects, row) ?? String(row.row_id);

const keyOf = ({ kind, row_id }: Pick<NamedRow, 'kind' | 'row_id'>) => `${kind}:${row_id}`;

/**
 * Names the objects of rows, also of removed objects whose row has no name: an earlier change of other
 * fields. Such an object has the name of its removal.
 */
export async function namesOf(
  tx: Tx,
  objects: WorkingObjects,
  rows: readonly NamedRow[],
): Promise<(row: NamedRow) => string> {
  const unnamed = rows.filter((row) => !isSecret(row) && knownName(objects, row) === undefined);
  const removals = unnamed.length === 0 ? [] : await listRemovals(tx, unnamed);
  const last = new Map(removals.map((row) => [keyOf(row), row]));
  return (row) => knownName(objects, row) ?? nameOfRow(objects, last.get(keyOf(row)) ?? row);
}
