import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { shownOf } from '#modules/catalog/changes/read-changes.service.ts';
import { findRow, readObjects, rowsOf } from '#modules/catalog/changes/working-objects.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { manyChanges, type Many, type ManyAct, type ManyKind } from './many-changes.ts';
import { seasonTree } from './season-tree.service.ts';

type Planned = { season_id: number; kind: ManyKind; ids: readonly number[]; acts: readonly ManyAct[] };

/** @throws not_found */
export async function planMany(
  tx: Tx,
  now: Date,
  reader: Reader,
  { season_id, kind, ids, acts }: Planned,
): Promise<Many> {
  const objects = await readObjects(tx, now);
  if (!findRow(objects, 'period', season_id)) throw new Refusal(catalogRefusals.not_found);
  const taken = new Map(
    [...rowsOf(objects, 'route').values()].map((row) => [row.id, Number(row.seats_taken)]),
  );
  const wanted = { kind, ids: new Set(ids), acts: acts.flatMap((act) => actFor(reader, act)) };
  return manyChanges(seasonTree(objects, season_id), wanted, taken);
}

/** Old amounts stand beside new ones, so staff without the right money change none (SE1.10). */
function actFor(reader: Reader, act: ManyAct): ManyAct[] {
  if (act.act === 'price') return hasRight(reader, 'money') ? [act] : [];
  return act.act === 'change' ? [{ ...act, fields: shownOf(reader, act.kind, act.fields) }] : [act];
}
