import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { findRow, readObjects, rowsOf } from '#modules/catalog/changes/working-objects.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { manyChanges, type Many, type ManyAct, type ManyKind } from './many-changes.ts';
import { seasonTree } from './season-tree.service.ts';

type Planned = { season_id: number; kind: ManyKind; ids: readonly number[]; acts: readonly ManyAct[] };

/** The old amounts stand beside the new ones (SE1.10). */
const showsAmounts = ({ act }: ManyAct) => act === 'price' || act === 'change';

/** @throws not_found, right_missing */
export async function planMany(
  tx: Tx,
  now: Date,
  reader: Reader,
  { season_id, kind, ids, acts }: Planned,
): Promise<Many> {
  if (acts.some(showsAmounts) && !hasRight(reader, 'money')) throw new Refusal(rightRefusals.right_missing);
  const objects = await readObjects(tx, now);
  if (!findRow(objects, 'period', season_id)) throw new Refusal(catalogRefusals.not_found);
  const taken = new Map(
    [...rowsOf(objects, 'route').values()].map((row) => [row.id, Number(row.seats_taken)]),
  );
  return manyChanges(seasonTree(objects, season_id), { kind, ids: new Set(ids), acts }, taken);
}
