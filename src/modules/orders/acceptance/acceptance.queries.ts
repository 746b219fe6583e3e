import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, notExists, sql, type SQL } from 'drizzle-orm';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { outbox } from '#db/tables/platform.ts';
import { isShown } from '#modules/orders/orders.queries.ts';
import type { Db } from '#platform/db/database.ts';
import { workRows } from '#platform/db/work-rows.ts';

export const ACCEPTANCE_ASKED = 'orders.acceptance_asked';

const rowsOf = (db: Db, isByStaff: boolean) =>
  db
    .select({ one: sql`1` })
    .from(acceptances)
    .where(
      and(
        eq(acceptances.order_id, orders.id),
        isNull(acceptances.amendment_id),
        isByStaff ? isNotNull(acceptances.placed_by_id) : isNull(acceptances.placed_by_id),
      ),
    );

const isOpen = (db: Db) =>
  and(
    isShown,
    inArray(orders.status, ['active', 'awaiting_aid']),
    exists(rowsOf(db, true)),
    notExists(rowsOf(db, false)),
  );

const isOpenSince = (db: Db, before: Date) => and(isOpen(db), lt(orders.created_at, before));

export async function listUnasked(db: Db, limit: number): Promise<number[]> {
  const asked = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, ACCEPTANCE_ASKED), eq(outbox.ref, sql`'order-' || ${orders.id}`)));
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOpen(db), notExists(asked)))
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function listOpenSince(db: Db, before: Date): Promise<{ id: number; created_at: Date }[]> {
  return db
    .select({ id: orders.id, created_at: orders.created_at })
    .from(orders)
    .where(isOpenSince(db, before))
    .orderBy(asc(orders.id));
}

export async function listToAccept(db: Db, order_id: number) {
  const { kind, text_hash, version, placed_by_id } = acceptances;
  return db
    .select({ kind, text_hash, version, placed_by_id })
    .from(acceptances)
    .where(and(eq(acceptances.order_id, order_id), isNull(acceptances.amendment_id)))
    .orderBy(asc(acceptances.id));
}

export type NewAcceptance = typeof acceptances.$inferInsert;

export async function insertFamilyAcceptances(db: Db, rows: NewAcceptance[]): Promise<void> {
  await db.insert(acceptances).values(rows).onConflictDoNothing();
}

export const missingAcceptanceWork = (db: Db, before: Date): SQL =>
  workRows(
    { subject: orders.id, since: orders.created_at, order_id: orders.id },
    sql`${orders} where ${isOpenSince(db, before)}`,
  );
