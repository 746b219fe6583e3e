import { and, eq, gt, gte, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { emailChanges } from '#db/tables/accounts/email-changes.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type EmailChangeRow = typeof emailChanges.$inferSelect;

export async function insertEmailChange(
  tx: Tx,
  change: Pick<EmailChangeRow, 'user_id' | 'old_email' | 'new_email' | 'asked_at'>,
): Promise<number> {
  const [row] = await tx.insert(emailChanges).values(change).returning({ id: emailChanges.id });
  return row!.id;
}

export async function findEmailChange(db: Db, id: number): Promise<EmailChangeRow | undefined> {
  const [row] = await db.select().from(emailChanges).where(eq(emailChanges.id, id));
  return row;
}

const isPending = and(isNull(emailChanges.confirmed_at), isNull(emailChanges.undone_at));

/** @returns the address of the latest request; undefined without one */
export async function findPendingEmail(
  db: Db,
  user_id: number,
  askedAfter: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ new_email: emailChanges.new_email })
    .from(emailChanges)
    .where(and(eq(emailChanges.user_id, user_id), isPending, gt(emailChanges.asked_at, askedAfter)));
  return row?.new_email;
}

export async function deletePending(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(emailChanges).where(and(eq(emailChanges.user_id, user_id), isPending));
}

/** @returns true if the old address of another account can still undo a change */
export async function isHeldForUndo(
  db: Db,
  { email, except }: { email: string; except: number | null },
  confirmedAfter: Date,
): Promise<boolean> {
  const rows = await db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.old_email, email),
        gt(emailChanges.confirmed_at, confirmedAfter),
        isNull(emailChanges.undone_at),
        except === null ? undefined : ne(emailChanges.user_id, except),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function setConfirmed(tx: Tx, id: number, confirmed_at: Date): Promise<void> {
  await tx.update(emailChanges).set({ confirmed_at }).where(eq(emailChanges.id, id));
}

/** Undoes a change together with every later change of the account. */
export async function setUndone(
  tx: Tx,
  { id, user_id }: Pick<EmailChangeRow, 'id' | 'user_id'>,
  undone_at: Date,
): Promise<void> {
  await tx
    .update(emailChanges)
    .set({ undone_at })
    .where(
      and(eq(emailChanges.user_id, user_id), gte(emailChanges.id, id), isNotNull(emailChanges.confirmed_at)),
    );
}

export async function deleteChangesBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(emailChanges)
    .where(
      or(
        lt(emailChanges.confirmed_at, before),
        and(isNull(emailChanges.confirmed_at), lt(emailChanges.asked_at, before)),
      ),
    );
}

export async function deleteEmailChangesOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.user_id, user_id));
}
