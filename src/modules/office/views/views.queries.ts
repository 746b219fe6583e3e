import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import { officeViews } from '#db/tables/office.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isWrittenOnce } from '#platform/db/unique-violation.ts';

export type ViewRow = typeof officeViews.$inferSelect;
type NewView = Omit<typeof officeViews.$inferInsert, 'position' | 'version'>;

/** The views that a person sees of a list; one of a colleague is nobody else's. */
const isSeenBy = (user_id: number): SQL =>
  or(eq(officeViews.is_shared, true), eq(officeViews.owner_id, user_id))!;

export const listViewRows = (db: Db, list: string, user_id: number): Promise<ViewRow[]> =>
  db
    .select()
    .from(officeViews)
    .where(and(eq(officeViews.list, list), isSeenBy(user_id)))
    .orderBy(sql`not ${officeViews.is_shared}`, asc(officeViews.position), asc(officeViews.id));

export async function lockView(tx: Tx, id: number, user_id: number): Promise<ViewRow | undefined> {
  const [row] = await tx
    .select()
    .from(officeViews)
    .where(and(eq(officeViews.id, id), isSeenBy(user_id)))
    .for('update');
  return row;
}

/** The tabs beside a view: those of everybody, or of the same owner. */
const isBeside = ({ list, is_shared, owner_id }: Pick<ViewRow, 'list' | 'is_shared' | 'owner_id'>): SQL =>
  and(
    eq(officeViews.list, list),
    eq(officeViews.is_shared, is_shared),
    is_shared ? undefined : eq(officeViews.owner_id, owner_id),
  )!;

/** @returns undefined if a view beside has the name */
export async function insertView(tx: Tx, view: NewView): Promise<ViewRow | undefined> {
  let row: ViewRow | undefined;
  const isWritten = await isWrittenOnce(tx, async (inner) => {
    const beside = sql<number>`(select coalesce(max(position), -1) + 1 from ${officeViews}
      where ${isBeside(view)})`;
    [row] = await inner
      .insert(officeViews)
      .values({ ...view, position: beside })
      .returning();
  });
  return isWritten ? row : undefined;
}

type Change = Pick<ViewRow, 'name' | 'query'>;

/** @returns undefined if a view beside has the name */
export async function updateView(tx: Tx, view: ViewRow, change: Change): Promise<ViewRow | undefined> {
  let row: ViewRow | undefined;
  const isWritten = await isWrittenOnce(tx, async (inner) => {
    [row] = await inner
      .update(officeViews)
      .set({ ...change, version: view.version + 1 })
      .where(eq(officeViews.id, view.id))
      .returning();
  });
  return isWritten ? row : undefined;
}

export async function listIdsBeside(tx: Tx, view: ViewRow): Promise<number[]> {
  const rows = await tx
    .select({ id: officeViews.id })
    .from(officeViews)
    .where(isBeside(view))
    .orderBy(asc(officeViews.position), asc(officeViews.id))
    .for('update');
  return rows.map(({ id }) => id);
}

/** Places the tabs in the order of the ids. */
export async function placeViews(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`update ${officeViews} set position = placed.n
    from unnest(${sql.param(ids)}::bigint[]) with ordinality as placed (id, n)
    where ${officeViews.id} = placed.id`);
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await tx.delete(officeViews).where(eq(officeViews.id, id));
}
