import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { transactions } from '#db/tables/billing/ledger.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { attemptColumns, type PaymentAttempt } from './collection.queries.ts';

const attemptsOfPayments = prepared((db, { payment_ids }: Slots<{ payment_ids: number[] }>) => {
  const { payment_id, attempt_no } = chargeAttempts;
  return db
    .select({ payment_id, attempt_no, ...attemptColumns })
    .from(chargeAttempts)
    .where(isAnyOf(payment_id, payment_ids))
    .orderBy(desc(attempt_no));
});

export async function listAttemptsOf(
  db: Db,
  payment_ids: number[],
): Promise<Map<number, (PaymentAttempt & { attempt_no: number })[]>> {
  const rows = await attemptsOfPayments(db, { payment_ids });
  return Map.groupBy(rows, (attempt) => attempt.payment_id);
}

export async function listCheckoutMethodIds(db: Db, order_ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectDistinctOn([payments.order_id], {
      order_id: payments.order_id,
      method_id: chargeAttempts.payment_method_id,
    })
    .from(payments)
    .innerJoin(chargeAttempts, eq(chargeAttempts.payment_id, payments.id))
    .where(and(isAnyOf(payments.order_id, order_ids), eq(payments.payment_number, 1)))
    .orderBy(asc(payments.order_id), desc(chargeAttempts.attempt_no));
  return new Map(rows.map(({ order_id, method_id }) => [order_id, method_id]));
}

export async function listFirstLineTexts(db: Db, order_ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectDistinctOn([transactions.order_id], {
      order_id: transactions.order_id,
      description: transactions.description,
    })
    .from(transactions)
    .where(isAnyOf(transactions.order_id, order_ids))
    .orderBy(asc(transactions.order_id), asc(transactions.id));
  return new Map(rows.map(({ order_id, description }) => [order_id, description]));
}

export type NumberedAttempt = Omit<typeof chargeAttempts.$inferInsert, 'state'>;

/** @returns the ids of the attempts in the given order */
export async function insertAttempts(tx: Tx, attempts: NumberedAttempt[]): Promise<number[]> {
  if (attempts.length === 0) return [];
  const rows = await tx
    .insert(chargeAttempts)
    .values(attempts.map((attempt) => ({ ...attempt, state: 'created' as const })))
    .returning({ id: chargeAttempts.id });
  await tx
    .update(payments)
    .set({
      status: 'in_flight',
      attempts: sql`${payments.attempts} + 1`,
      version: sql`${payments.version} + 1`,
    })
    .where(
      isAnyOf(
        payments.id,
        attempts.map(({ payment_id }) => payment_id),
      ),
    );
  return rows.map(({ id }) => id);
}
