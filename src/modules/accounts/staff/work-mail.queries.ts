import { and, eq, isNull, sql } from 'drizzle-orm';
import { options, userRoles, users } from '#db/tables/accounts/accounts.ts';
import type { StaffRole } from '#modules/accounts/rights.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export async function findWorkMail(db: Db, user_id: number): Promise<boolean> {
  const [row] = await db
    .select({ is_on: userRoles.has_work_mail })
    .from(userRoles)
    .where(eq(userRoles.user_id, user_id));
  return row?.is_on ?? false;
}

export async function saveWorkMail(tx: Tx, user_id: number, has_work_mail: boolean): Promise<void> {
  await tx.update(userRoles).set({ has_work_mail }).where(eq(userRoles.user_id, user_id));
}

export type WorkMailReader = { id: number; role: StaffRole; first_name: string; email: string };

const readers = (db: Db, user_id?: number) =>
  db
    .select({
      id: users.id,
      role: sql<StaffRole>`${options.key}`,
      first_name: users.first_name,
      email: users.email,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.user_id))
    .innerJoin(options, eq(options.id, userRoles.role_type_id))
    .where(
      and(
        eq(userRoles.has_work_mail, true),
        isNull(userRoles.pending_since),
        isNull(users.disabled_at),
        user_id === undefined ? undefined : eq(users.id, user_id),
      ),
    )
    .orderBy(users.id);

/** Staff who switched the email on and can log in. */
export const listWorkMailReaders = (db: Db): Promise<WorkMailReader[]> => readers(db);

export async function findWorkMailReader(db: Db, user_id: number): Promise<WorkMailReader | undefined> {
  const [reader] = await readers(db, user_id);
  return reader;
}
