import { and, asc, count, eq, exists, gte, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders/orders.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Builder, type Slots } from '#platform/db/prepared.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import { dueOrderColumns, type LockedPayment } from './collection.queries.ts';
import type { Attempt } from './attempts.queries.ts';

const isWaitingForPayer = and(eq(chargeAttempts.state, 'action'), eq(chargeAttempts.is_by_family, true));

const waitsForPayer = (db: Builder) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(chargeAttempts)
      .where(and(eq(chargeAttempts.payment_id, payments.id), isWaitingForPayer)),
  );

// The aliases keep the columns apart from the columns of the owed payments.
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
  is_tried: boolean;
  checkout_method_id: number | null;
};

/** Includes payments only waiting for the payer. */
export async function listOwedOf(db: Db, order_id: number): Promise<OwedPayment[]> {
  return owedOf(db, { order_id });
}

export async function findWaitingForPayer(db: Db, payment_id: number): Promise<Attempt | undefined> {
  const [attempt] = await db
    .select()
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.payment_id, payment_id), isWaitingForPayer));
  return attempt;
}

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
