import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { mandates, paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { methodEntries, processorCustomers } from '#db/tables/billing/method-entries.ts';
import { processorBinding } from '#db/tables/billing/processor-binding.ts';
import { processorCursors, processorEvents } from '#db/tables/billing/processor-events.ts';
import { refunds } from '#db/tables/billing/refunds.ts';
import { LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import { UNDECIDED_ENTRIES } from '#modules/billing/methods/entries/entry.states.ts';
import { UNRESOLVED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Processor } from '#platform/payments/processor.ts';
import type { Binding } from '#modules/billing/processor/binding.queries.ts';

/**
 * Waits for flows already begun, and blocks charges, refunds and entries until the end of the transaction.
 */
export const lockPayments = (tx: Tx) =>
  tx.execute(sql`lock table ${processorBinding}, ${paymentMethods}, ${methodEntries}, ${chargeAttempts},
    ${refunds}, ${disputes} in share row exclusive mode`);

export async function listUnfinished(
  db: Db,
): Promise<Record<'attempts' | 'debits' | 'refunds' | 'disputes', number[]>> {
  return {
    attempts: idsOf(await attemptsIn(db, [...UNRESOLVED_ATTEMPTS])),
    debits: idsOf(await attemptsIn(db, ['processing'])),
    refunds: idsOf(await openRefunds(db)),
    disputes: idsOf(await openDisputes(db)),
  };
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

const attemptsIn = (db: Db, states: (typeof chargeAttempts.$inferSelect)['state'][]) =>
  db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(inArray(chargeAttempts.state, states))
    .orderBy(asc(chargeAttempts.id));

const openRefunds = (db: Db) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(inArray(refunds.state, ['created', 'sent', 'unknown', 'pending']), isNotNull(refunds.charge_ref)),
    )
    .orderBy(asc(refunds.id));

const openDisputes = (db: Db) =>
  db.select({ id: disputes.id }).from(disputes).where(isNull(disputes.closed_at)).orderBy(asc(disputes.id));

export async function replaceBinding(tx: Tx, binding: Binding): Promise<void> {
  await tx.delete(processorBinding);
  await tx.insert(processorBinding).values(binding);
}

const isOfBefore = ({ processor, bound_at }: Pick<Binding, 'processor' | 'bound_at'>) =>
  or(ne(paymentMethods.processor, processor), lt(paymentMethods.created_at, bound_at));

export async function putAwayMethods(tx: Tx, binding: Binding): Promise<number> {
  const { bound_at: at } = binding;
  const away = await tx
    .update(paymentMethods)
    .set({ is_active: false, is_default: false, deactivated_at: at })
    .where(and(eq(paymentMethods.is_active, true), isOfBefore(binding)))
    .returning({ user_id: paymentMethods.user_id });
  await forgetNotified(
    tx,
    away.map(({ user_id }) => user_id),
  );
  const former = tx.select({ id: paymentMethods.id }).from(paymentMethods).where(isOfBefore(binding));
  await tx
    .update(mandates)
    .set({ revoked_at: at })
    .where(and(isNull(mandates.revoked_at), inArray(mandates.payment_method_id, former)));
  await tx
    .update(methodEntries)
    .set({ state: 'ended', closed_at: at })
    .where(
      and(
        inArray(methodEntries.state, [...UNDECIDED_ENTRIES]),
        or(ne(methodEntries.processor, binding.processor), lt(methodEntries.created_at, at)),
      ),
    );
  return away.length;
}

/** The adopting command itself notifies families; no email per payment follows. */
async function forgetNotified(tx: Tx, user_ids: number[]): Promise<void> {
  await tx
    .update(payments)
    .set({ notified_method: null, notified_total_cents: null })
    .from(orders)
    .where(
      and(
        eq(payments.order_id, orders.id),
        isAnyOf(orders.user_id, user_ids),
        inArray(payments.status, [...UNPAID]),
      ),
    );
}

/** Unread events are marked as processed, because nobody can ask the former processor any more. */
export async function forgetProcessor(tx: Tx, { processor, bound_at }: Binding): Promise<void> {
  await tx.delete(processorCustomers).where(eq(processorCustomers.processor, processor));
  await tx.delete(processorCursors);
  await tx
    .update(processorEvents)
    .set({ processed_at: bound_at })
    .where(isNull(processorEvents.processed_at));
}

export type OrderWithoutMethod = {
  order_id: number;
  payment_id: number;
  pay_on: PlainDate;
};

export async function listOrdersWithoutMethod(db: Db): Promise<OrderWithoutMethod[]> {
  const hasMethod = sql`exists (select from ${paymentMethods} m where m.user_id = ${orders.user_id}
    and m.is_active and m.kept_at is not null
    and (m.program_group_id is null or m.program_group_id = ${orders.program_group_id}))`;
  return db
    .selectDistinctOn([orders.id], { order_id: orders.id, payment_id: payments.id, pay_on: payments.pay_on })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .where(
      and(
        inArray(orders.status, [...LIVE_ORDERS]),
        isNull(payments.paid_at),
        notInArray(payments.status, ['cancelled', 'processing', 'paid']),
        sql`not ${hasMethod}`,
      ),
    )
    .orderBy(asc(orders.id), asc(payments.pay_on), asc(payments.id));
}

/** True if the family saved a method that may pay the order; a method of another school may not. */
export async function hasSavedSince(db: Db, order_id: number, since: Date): Promise<boolean> {
  const rows = await db
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .innerJoin(orders, eq(orders.user_id, paymentMethods.user_id))
    .where(
      and(
        eq(orders.id, order_id),
        eq(paymentMethods.is_active, true),
        gte(paymentMethods.kept_at, since),
        or(
          isNull(paymentMethods.program_group_id),
          eq(paymentMethods.program_group_id, orders.program_group_id),
        ),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export type CountedMethods = { processor: Processor; in_use: number };

export async function countMethods(db: Db): Promise<CountedMethods[]> {
  return db
    .select({ processor: paymentMethods.processor, in_use: sql<number>`count(*)::int` })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.is_active, true), isNotNull(paymentMethods.kept_at)))
    .groupBy(paymentMethods.processor)
    .orderBy(asc(paymentMethods.processor));
}
