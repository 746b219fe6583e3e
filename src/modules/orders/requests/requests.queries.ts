import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { reassignApprovals, refundRequests } from '#db/tables/orders/order-requests.ts';
import { ENDED_REQUESTS } from '#modules/orders/request.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { pageOfRows } from '#platform/db/page-of-rows.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import type { InboxShow } from './refund-inbox.contract.ts';
import { readContractSnapshot, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { workRows } from '#platform/db/work-rows.ts';

const takers = alias(users, 'takers');
const deciders = alias(users, 'deciders');

const signed = {
  contract_number: contracts.contract_number,
  snapshot: contracts.snapshot,
  order_status: orders.status,
  student_id: orders.student_id,
};

function requestRows(db: Db) {
  return db
    .select({
      request: refundRequests,
      ...signed,
      taker: { first_name: takers.first_name, last_name: takers.last_name },
      decider: { first_name: deciders.first_name, last_name: deciders.last_name },
    })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.order_id))
    .innerJoin(contracts, eq(contracts.order_id, refundRequests.order_id))
    .leftJoin(takers, eq(takers.id, refundRequests.taken_up_by_id))
    .leftJoin(deciders, eq(deciders.id, refundRequests.decided_by_id));
}

type Row = Omit<Awaited<ReturnType<typeof requestRows>>[number], 'snapshot'> & { snapshot: ContractSnapshot };
export type InboxRecord = Row;

const told = <R extends { snapshot: unknown }>(rows: R[]) =>
  rows.map((row) => ({ ...row, snapshot: readContractSnapshot(row.snapshot) }));

const isShownAs = (show: InboxShow) =>
  (show === 'open' ? notInArray : inArray)(refundRequests.status, [...ENDED_REQUESTS]);

/** Open requests the oldest first, ended requests the newest first. */
export async function listRequestRows(db: Db, show: InboxShow, place: Place): Promise<InboxRecord[]> {
  const { isBehind, orderBy, limit } = pageOfRows(
    { by: [refundRequests.id], descends: show === 'ended' },
    place,
  );
  return told(
    await requestRows(db)
      .where(and(isShownAs(show), isBehind))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export const countRefundRequests = (db: Db, show: InboxShow): Promise<number> =>
  countRows(db, sql`select 1 from ${refundRequests} where ${isShownAs(show)}`);

export const countApprovals = (db: Db): Promise<number> =>
  countRows(db, sql`select 1 from ${reassignApprovals}`);

export async function findRequest(db: Db, id: number): Promise<InboxRecord | undefined> {
  return told(await requestRows(db).where(eq(refundRequests.id, id)))[0];
}

export async function listApprovalRows(db: Db, place: Place) {
  const { isBehind, orderBy, limit } = pageOfRows({ by: [reassignApprovals.id], descends: true }, place);
  const rows = await db
    .select({ approval: reassignApprovals, ...signed })
    .from(reassignApprovals)
    .innerJoin(orders, eq(orders.id, reassignApprovals.order_id))
    .innerJoin(contracts, eq(contracts.order_id, reassignApprovals.order_id))
    .where(isBehind)
    .orderBy(...orderBy)
    .limit(limit);
  return told(rows);
}

export async function listRequestsInProgress(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(eq(refundRequests.status, 'under_way'))
    .orderBy(asc(refundRequests.id));
  return rows.map(({ id }) => id);
}

export async function lockRequest(tx: Tx, id: number) {
  const [row] = await tx.select().from(refundRequests).where(eq(refundRequests.id, id)).for('update');
  return row;
}

export async function lockRequestOf(tx: Tx, order_id: number) {
  const [row] = await tx
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.order_id, order_id))
    .for('update');
  return row;
}

export async function updateRequest(
  tx: Tx,
  id: number,
  to: Partial<Omit<typeof refundRequests.$inferInsert, 'id' | 'order_id'>>,
): Promise<void> {
  await tx.update(refundRequests).set(to).where(eq(refundRequests.id, id));
}

export type Agreement = {
  order_id: number;
  user_id: number;
  text_hash: Buffer;
  ip: string;
  user_agent: string;
  requested_at: Date;
};

export async function insertRefundRequest(tx: Tx, type: number, row: Agreement) {
  const [made] = await tx
    .insert(refundRequests)
    .values({ ...row, type })
    .onConflictDoNothing()
    .returning();
  return made;
}

export async function insertReassignApproval(tx: Tx, row: Agreement) {
  const [made] = await tx.insert(reassignApprovals).values(row).onConflictDoNothing().returning();
  return made;
}

export const refundRequestWork = workRows(
  {
    subject: refundRequests.id,
    since: refundRequests.requested_at,
    order_id: refundRequests.order_id,
  },
  sql`${refundRequests} where ${isShownAs('open')}`,
);

export const reassignmentWork = workRows(
  {
    subject: reassignApprovals.id,
    since: reassignApprovals.requested_at,
    order_id: reassignApprovals.order_id,
  },
  sql`${reassignApprovals}`,
);
