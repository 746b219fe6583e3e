import { aliasedTable, and, asc, count, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { payments } from '#db/tables/billing.ts';
import { periodPrograms, programGroups, programs } from '#db/tables/catalog.ts';
import { routes } from '#db/tables/routes.ts';
import { congestionFees } from '#db/tables/congestion-fees.ts';
import { acceptances, acceptedTexts, orders } from '#db/tables/orders.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { ChargedOrder } from '#modules/billing/payments/collection.queries.ts';

export type FeeRow = typeof congestionFees.$inferSelect;
export type NewFee = Pick<
  FeeRow,
  'routeId' | 'amountCents' | 'reason' | 'chargeOn' | 'requestKey' | 'announcedBy' | 'announcedAt'
>;

/** @returns undefined when the press has been written before */
export async function insertFee(tx: Tx, fee: NewFee): Promise<FeeRow | undefined> {
  const [row] = await tx
    .insert(congestionFees)
    .values(fee)
    .onConflictDoNothing({ target: congestionFees.requestKey })
    .returning();
  return row;
}

export async function findFeeByKey(db: Db, requestKey: string): Promise<FeeRow | undefined> {
  const [row] = await db.select().from(congestionFees).where(eq(congestionFees.requestKey, requestKey));
  return row;
}

/** Whoever announces or withdraws a fee of a route waits here for whoever else does. */
export async function lockFeesOf(tx: Tx, route_id: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`congestion fees of route ${route_id}`}, 0))`,
  );
}

/** The fee of a route on a day that stands. */
export async function findLiveFee(
  db: Db,
  { routeId, chargeOn }: Pick<FeeRow, 'routeId' | 'chargeOn'>,
): Promise<FeeRow | undefined> {
  const [row] = await db
    .select()
    .from(congestionFees)
    .where(
      and(
        eq(congestionFees.routeId, routeId),
        eq(congestionFees.chargeOn, chargeOn),
        isNull(congestionFees.withdrawnAt),
      ),
    );
  return row;
}

export async function lockFee(tx: Tx, fee_id: number): Promise<FeeRow | undefined> {
  const [row] = await tx.select().from(congestionFees).where(eq(congestionFees.id, fee_id)).for('update');
  return row;
}

export async function markWithdrawn(
  tx: Tx,
  fee_id: number,
  by: { withdrawnBy: number; withdrawnAt: Date },
): Promise<void> {
  await tx.update(congestionFees).set(by).where(eq(congestionFees.id, fee_id));
}

/** What billing reads of the orders that a fee is asked of, in the order of their ids. */
export async function listChargedOrders(db: Db, order_ids: readonly number[]): Promise<ChargedOrder[]> {
  if (order_ids.length === 0) return [];
  const { id, userId, programGroupId, routeId, priceSnapshot } = orders;
  return db
    .select({ id, userId, programGroupId, routeId, priceSnapshot })
    .from(orders)
    .where(inArray(orders.id, [...order_ids]))
    .orderBy(asc(orders.id));
}

type FeePayment = { orderId: number; feeId: number; amountCents: Cents; payOn: PlainDate };

/**
 * The order's next payment; its row is locked by the caller, so that no two have the same number. Number 1 is
 * what checkout takes, also where that was nothing and has no row (M1).
 */
export async function insertFeePayment(
  tx: Tx,
  { orderId, feeId, amountCents, payOn }: FeePayment,
): Promise<number> {
  const [last] = await tx
    .select({ number: max(payments.paymentNumber) })
    .from(payments)
    .where(eq(payments.orderId, orderId));
  const row = {
    orderId,
    paymentNumber: (last?.number ?? 1) + 1,
    amountCents,
    payOn,
    status: 'scheduled' as const,
    congestionFeeId: feeId,
  };
  const [payment] = await tx.insert(payments).values(row).returning({ id: payments.id });
  return payment!.id;
}

const ofFee = (fee_id: number) => eq(payments.congestionFeeId, fee_id);

/** Locks the orders of a fee, then takes back what is not paid; @returns the payments that were cancelled. */
export async function cancelFeePayments(tx: Tx, fee_id: number): Promise<number[]> {
  const ids = tx.select({ id: payments.orderId }).from(payments).where(ofFee(fee_id));
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id))
    .for('update');
  const cancelled = await tx
    .update(payments)
    .set({ status: 'cancelled', version: sql`${payments.version} + 1` })
    .where(and(ofFee(fee_id), inArray(payments.status, ['scheduled', 'failed', 'needs_method', 'returned'])))
    .returning({ id: payments.id });
  return cancelled.map(({ id }) => id);
}

/**
 * Why a payment is asked for, and the text that its order had accepted; undefined for a payment of the term.
 */
export async function findFeeOfPayment(db: Db, payment_id: number) {
  const [row] = await db
    .select({
      reason: congestionFees.reason,
      announcedAt: congestionFees.announcedAt,
      acceptedHtml: acceptedTexts.html,
      acceptedAt: acceptances.acceptedAt,
    })
    .from(payments)
    .innerJoin(congestionFees, eq(congestionFees.id, payments.congestionFeeId))
    .innerJoin(acceptances, and(eq(acceptances.orderId, payments.orderId), eq(acceptances.kind, 'surge')))
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.textHash))
    .where(eq(payments.id, payment_id));
  return row;
}

const staff = aliasedTable(users, 'staff');
const isLive = sql`${payments.status} <> 'cancelled'`;

/** Every fee with what became of its payments, the latest first; or one of them. */
export async function listFeeRows(db: Db, fee_id?: number) {
  return db
    .select({
      fee: congestionFees,
      route: { id: routes.id, name: routes.name },
      program: programs.text,
      school: { path: programGroups.path, text: programGroups.text },
      announcedBy: { first: staff.firstName, last: staff.lastName },
      contracts: count(payments.id),
      cancelled: sql<number>`count(*) filter (where ${payments.status} = 'cancelled')`.mapWith(Number),
      paid: sql<number>`count(*) filter (where ${payments.paidAt} is not null)`.mapWith(Number),
      failed:
        sql<number>`count(*) filter (where ${payments.status} in ('failed', 'returned', 'needs_method'))`.mapWith(
          Number,
        ),
      lastOn: sql<PlainDate | null>`to_char(max(${payments.payOn}) filter (where ${isLive}), 'YYYY-MM-DD')`,
      paidCents:
        sql<number>`coalesce(sum(${payments.amountCents}) filter (where ${payments.paidAt} is not null), 0)`.mapWith(
          Number,
        ),
    })
    .from(congestionFees)
    .innerJoin(routes, eq(routes.id, congestionFees.routeId))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.periodProgramId))
    .innerJoin(programs, eq(programs.id, periodPrograms.programId))
    .innerJoin(programGroups, eq(programGroups.id, programs.programGroupId))
    .innerJoin(staff, eq(staff.id, congestionFees.announcedBy))
    .leftJoin(payments, eq(payments.congestionFeeId, congestionFees.id))
    .where(fee_id === undefined ? undefined : eq(congestionFees.id, fee_id))
    .groupBy(congestionFees.id, routes.id, programs.id, programGroups.id, staff.id)
    .orderBy(desc(congestionFees.announcedAt), desc(congestionFees.id));
}
