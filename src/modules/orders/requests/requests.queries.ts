import { asc, eq, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { reassignApprovals, refundRequests } from '#db/tables/orders/order-requests.ts';
import { ENDED_REQUESTS } from '#modules/orders/request.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { isAmong } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { conditionsOnOrder, type OrderFilters } from '#modules/orders/reading/order-conditions.queries.ts';
import type { ListedState, RequestKind, RequestSort } from './refund-inbox.contract.ts';
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

const isOpen = notInArray(refundRequests.status, [...ENDED_REQUESTS]);

/** Refund requests by their number, approved reassignments by theirs below zero. */
const requests = sql`(
  select ${refundRequests.id} as id, ${refundRequests.order_id} as order_id, 'refund' as kind,
    ${refundRequests.status} as state, ${refundRequests.requested_at} as requested_at from ${refundRequests}
  union all
  select - ${reassignApprovals.id}, ${reassignApprovals.order_id}, 'reassign', 'approved',
    ${reassignApprovals.requested_at} from ${reassignApprovals}) as requests`;

export type RequestFilters = OrderFilters & {
  kinds?: readonly RequestKind[] | undefined;
  states?: readonly ListedState[] | undefined;
};

export const listedRequests = ({ kinds, states, ...ofOrder }: RequestFilters): Listed => ({
  table: requests,
  id: sql`requests.id`,
  where: [
    isAmong(sql`requests.kind`, kinds),
    isAmong(sql`requests.state`, states),
    ...conditionsOnOrder(sql`requests.order_id`, ofOrder),
  ],
});

const BY = [sql`requests.requested_at`, sql`requests.id`];

export const REQUEST_SORTS: Record<RequestSort, ListedSort> = {
  oldest: { by: BY },
  newest: { by: BY, descends: true },
};

export const countOpenRequests = (db: Db): Promise<number> =>
  countRows(db, sql`select 1 from ${refundRequests} where ${isOpen}`);

/** The refund requests of a page, in no order. */
export const listRefundDetails = async (db: Db, ids: readonly number[]): Promise<InboxRecord[]> =>
  told(await requestRows(db).where(isAnyOf(refundRequests.id, ids)));

export async function findRequest(db: Db, id: number): Promise<InboxRecord | undefined> {
  return told(await requestRows(db).where(eq(refundRequests.id, id)))[0];
}

export type ApprovalRecord = Awaited<ReturnType<typeof listApprovalDetails>>[number];

/** The approved reassignments of a page, in no order. */
export async function listApprovalDetails(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({ approval: reassignApprovals, ...signed })
    .from(reassignApprovals)
    .innerJoin(orders, eq(orders.id, reassignApprovals.order_id))
    .innerJoin(contracts, eq(contracts.order_id, reassignApprovals.order_id))
    .where(isAnyOf(reassignApprovals.id, ids));
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
  sql`${refundRequests} where ${isOpen}`,
);

export const reassignmentWork = workRows(
  {
    subject: reassignApprovals.id,
    since: reassignApprovals.requested_at,
    order_id: reassignApprovals.order_id,
  },
  sql`${reassignApprovals}`,
);
