import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { sandboxCharges, sandboxEvents, sandboxMethods, sandboxRefunds } from '#db/tables/sandbox.ts';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

export type SandboxMethod = typeof sandboxMethods.$inferSelect;
export type SandboxCharge = typeof sandboxCharges.$inferSelect;
export type SandboxRefund = typeof sandboxRefunds.$inferSelect;
export type SandboxEvent = typeof sandboxEvents.$inferSelect;

const findByToken = prepared((db, { token }: Slots<{ token: string }>) =>
  db
    .select()
    .from(sandboxMethods)
    .where(and(eq(sandboxMethods.token, token), isNull(sandboxMethods.forgotten_at))),
);

export async function findMethod(db: Db, token: string): Promise<SandboxMethod | undefined> {
  const [method] = await findByToken(db, { token });
  return method;
}

export const isWaiting = ({ verifies_on, fails_on }: SandboxMethod, today: PlainDate): boolean =>
  fails_on !== null || (verifies_on !== null && verifies_on > today);

export async function forgetMethod(db: Db, token: string, forgotten_at: Date | null): Promise<void> {
  await db.update(sandboxMethods).set({ forgotten_at }).where(eq(sandboxMethods.token, token));
}

export async function chargesOfAttempt(
  db: Db,
  attempt_id: number,
  customer: string,
): Promise<SandboxCharge[]> {
  return db
    .select()
    .from(sandboxCharges)
    .where(and(eq(sandboxCharges.attempt_id, attempt_id), eq(sandboxCharges.customer, customer)))
    .orderBy(asc(sql`${sandboxCharges.state} = 'declined'`), desc(sandboxCharges.created_at));
}

/** Two refunds of a charge never exceed the amount together. */
export async function lockCharge(tx: Tx, ref: string): Promise<SandboxCharge | undefined> {
  const [charge] = await tx.select().from(sandboxCharges).where(eq(sandboxCharges.ref, ref)).for('update');
  return charge;
}

export async function behaviorOf(tx: Tx, token: string): Promise<string | undefined> {
  const [method] = await tx
    .select({ behaviour: sandboxMethods.behaviour })
    .from(sandboxMethods)
    .where(eq(sandboxMethods.token, token));
  return method?.behaviour;
}

export async function refundedOf(tx: Tx, charge_ref: string): Promise<number> {
  const isBack = inArray(sandboxRefunds.state, ['pending', 'succeeded']);
  const isPart = and(eq(sandboxRefunds.charge_ref, charge_ref), isBack);
  const [row] = await tx
    .select({ cents: sql<string>`coalesce(sum(${sandboxRefunds.amount_cents}), 0)` })
    .from(sandboxRefunds)
    .where(isPart);
  return Number(row!.cents);
}

export async function lockRefundsToMove(tx: Tx, today: PlainDate, ref?: string): Promise<SandboxRefund[]> {
  const isNamed = ref === undefined ? undefined : eq(sandboxRefunds.ref, ref);
  return tx
    .select()
    .from(sandboxRefunds)
    .where(and(lte(sandboxRefunds.moves_on, today), isNamed))
    .orderBy(sandboxRefunds.refund_id, attemptOf(sandboxRefunds.charge_ref))
    .for('update');
}

export async function updateRefund(tx: Tx, ref: string, changes: Partial<SandboxRefund>): Promise<void> {
  await tx.update(sandboxRefunds).set(changes).where(eq(sandboxRefunds.ref, ref));
}

export async function refundsOf(
  db: Db,
  asked: { refund_id: number; charge_ref: string },
): Promise<SandboxRefund[]> {
  return db
    .select()
    .from(sandboxRefunds)
    .where(
      and(eq(sandboxRefunds.refund_id, asked.refund_id), eq(sandboxRefunds.charge_ref, asked.charge_ref)),
    )
    .orderBy(asc(sql`${sandboxRefunds.state} = 'refused'`), desc(sandboxRefunds.created_at));
}

/** Sorts by attempt, in the order of the charges, since the names of charges are random. */
export const attemptOf = (charge_ref: PgColumn): SQL =>
  sql`(select attempt_id from ${sandboxCharges} where ${sandboxCharges.ref} = ${charge_ref})`;

const { attempt_id, ref: chargeRef, returns_on, settles_on, state } = sandboxCharges;

const lockDue = (tx: Tx, isDue: SQL | undefined, ref: string | undefined) =>
  tx
    .select()
    .from(sandboxCharges)
    .where(and(isDue, ref === undefined ? undefined : eq(chargeRef, ref)))
    .orderBy(attempt_id)
    .for('update');

export async function lockDueToSettle(tx: Tx, today: PlainDate, ref?: string): Promise<SandboxCharge[]> {
  return lockDue(tx, and(eq(state, 'pending'), lte(settles_on, today)), ref);
}

export async function lockDueToReturn(tx: Tx, today: PlainDate, ref?: string): Promise<SandboxCharge[]> {
  return lockDue(tx, and(inArray(state, ['pending', 'settled']), lte(returns_on, today)), ref);
}

export async function updateCharge(tx: Tx | Db, ref: string, changes: Partial<SandboxCharge>): Promise<void> {
  await tx.update(sandboxCharges).set(changes).where(eq(sandboxCharges.ref, ref));
}

export async function findCharge(db: Db, ref: string): Promise<SandboxCharge | undefined> {
  const [charge] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.ref, ref));
  return charge;
}

export async function findRefund(db: Db, ref: string): Promise<SandboxRefund | undefined> {
  const [refund] = await db.select().from(sandboxRefunds).where(eq(sandboxRefunds.ref, ref));
  return refund;
}

export async function insertEvent(tx: Tx, event: typeof sandboxEvents.$inferInsert): Promise<void> {
  await tx.insert(sandboxEvents).values(event);
}

export async function eventsAfter(
  db: Db,
  last: { at: Date; id: number },
  limit: number,
): Promise<SandboxEvent[]> {
  const { at, id } = sandboxEvents;
  return db
    .select()
    .from(sandboxEvents)
    .where(or(gt(at, last.at), and(eq(at, last.at), gt(id, last.id))))
    .orderBy(at, id)
    .limit(limit);
}
