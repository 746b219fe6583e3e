import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { methodEntries } from '#db/tables/billing/method-entries.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { UNDECIDED_ENTRIES } from './entry.states.ts';

export type EntryRow = typeof methodEntries.$inferSelect;
type NewEntry = typeof methodEntries.$inferInsert;

const one = async (db: Db, where: ReturnType<typeof and>): Promise<EntryRow | undefined> =>
  (await db.select().from(methodEntries).where(where))[0];

export const findEntry = (db: Db, id: number) => one(db, eq(methodEntries.id, id));

export const findEntryByRef = (db: Db, ref: string) => one(db, eq(methodEntries.ref, ref));

export const findEntryByKey = (db: Db, user_id: number, client_key: string) =>
  one(db, and(eq(methodEntries.user_id, user_id), eq(methodEntries.client_key, client_key)));

/** @returns the entry of the same press, if two requests arrive at once */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<EntryRow> {
  const [row] = await tx.insert(methodEntries).values(entry).onConflictDoNothing().returning();
  return row ?? (await findEntryByKey(tx, entry.user_id, entry.client_key!))!;
}

export async function replaceEntry(tx: Tx, entry: EntryRow, anew: Anew): Promise<EntryRow> {
  const { id, user_id, processor, kind, program_group_id, client_key } = entry;
  await tx
    .update(methodEntries)
    .set({ state: 'ended', client_key: null, closed_at: anew.created_at })
    .where(eq(methodEntries.id, id));
  const same = { user_id, processor, kind, program_group_id, client_key };
  return insertEntry(tx, { ...same, ...anew, state: 'open' });
}

type Anew = Pick<EntryRow, 'customer_ref' | 'created_at'>;
type NewWaiting = Omit<NewEntry, 'state' | 'client_key' | 'tries' | 'closed_at' | 'mandate_ref'>;

export async function insertWaiting(tx: Tx, entry: NewWaiting): Promise<void> {
  await tx
    .insert(methodEntries)
    .values({ ...entry, state: 'verifying' })
    .onConflictDoNothing();
}

/** @returns false if the entry has another name already */
export async function nameEntry(db: Db, id: number, ref: string): Promise<boolean> {
  const isFree = or(isNull(methodEntries.ref), eq(methodEntries.ref, ref));
  const { rowCount } = await db
    .update(methodEntries)
    .set({ ref })
    .where(and(eq(methodEntries.id, id), isFree));
  return rowCount === 1;
}

export async function lockEntry(tx: Tx, id: number): Promise<EntryRow> {
  const [row] = await tx.select().from(methodEntries).where(eq(methodEntries.id, id)).for('update');
  return row!;
}

export async function updateEntry(tx: Tx, id: number, changes: Partial<EntryRow>): Promise<EntryRow> {
  const [row] = await tx.update(methodEntries).set(changes).where(eq(methodEntries.id, id)).returning();
  return row!;
}

export async function listUndecided(
  db: Db,
  { state, before }: { state: (typeof UNDECIDED_ENTRIES)[number]; before: Date },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(methodEntries)
    .where(
      and(
        inArray(methodEntries.state, [...UNDECIDED_ENTRIES]),
        eq(methodEntries.state, state),
        lt(methodEntries.created_at, before),
      ),
    )
    .orderBy(asc(methodEntries.created_at), asc(methodEntries.id));
}

export async function lockUnused(tx: Tx, before: Date): Promise<{ id: number; gateway_ref: string }[]> {
  const { id, gateway_ref, kept_at, is_active, created_at } = paymentMethods;
  return tx
    .select({ id, gateway_ref })
    .from(paymentMethods)
    .where(and(isNull(kept_at), eq(is_active, true), lt(created_at, before)))
    .orderBy(asc(id))
    .limit(100)
    .for('update', { skipLocked: true });
}

export async function unnameMethods(tx: Tx, payment_method_ids: readonly number[]): Promise<void> {
  const ids = sql.param([...payment_method_ids]);
  await tx
    .update(methodEntries)
    .set({ payment_method_id: null })
    .where(sql`${methodEntries.payment_method_id} = any(${ids}::bigint[])`);
}

export async function deleteEntryRows(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(methodEntries).where(eq(methodEntries.user_id, user_id));
}
