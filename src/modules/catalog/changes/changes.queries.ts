import { and, asc, count, desc, eq, inArray, min, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import {
  catalogChangeRows,
  catalogChanges,
  textDrafts,
  textVersions,
} from '#db/tables/catalog/catalog-changes.ts';
import { periodPrograms } from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { seatHolds, waitingList } from '#db/tables/seats.ts';
import { inChunks } from '#kit/in-chunks.ts';
import { invariant } from '#kit/invariant.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { isTableOfObjects, tableName } from '#modules/catalog/objects/objects.queries.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isAmong, isBetween, isIn, type InstantSpan } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import type { AgreedEffects } from './changes.contract.ts';

/** How many rows of one kind refer to an object. */
export type Use = { id: number; n: number; table: string };

/** Counts the rows outside of the catalog that refer to objects, by the foreign keys of the database. */
export async function countUses(tx: Tx, kind: ObjectKind, ids: readonly number[]): Promise<Use[]> {
  const { rows: keys } = await tx.execute<{ table: string; column: string }>(sql`
    select user_table.relname as table, a.attname as column from pg_constraint c
    join pg_class user_table on user_table.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${tableName(kind)}::regclass order by 1, 2`);
  const uses: Use[] = [];
  for (const { table, column } of keys.filter((key) => !isTableOfObjects(key.table))) {
    const of = sql.identifier(column);
    const { rows } = await tx.execute<{ id: string; n: number }>(sql`
      select ${of} as id, count(*)::int as n from ${sql.identifier(table)}
      where ${of} = any(${sql.param(ids)}::bigint[]) group by 1`);
    uses.push(...rows.map(({ id, n }) => ({ id: Number(id), n, table })));
  }
  return uses;
}

/** The families that hold a seat of a season in a checkout or an offer, or wait for one. */
export async function countFamiliesWithSeats(tx: Tx, period_id: number, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(distinct seat.user_id)::int as n from (
      select route_id, user_id from ${seatHolds} where ${seatHolds.held_until} > ${now}::timestamptz
      union all
      select route_id, user_id from ${waitingList} where ${waitingList.closed_at} is null
    ) seat
    join ${routes} on ${routes.id} = seat.route_id
    join ${periodPrograms} on ${periodPrograms.id} = ${routes.period_program_id}
    where ${periodPrograms.period_id} = ${period_id}`);
  return rows[0]!.n;
}

export type NewChangeSet = typeof catalogChanges.$inferInsert;
export type NewChangeRow = Omit<typeof catalogChangeRows.$inferInsert, 'change_id'>;
export type ChangeRow = typeof catalogChangeRows.$inferSelect;

// A statement has at most 65,535 parameters.
const ROWS_OF_STATEMENT = 1_000;

export async function insertChangeSet(
  tx: Tx,
  set: NewChangeSet,
  rows: readonly NewChangeRow[],
): Promise<number> {
  const [made] = await tx.insert(catalogChanges).values(set).returning({ id: catalogChanges.id });
  const change_id = made!.id;
  for (const chunk of inChunks(rows, ROWS_OF_STATEMENT))
    await tx.insert(catalogChangeRows).values(chunk.map((row) => ({ ...row, change_id })));
  return change_id;
}

export const listChangeRows = (db: Db, change_id: number): Promise<ChangeRow[]> =>
  db
    .select()
    .from(catalogChangeRows)
    .where(eq(catalogChangeRows.change_id, change_id))
    .orderBy(asc(catalogChangeRows.position));

/** The effects that staff have agreed to when they saved a change set. */
export async function findAgreed(db: Db, id: number): Promise<AgreedEffects> {
  const [row] = await db
    .select({ agreed: catalogChanges.effects })
    .from(catalogChanges)
    .where(eq(catalogChanges.id, id));
  invariant(row?.agreed, 'a change set of staff has effects');
  return row.agreed as AgreedEffects;
}

/** The last change of a version of an object, with who of the staff made it. */
export async function findWriter(
  db: Db,
  { kind, id, version }: { kind: ObjectKind; id: number; version: number },
) {
  const [row] = await db
    .select({ at: catalogChanges.at, first_name: users.first_name, last_name: users.last_name })
    .from(catalogChangeRows)
    .innerJoin(catalogChanges, eq(catalogChanges.id, catalogChangeRows.change_id))
    .innerJoin(users, eq(users.id, catalogChanges.actor_id))
    .where(
      and(
        eq(catalogChangeRows.kind, kind),
        eq(catalogChangeRows.row_id, id),
        eq(catalogChangeRows.version_after, version),
      ),
    )
    .orderBy(desc(catalogChanges.id))
    .limit(1);
  return row;
}

const undoing = alias(catalogChanges, 'undoing');

const selectSets = (db: Db) =>
  db
    .select({
      id: catalogChanges.id,
      at: catalogChanges.at,
      actor_id: catalogChanges.actor_id,
      first_name: users.first_name,
      last_name: users.last_name,
      title: catalogChanges.title,
      source: catalogChanges.source,
      undoes_id: catalogChanges.undoes_id,
      undone_by: undoing.id,
      objects: sql<number>`(select count(*)::int from ${catalogChangeRows} r
        where r.change_id = ${catalogChanges.id})`,
    })
    .from(catalogChanges)
    .leftJoin(users, eq(users.id, catalogChanges.actor_id))
    .leftJoin(undoing, eq(undoing.undoes_id, catalogChanges.id));

export type ChangeSetRow = Awaited<ReturnType<typeof selectSets>>[number];

export async function findChangeSet(db: Db, id: number): Promise<ChangeSetRow | undefined> {
  const [row] = await selectSets(db).where(eq(catalogChanges.id, id));
  return row;
}

export type SetFilters = {
  kinds?: readonly ObjectKind[] | undefined;
  subjects?: readonly number[] | undefined;
  who?: readonly number[] | undefined;
  sources?: readonly ChangeSetRow['source'][] | undefined;
  day?: InstantSpan | undefined;
};

const hasObject = (kinds: SetFilters['kinds'], subjects: SetFilters['subjects']) =>
  (kinds ?? subjects) &&
  sql`exists (select 1 from ${catalogChangeRows} where ${and(
    eq(catalogChangeRows.change_id, catalogChanges.id),
    isAmong(catalogChangeRows.kind, kinds),
    isIn(catalogChangeRows.row_id, subjects),
  )})`;

export const listedChangeSets = ({ kinds, subjects, who, sources, day }: SetFilters): Listed => ({
  table: catalogChanges,
  id: catalogChanges.id,
  where: [
    hasObject(kinds, subjects),
    isIn(catalogChanges.actor_id, who),
    isAmong(catalogChanges.source, sources),
    isBetween(catalogChanges.at, day),
  ],
});

export const NEWEST_SETS: ListedSort = { by: [catalogChanges.id], descends: true };

/** The change sets of a page, in no order. */
export const listChangeSets = (db: Db, ids: readonly number[]): Promise<ChangeSetRow[]> =>
  selectSets(db).where(isAnyOf(catalogChanges.id, ids));

/** Who of the staff has saved a change set, by name. */
export async function listAuthors(db: Db) {
  const found = await db.selectDistinct({ id: catalogChanges.actor_id }).from(catalogChanges);
  // The ids first: a join would read the accounts of all families.
  const ids = found.flatMap(({ id }) => (id === null ? [] : [id]));
  return db
    .select({ id: users.id, first_name: users.first_name, last_name: users.last_name })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.last_name), asc(users.first_name), asc(users.id));
}

/** How many objects of each kind change sets have changed, by what was done to them. */
export function countParts(db: Db, change_ids: readonly number[]) {
  const { change_id, op, kind, position } = catalogChangeRows;
  return db
    .select({ change_id, op, kind, n: count() })
    .from(catalogChangeRows)
    .where(inArray(change_id, [...change_ids]))
    .groupBy(change_id, op, kind)
    .orderBy(asc(min(position)));
}

/** The only rows of change sets of one object. */
export const listRowsOfOne = (db: Db, change_ids: readonly number[]): Promise<ChangeRow[]> =>
  db
    .select()
    .from(catalogChangeRows)
    .where(inArray(catalogChangeRows.change_id, [...change_ids]));

/** The removals of objects, with all that each object was; the newest last, after an undo of a removal. */
export function listRemovals(
  db: Db,
  objects: readonly Pick<ChangeRow, 'kind' | 'row_id'>[],
): Promise<ChangeRow[]> {
  const { op, kind, row_id, change_id } = catalogChangeRows;
  const kinds = [...new Set(objects.map((one) => one.kind))];
  const ids = objects.map((one) => one.row_id);
  return db
    .select()
    .from(catalogChangeRows)
    .where(and(eq(op, 'remove'), inArray(kind, kinds), inArray(row_id, ids)))
    .orderBy(asc(change_id));
}

/** The newest changes of an object first. */
export function listHistory(db: Db, { kind, id, limit }: { kind: ObjectKind; id: number; limit: number }) {
  return db
    .select({
      at: catalogChanges.at,
      first_name: users.first_name,
      last_name: users.last_name,
      source: catalogChanges.source,
      change_id: catalogChanges.id,
      op: catalogChangeRows.op,
      before: catalogChangeRows.before,
      after: catalogChangeRows.after,
    })
    .from(catalogChangeRows)
    .innerJoin(catalogChanges, eq(catalogChanges.id, catalogChangeRows.change_id))
    .leftJoin(users, eq(users.id, catalogChanges.actor_id))
    .where(and(eq(catalogChangeRows.kind, kind), eq(catalogChangeRows.row_id, id)))
    .orderBy(desc(catalogChanges.id))
    .limit(limit);
}

export type TextVersion = typeof textVersions.$inferSelect;

/** The texts that objects have had, without the texts themselves, oldest first. */
export async function listTextVersions(tx: Tx, owners: readonly { kind: ObjectKind; id: number }[]) {
  if (owners.length === 0) return [];
  const ofKind = new Map<ObjectKind, number[]>();
  for (const { kind, id } of owners) ofKind.set(kind, [...(ofKind.get(kind) ?? []), id]);
  const { id, kind, row_id, field, hash } = textVersions;
  return tx
    .select({ id, kind, row_id, field, hash })
    .from(textVersions)
    .where(or(...[...ofKind].map(([of, ids]) => and(eq(kind, of), inArray(row_id, ids)))))
    .orderBy(asc(id));
}

export async function insertTextVersions(
  tx: Tx,
  texts: readonly (typeof textVersions.$inferInsert)[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const chunk of inChunks(texts, ROWS_OF_STATEMENT)) {
    const made = await tx.insert(textVersions).values(chunk).returning({ id: textVersions.id });
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

type InForce = { kind: ObjectKind; row_id: number; field: string; html: string | null };

/** A draft that is in force is no longer a draft (SE4.5). */
export async function endDrafts(tx: Tx, texts: readonly InForce[]): Promise<void> {
  for (const chunk of inChunks(texts, ROWS_OF_STATEMENT))
    await tx.execute(sql`
      update ${textDrafts} d set html = null, version = d.version + 1
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        as sent (kind text, row_id bigint, field text, html text)
      where d.kind = sent.kind and d.row_id = sent.row_id and d.field = sent.field
        and d.html = coalesce(sent.html, '')`);
}

export async function readTexts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: textVersions.id, html: textVersions.html })
    .from(textVersions)
    .where(inArray(textVersions.id, [...ids]));
  return new Map(rows.map(({ id, html }) => [id, html]));
}
