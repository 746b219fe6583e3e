import { and, asc, countDistinct, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { acceptedTexts } from '#db/tables/documents/accepted-texts.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import {
  catalogChangeRows,
  catalogChanges,
  textDrafts,
  textVersions,
} from '#db/tables/catalog/catalog-changes.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { TextRef } from './text-ref.ts';

const staffName = { first_name: users.first_name, last_name: users.last_name };

type Owners = readonly Pick<TextRef, 'kind' | 'id'>[];

/** The rows of a table with kind and row_id that belong to objects. */
function ofOwners(table: typeof textVersions | typeof textDrafts, owners: Owners) {
  const kinds = [...new Set(owners.map(({ kind }) => kind))];
  const idsOf = (kind: string) => [...new Set(owners.filter((one) => one.kind === kind).map(({ id }) => id))];
  return or(...kinds.map((kind) => and(eq(table.kind, kind), isAnyOf(table.row_id, idsOf(kind)))));
}

/** Versions of texts without the texts, oldest first. */
export async function listVersionHeads(db: Db, owners: Owners) {
  if (owners.length === 0) return [];
  const { id, kind, row_id, field, hash, made_at } = textVersions;
  return db
    .select({ id, kind, row_id, field, hash, made_at, ...staffName })
    .from(textVersions)
    .leftJoin(users, eq(users.id, textVersions.made_by_id))
    .where(ofOwners(textVersions, owners))
    .orderBy(asc(id));
}

/** The versions of a text, oldest first, with the change set that brought each last. */
export async function listVersions(db: Db, { kind, id, field }: TextRef) {
  const broughtBy = (column: 'title' | 'approval') => sql<string | null>`(
    select c.${sql.identifier(column)} from ${catalogChangeRows} r
    join ${catalogChanges} c on c.id = r.change_id
    where r.kind = ${textVersions.kind} and r.row_id = ${textVersions.row_id}
      and r.after ->> ${textVersions.field} = ${textVersions.id}::text
    order by r.change_id desc limit 1)`;
  return db
    .select({
      hash: textVersions.hash,
      html: textVersions.html,
      made_at: textVersions.made_at,
      note: broughtBy('title'),
      approval: broughtBy('approval'),
      ...staffName,
    })
    .from(textVersions)
    .leftJoin(users, eq(users.id, textVersions.made_by_id))
    .where(and(eq(textVersions.kind, kind), eq(textVersions.row_id, id), eq(textVersions.field, field)))
    .orderBy(asc(textVersions.id));
}

const draftColumns = {
  kind: textDrafts.kind,
  row_id: textDrafts.row_id,
  field: textDrafts.field,
  version: textDrafts.version,
  saved_at: textDrafts.saved_at,
  ...staffName,
};

export async function listDraftHeads(db: Db, owners: Owners) {
  if (owners.length === 0) return [];
  return db
    .select(draftColumns)
    .from(textDrafts)
    .innerJoin(users, eq(users.id, textDrafts.saved_by_id))
    .where(and(isNotNull(textDrafts.html), ofOwners(textDrafts, owners)));
}

const isDraftOf = ({ kind, id, field }: TextRef) =>
  and(eq(textDrafts.kind, kind), eq(textDrafts.row_id, id), eq(textDrafts.field, field));

export async function findDraft(db: Db, ref: TextRef) {
  const [row] = await db
    .select({ ...draftColumns, html: textDrafts.html })
    .from(textDrafts)
    .innerJoin(users, eq(users.id, textDrafts.saved_by_id))
    .where(isDraftOf(ref));
  return row;
}

type SavedDraft = { html: string | null; version: number; saved_at: Date; saved_by_id: number };

export async function putDraft(tx: Tx, { kind, id, field }: TextRef, draft: SavedDraft): Promise<void> {
  await tx
    .insert(textDrafts)
    .values({ kind, row_id: id, field, ...draft })
    .onConflictDoUpdate({ target: [textDrafts.kind, textDrafts.row_id, textDrafts.field], set: draft });
}

/** How many contracts were signed with each text, by the hash of the text; texts without any are missing. */
export async function countSigned(db: Db, digests: readonly Buffer[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ digest: acceptances.text_hash, n: countDistinct(acceptances.order_id) })
    .from(acceptances)
    .where(inArray(acceptances.text_hash, [...digests]))
    .groupBy(acceptances.text_hash);
  return new Map(rows.map(({ digest, n }) => [digest.toString('hex'), n]));
}

/** A text that an object of the catalog has had, or that somebody has accepted. */
export async function findByHash(db: Db, hash: string): Promise<string | undefined> {
  const [kept] = await db
    .select({ html: textVersions.html })
    .from(textVersions)
    .where(eq(textVersions.hash, hash))
    .limit(1);
  if (kept) return kept.html;
  const [accepted] = await db
    .select({ html: acceptedTexts.html })
    .from(acceptedTexts)
    .where(eq(acceptedTexts.hash, Buffer.from(hash, 'hex')));
  return accepted?.html;
}
