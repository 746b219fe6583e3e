import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { hasFormat } from '#modules/catalog/objects/object.ts';
import { parentColumn } from '#modules/catalog/objects/objects.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ListedObject } from './object-list.contract.ts';
import { nameOf, readObjects, rowsOf } from './working-objects.service.ts';

/** A code of aid is money, and is told to no list. */
export async function listOfObjects(
  tx: Tx,
  now: Date,
  { kind, parent }: { kind: ObjectKind; parent?: number },
): Promise<ListedObject[]> {
  const objects = await readObjects(tx, now);
  const [{ secret }, column] = [objectOf(kind), parentColumn(kind)];
  // The text of a news item is long and formatted, no name.
  const hasName = !hasFormat(objectOf(kind), 'text', 'html');
  return [...rowsOf(objects, kind).values()]
    .map((row) => ({
      id: row.id,
      version: row.version as number,
      parent_id: column === undefined ? null : (row[column] as number),
      name: secret ? String(row.id) : nameOf(objects, kind, row),
      text: hasName && typeof row.text === 'string' ? row.text : null,
      is_active: (row.is_active as boolean | undefined) ?? null,
    }))
    .filter(({ parent_id }) => parent === undefined || parent_id === parent);
}
