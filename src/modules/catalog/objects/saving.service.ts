import { invariant } from '#kit/invariant.ts';
import { lockCatalog } from '#modules/catalog/catalog-version.queries.ts';
import type { Actor } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Row } from '#platform/db/save-row.ts';
import { objectOf, type ObjectKind } from './catalog-objects.ts';
import { foldKey, type CatalogObject } from './object.ts';
import { listIds } from './objects.queries.ts';

type IdsByKey = Map<string, number>;

/** What the writes of a transaction share. */
export type Saving = {
  tx: Tx;
  now: Date;
  /** whoever of the staff writes, and the action in the audit log */
  by?: { staff: Actor; action: string };
  /** a season file takes the place of what staff have set by hand (MP7) */
  replacesStaff?: boolean;
  /** by kind, as far as references have been looked for */
  ids: Map<string, IdsByKey>;
};

/** Begins to write objects: blocks orders and other writers of the catalog until the transaction ends. */
export async function startSaving(tx: Tx, now: Date, by?: Saving['by']): Promise<Saving> {
  await lockCatalog(tx);
  return { tx, now, by, ids: new Map() };
}

type Keyed = Pick<CatalogObject, 'key'>;

const OPTION: Keyed = { key: { field: 'key' } };

/** What others refer to by its key: an object, or an option of payments. */
const referredTo = (kind: string): Keyed => (kind === 'option' ? OPTION : objectOf(kind as ObjectKind));

/** The ids of the objects of a kind by their keys as they are compared. */
export async function idsOf({ tx, ids }: Saving, kind: string): Promise<IdsByKey> {
  const known = ids.get(kind);
  if (known) return known;
  const object = referredTo(kind);
  const stored = await listIds(tx, kind as ObjectKind | 'option', object.key!.field);
  const found = new Map([...stored].map(([key, id]) => [foldKey(object, key), id]));
  ids.set(kind, found);
  return found;
}

export async function idOf(saving: Saving, kind: string, key: string): Promise<number> {
  const id = (await idsOf(saving, kind)).get(foldKey(referredTo(kind), key));
  invariant(id, `a checked object refers to a ${kind} that exists`);
  return id;
}

/** Adds what was just written to the ids by key. */
export function remember({ ids }: Saving, kind: ObjectKind, added: Row): void {
  const object = referredTo(kind);
  ids.get(kind)?.set(foldKey(object, added[object.key!.field] as string), added.id as number);
}
