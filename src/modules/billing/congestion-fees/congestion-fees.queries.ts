import { aliasedTable, and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { periodPrograms, programGroups, programs } from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { congestionFees } from '#db/tables/billing/congestion-fees.ts';
import { acceptedTexts } from '#db/tables/documents/accepted-texts.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { STUCK, UNPAID } from '#modules/billing/payment.states.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isStandingPaid, standingCents } from '#modules/billing/payments/still-owed.queries.ts';
import { chargedOrderColumns, type ChargedOrder } from '#modules/billing/payments/collection.queries.ts';

export type FeeRow = typeof congestionFees.$inferSelect;
type NewFee = Omit<typeof congestionFees.$inferInsert, 'id' | 'announced_at'>;

export async function insertFee(tx: Tx, announced_at: Date, fee: NewFee): Promise<FeeRow | undefined> {
  const [row] = await tx
    .insert(congestionFees)
    .values({ ...fee, announced_at })
    .onConflictDoNothing({ target: congestionFees.request_key })
    .returning();
  return row;
}

export async function findFeeByKey(db: Db, request_key: string): Promise<FeeRow | undefined> {
  const [row] = await db.select().from(congestionFees).where(eq(congestionFees.request_key, request_key));
  return row;
}

export async function lockFeesOf(tx: Tx, route_id: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`congestion fees of route ${route_id}`}, 0))`,
  );
}

export async function findLiveFee(
  db: Db,
  { route_id, charge_on }: Pick<FeeRow, 'route_id' | 'charge_on'>,
): Promise<FeeRow | undefined> {
  const [row] = await db
    .select()
    .from(congestionFees)
    .where(
      and(
        eq(congestionFees.route_id, route_id),
        eq(congestionFees.charge_on, charge_on),
        isNull(congestionFees.withdrawn_at),
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
  by: { withdrawn_by: number; withdrawn_at: Date },
): Promise<void> {
  await tx.update(congestionFees).set(by).where(eq(congestionFees.id, fee_id));
}

export async function listChargedOrders(db: Db, order_ids: readonly number[]): Promise<ChargedOrder[]> {
  if (order_ids.length === 0) return [];
  return db
    .select(chargedOrderColumns)
    .from(orders)
    .where(inArray(orders.id, [...order_ids]))
    .orderBy(asc(orders.id));
}

const ofFee = (fee_id: number) => eq(payments.congestion_fee_id, fee_id);

export async function cancelFeePayments(tx: Tx, fee_id: number): Promise<{ id: number; order_id: number }[]> {
  const ids = tx.select({ id: payments.order_id }).from(payments).where(ofFee(fee_id));
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id))
    .for('update');
  return tx
    .update(payments)
    .set({ status: 'cancelled', next_try_on: null, version: sql`${payments.version} + 1` })
    .where(and(ofFee(fee_id), inArray(payments.status, [...UNPAID])))
    .returning({ id: payments.id, order_id: payments.order_id });
}

/** All whose payment the withdrawal ended, and all who have paid or are paying; not who was waived before. */
export async function listToldOfFee(db: Db, fee_id: number): Promise<number[]> {
  const isWaived = sql`${payments.status} = 'cancelled' and exists (
    select from journal j where j.kind = 'adjustment'
    and j.ref = 'payment-' || ${payments.id} || '-' || ${payments.version})`;
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(ofFee(fee_id), eq(orders.status, 'active'), sql`not (${isWaived})`))
    .orderBy(asc(payments.id));
  return rows.map(({ id }) => id);
}

/** Includes debits on their way. @returns what was paid of a fee and not refunded, card fees included */
export async function listTakenOfFee(db: Db, fee_id: number) {
  return db
    .select({
      payment_id: payments.id,
      order_id: payments.order_id,
      user_id: orders.user_id,
      cents: standingCents,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(ofFee(fee_id), isStandingPaid))
    .orderBy(asc(payments.id));
}

export async function findFeeOfPayment(db: Db, payment_id: number) {
  const [row] = await db
    .select({
      reason: congestionFees.reason,
      announced_at: congestionFees.announced_at,
      acceptedHtml: acceptedTexts.html,
      accepted_at: acceptances.accepted_at,
    })
    .from(payments)
    .innerJoin(congestionFees, eq(congestionFees.id, payments.congestion_fee_id))
    .innerJoin(
      acceptances,
      and(
        eq(acceptances.order_id, payments.order_id),
        eq(acceptances.kind, 'surge'),
        isNull(acceptances.placed_by_id),
      ),
    )
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.text_hash))
    .where(eq(payments.id, payment_id));
  return row;
}

const staff = aliasedTable(users, 'staff');
const isLive = sql`${payments.status} <> 'cancelled'`;
/** Of the parts of a payment, the one that may still be owed (MC12). */
const isWhole = sql`${payments.id} is not null and ${payments.part_of} is null`;

export async function listFeeRows(db: Db, fee_id?: number) {
  return db
    .select({
      fee: congestionFees,
      route: { id: routes.id, name: routes.name },
      program: programs.text,
      school: { path: programGroups.path, text: programGroups.text },
      announced_by: { first: staff.first_name, last: staff.last_name },
      contracts: sql<number>`count(*) filter (where ${isWhole})`.mapWith(Number),
      cancelled: sql<number>`count(*) filter (where ${payments.status} = 'cancelled' and ${isWhole})`.mapWith(
        Number,
      ),
      paid: sql<number>`count(*) filter (where ${payments.paid_at} is not null and ${isWhole})`.mapWith(
        Number,
      ),
      failed: sql<number>`count(*) filter (where ${inArray(payments.status, [...STUCK])})`.mapWith(Number),
      lastOn: sql<PlainDate | null>`to_char(max(${payments.pay_on}) filter (where ${isLive}), 'YYYY-MM-DD')`,
      taken: sql<number>`count(distinct ${payments.order_id}) filter (where ${isStandingPaid})`.mapWith(
        Number,
      ),
      takenCents: sql<number>`coalesce(sum(${standingCents}) filter (where ${isStandingPaid}), 0)`.mapWith(
        Number,
      ),
      paidCents: sql<number>`coalesce(
        sum(${payments.amount_cents}) filter (where ${payments.paid_at} is not null), 0)`.mapWith(Number),
    })
    .from(congestionFees)
    .innerJoin(routes, eq(routes.id, congestionFees.route_id))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(programGroups, eq(programGroups.id, programs.program_group_id))
    .innerJoin(staff, eq(staff.id, congestionFees.announced_by))
    .leftJoin(payments, eq(payments.congestion_fee_id, congestionFees.id))
    .where(fee_id === undefined ? undefined : eq(congestionFees.id, fee_id))
    .groupBy(congestionFees.id, routes.id, programs.id, programGroups.id, staff.id)
    .orderBy(desc(congestionFees.announced_at), desc(congestionFees.id));
}
