import { and, count, eq, inArray, isNotNull, isNull, max, min, sql } from 'drizzle-orm';
import { erasedValues } from '#db/tables/erasure.ts';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { secondPersonRequests, secondPersonRequestsErasure } from '#db/tables/billing/second-person.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { pageOfRows } from '#platform/db/page-of-rows.ts';
import { invariant } from '#kit/invariant.ts';
import { pick } from '#kit/pick.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { eraseConcessionReasons } from './concessions.queries.ts';
import { workRows } from '#platform/db/work-rows.ts';

export type SecondPersonRow = typeof secondPersonRequests.$inferSelect;
export type NewRequest = Pick<
  SecondPersonRow,
  'order_id' | 'subject' | 'kind' | 'command' | 'amount_cents' | 'reason' | 'asked_by_id' | 'asked_at'
>;

/** @returns undefined while another request about the same subject waits */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<number | undefined> {
  const [row] = await tx
    .insert(secondPersonRequests)
    .values(request)
    .onConflictDoNothing()
    .returning({ id: secondPersonRequests.id });
  return row?.id;
}

const isWaiting = isNull(secondPersonRequests.outcome);

export async function lockRequestRow(tx: Tx, id: number): Promise<SecondPersonRow> {
  const [row] = await tx
    .select()
    .from(secondPersonRequests)
    .where(eq(secondPersonRequests.id, id))
    .for('update');
  invariant(row, `no request ${id} to a second person`);
  return row;
}

type Decision = Pick<SecondPersonRow, 'outcome' | 'decided_by_id' | 'decided_at'> &
  Partial<Pick<SecondPersonRow, 'decline_reason'>>;

export async function decideRequest(tx: Tx, id: number, decision: Decision): Promise<void> {
  await tx.update(secondPersonRequests).set(decision).where(eq(secondPersonRequests.id, id));
}

const askers = alias(users, 'askers');
const parents = alias(users, 'parents');

const selectRequests = (db: Db) =>
  db
    .select({
      request: secondPersonRequests,
      asked_by: pick(askers, ['first_name', 'last_name', 'email']),
      parent: pick(parents, ['id', 'first_name', 'last_name']),
    })
    .from(secondPersonRequests)
    .innerJoin(askers, eq(askers.id, secondPersonRequests.asked_by_id))
    .innerJoin(orders, eq(orders.id, secondPersonRequests.order_id))
    .innerJoin(parents, eq(parents.id, orders.user_id));

export type RequestWithPeople = Awaited<ReturnType<typeof selectRequests>>[number];

export async function findRequest(db: Db, id: number): Promise<RequestWithPeople | undefined> {
  return (await selectRequests(db).where(eq(secondPersonRequests.id, id)))[0];
}

export async function findWaitingAbout(db: Db, subject: string): Promise<RequestWithPeople | undefined> {
  return (await selectRequests(db).where(and(isWaiting, eq(secondPersonRequests.subject, subject))))[0];
}

/** What was asked about no longer exists, so nobody decides. */
export async function forgetWaiting(tx: Tx, subject: string): Promise<void> {
  await tx.delete(secondPersonRequests).where(and(isWaiting, eq(secondPersonRequests.subject, subject)));
}

/** @returns the waiting request, which nobody decides or withdraws before the transaction ends */
export async function lockWaitingAbout(tx: Tx, subject: string): Promise<RequestWithPeople | undefined> {
  const [row] = await selectRequests(tx)
    .where(and(isWaiting, eq(secondPersonRequests.subject, subject)))
    .for('update', { of: secondPersonRequests });
  return row;
}

/** One request about a subject waits at a time, so each decision has a greater id than the one before. */
export async function lastDecidedAbout(
  db: Db,
  { order_id, subject }: Pick<NewRequest, 'order_id' | 'subject'>,
): Promise<number | null> {
  const [row] = await db
    .select({ id: max(secondPersonRequests.id) })
    .from(secondPersonRequests)
    .where(
      and(
        eq(secondPersonRequests.order_id, order_id),
        eq(secondPersonRequests.subject, subject),
        isNotNull(secondPersonRequests.outcome),
      ),
    );
  return row!.id;
}

export async function listWaitingRequests(db: Db, place: Place): Promise<RequestWithPeople[]> {
  const { isBehind, orderBy, limit } = pageOfRows({ by: [secondPersonRequests.id] }, place);
  return selectRequests(db)
    .where(and(isWaiting, isBehind))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countWaitingRequests(db: Db): Promise<{ requests: number; oldest_at: Date | null }> {
  const [row] = await db
    .select({ requests: count(), oldest_at: min(secondPersonRequests.asked_at) })
    .from(secondPersonRequests)
    .where(isWaiting);
  return row!;
}

/** Waiting requests cannot be carried out without the reasons and are deleted. */
export async function eraseRequestsOf(tx: Tx, order_ids: readonly number[]): Promise<void> {
  const isTheirs = inArray(secondPersonRequests.order_id, [...order_ids]);
  await tx.delete(secondPersonRequests).where(and(isTheirs, isWaiting));
  await tx.update(secondPersonRequests).set(erasedValues(secondPersonRequestsErasure, 'end')).where(isTheirs);
  await eraseConcessionReasons(tx, order_ids);
}

export const approvalWork = workRows(
  {
    subject: secondPersonRequests.id,
    since: secondPersonRequests.asked_at,
    order_id: secondPersonRequests.order_id,
  },
  sql`${secondPersonRequests} where ${isWaiting}`,
);
