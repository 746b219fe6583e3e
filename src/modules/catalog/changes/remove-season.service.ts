import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { RemovedKind } from '#modules/catalog/objects/object-kinds.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  findRow,
  readObjects,
  siblingsOf,
  type StoredRow,
  type WorkingObjects,
} from './working-objects.service.ts';

type Removal = { op: 'remove'; kind: RemovedKind; id: number; version: number };

/**
 * The changes that remove a draft with everything below; whoever saves them is refused what is in use.
 * @throws not_found for an unknown season, and for a published one
 */
export async function removalOfDraft(tx: Tx, now: Date, id: number): Promise<Removal[]> {
  const objects = await readObjects(tx, now);
  const row = findRow(objects, 'period', id);
  if (!row || row.published_at !== null) throw new Refusal(catalogRefusals.not_found);
  return removalOf(objects, 'period', row);
}

/** The objects below come first. */
function removalOf(objects: WorkingObjects, kind: RemovedKind, row: StoredRow): Removal[] {
  const below = Object.values(objectOf(kind as ObjectKind).lists).flatMap((child) => {
    const of = child.kind as RemovedKind;
    return siblingsOf(objects, of, row.id).flatMap((one) => removalOf(objects, of, one));
  });
  return [...below, { op: 'remove', kind, id: row.id, version: Number(row.version) }];
}
