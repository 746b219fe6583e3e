import { and, asc, count, eq, exists, gte, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Builder, type Slots } from '#platform/db/prepared.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import { dueOrderColumns, type LockedPayment } from './collection.queries.ts';
import type { Attempt } from './attempts.queries.ts';

const isWaitingForPayer = and(eq(chargeAttempts.state, 'action'), eq(chargeAttempts.is_by_family, true));

/** The family has begun to pay it, and its bank waits for the payer. */
const waitsForPayer = (db: Builder) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(chargeAttempts)
      .where(and(eq(chargeAttempts.payment_id, payments.id), isWaitingForPayer)),
  );

// Named, or they would be the columns of what is owed, with which they are read.
const first = alias(payments, 'first');
const tried = alias(chargeAttempts, 'tried');

const owedOf = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db
    .select({
      order: dueOrderColumns,
      payment: payments,
      is_tried: sql<boolean>`exists (select from ${chargeAttempts} tried
        where ${tried.payment_id} = ${payments.id})`,
      checkout_method_id: sql<number | null>`(select ${tried.payment_method_id}
        from ${chargeAttempts} tried join ${payments} first on ${first.id} = ${tried.payment_id}
        where ${first.order_id} = ${order_id} and ${first.payment_number} = 1
        order by ${tried.attempt_no} desc limit 1)`.mapWith(chargeAttempts.payment_method_id),
    })
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

export type OwedPayment = LockedPayment & {
  /** it was charged before, whatever became of it */
  is_tried: boolean;
  /** the method that what was due at checkout was last tried with; null when nothing was due then */
  checkout_method_id: number | null;
};

/**
 * What an active order still owes and no charge is on its way for, in the order of the days; also what waits
 * for its payer alone.
 */
export async function listOwedOf(db: Db, order_id: number): Promise<OwedPayment[]> {
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
