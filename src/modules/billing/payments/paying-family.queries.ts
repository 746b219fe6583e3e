import { and, asc, count, eq, exists, gte, inArray, ne, or, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import { chargedOrderColumns, type LockedPayment } from './collection.queries.ts';
import type { Attempt } from './attempts.queries.ts';

const isWaitingForPayer = and(eq(chargeAttempts.state, 'action'), eq(chargeAttempts.is_by_family, true));

/** The family has begun to pay it, and its bank waits for the payer. */
const waitsForPayer = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(chargeAttempts)
      .where(and(eq(chargeAttempts.payment_id, payments.id), isWaitingForPayer)),
  );

const owedOf = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db
    .select({ order: chargedOrderColumns, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .where(
      and(
        eq(orders.id, order_id),
        eq(orders.status, 'active'),
        or(inArray(payments.status, [...UNPAID]), waitsForPayer(db)),
      ),
    )
    .orderBy(asc(payments.pay_on), asc(payments.payment_number)),
);

/**
 * What an active order still owes and no charge is on its way for, in the order of the days; also what waits
 * for its payer alone.
 */
export async function listOwedOf(db: Db, order_id: number): Promise<LockedPayment[]> {
  return owedOf(db, { order_id });
}

/** The try of a payment that its family has begun and its bank waits for the payer of. */
export async function findWaitingForPayer(db: Db, payment_id: number): Promise<Attempt | undefined> {
  const [attempt] = await db
    .select()
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.payment_id, payment_id), isWaitingForPayer));
  return attempt;
}

/** How many other tries of a family to pay by itself were refused since a moment, of all its orders. */
export async function countRefusedByFamily(
  db: Db,
  { order_id, except, since }: { order_id: number; except: number; since: Date },
): Promise<number> {
  const [row] = await db
    .select({ refused: count() })
    .from(chargeAttempts)
    .innerJoin(payments, eq(payments.id, chargeAttempts.payment_id))
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(
      and(
        sql`${orders.user_id} = (select ${orders.user_id} from ${orders} where ${orders.id} = ${order_id})`,
        eq(chargeAttempts.is_by_family, true),
        eq(chargeAttempts.state, 'declined'),
        gte(chargeAttempts.finished_at, since),
        ne(chargeAttempts.id, except),
      ),
    );
  return row!.refused;
}
