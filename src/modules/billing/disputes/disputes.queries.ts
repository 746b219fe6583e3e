import { eq, notInArray, and, sql, asc, desc, isNull } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { refunds } from '#db/tables/billing/refunds.ts';
import { cents, type Cents } from '#kit/money.ts';
import { UNDONE_REFUNDS } from '#modules/billing/refunds/refund.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type DisputeRow = typeof disputes.$inferSelect;

export async function lockDispute(tx: Tx, gateway_ref: string): Promise<DisputeRow | undefined> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.gateway_ref, gateway_ref)).for('update');
  return row;
}

/** Inserts or updates a dispute; `opened_at` and the first `closed_at` never change. */
export async function upsertDispute(tx: Tx, dispute: typeof disputes.$inferInsert): Promise<DisputeRow> {
  const { gateway_ref: _, opened_at: __, ...now } = dispute;
  const changes = { ...now, closed_at: sql`coalesce(${disputes.closed_at}, excluded.closed_at)` };
  const [row] = await tx
    .insert(disputes)
    .values(dispute)
    .onConflictDoUpdate({ target: disputes.gateway_ref, set: changes })
    .returning();
  return row!;
}

export async function refundedOfCharge(
  tx: Tx,
  charge_attempt_id: number,
): Promise<{ principal_cents: Cents; surcharge_cents: Cents }> {
  const [row] = await tx
    .select({
      all: sql<string>`coalesce(sum(${refunds.amount_cents}), 0)`,
      surcharge: sql<string>`coalesce(sum(${refunds.surcharge_cents}), 0)`,
    })
    .from(refunds)
    .where(
      and(eq(refunds.charge_attempt_id, charge_attempt_id), notInArray(refunds.state, [...UNDONE_REFUNDS])),
    );
  const surcharge_cents = cents(Number(row!.surcharge));
  return { principal_cents: cents(Number(row!.all) - surcharge_cents), surcharge_cents };
}

/** Lists undecided disputes for the nightly reading, because an event may be lost. */
export async function listUndecidedDisputes(db: Db): Promise<{ id: number; ref: string }[]> {
  return db
    .select({ id: disputes.id, ref: disputes.gateway_ref })
    .from(disputes)
    .where(isNull(disputes.closed_at))
    .orderBy(asc(disputes.id));
}

const selectDisputes = (db: Db) =>
  db
    .select({ dispute: disputes, payment_number: payments.payment_number })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.payment_id));

export async function findDispute(db: Db, id: number) {
  const [row] = await selectDisputes(db).where(eq(disputes.id, id));
  return row;
}

export const listDisputesOf = (db: Db, order_id: number) =>
  selectDisputes(db).where(eq(disputes.order_id, order_id)).orderBy(desc(disputes.id));
