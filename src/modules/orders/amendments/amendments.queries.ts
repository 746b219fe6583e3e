import { and, asc, desc, eq, inArray, lte, max, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { secondPersonRequests } from '#db/tables/billing/second-person.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { contracts, LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { invariant } from '#kit/invariant.ts';
import { pick } from '#kit/pick.ts';
import { readContractSnapshot, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { OPEN_AMENDMENTS, type AmendmentState } from '#modules/orders/amendment.states.ts';
import type { FieldChange } from '#modules/orders/contract-changes.ts';
import { conditionsOnOrder, type OrderFilters } from '#modules/orders/reading/order-conditions.queries.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isAmong, isBetween, type InstantSpan } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { isWrittenOnce } from '#platform/db/unique-violation.ts';
import type { AmendmentPlan } from './amendments.contract.ts';
import type { AmendmentRequest, ChangedContract } from './amendment-request.contract.ts';
import { workRows } from '#platform/db/work-rows.ts';

/** What staff asked for, the fields it changes in words, and the selection before. */
export type StoredChange = {
  request: AmendmentRequest;
  changes: FieldChange[];
  contract_before: ChangedContract;
};

type Row = typeof contractAmendments.$inferSelect;

export type AmendmentRecord = Omit<Row, 'change' | 'plan' | 'snapshot_after'> & {
  change: StoredChange;
  plan: AmendmentPlan;
  snapshot_after: ContractSnapshot;
};

const told = ({ change, plan, snapshot_after, ...row }: Row): AmendmentRecord => ({
  ...row,
  change: change as StoredChange,
  plan: plan as AmendmentPlan,
  snapshot_after: readContractSnapshot(snapshot_after),
});

export type NewAmendment = Omit<typeof contractAmendments.$inferInsert, 'id' | 'number'> & {
  change: StoredChange;
  plan: AmendmentPlan;
  snapshot_after: ContractSnapshot;
};

/** The caller has locked the order. */
export async function insertAmendment(tx: Tx, amendment: NewAmendment): Promise<AmendmentRecord> {
  const [last] = await tx
    .select({ number: max(contractAmendments.number) })
    .from(contractAmendments)
    .where(eq(contractAmendments.order_id, amendment.order_id));
  const row = { ...amendment, number: (last?.number ?? 0) + 1 };
  const [inserted] = await tx.insert(contractAmendments).values(row).returning();
  return told(inserted!);
}

export async function updateAmendment(tx: Tx, id: number, changes: Partial<Row>): Promise<AmendmentRecord> {
  const [row] = await tx
    .update(contractAmendments)
    .set(changes)
    .where(eq(contractAmendments.id, id))
    .returning();
  invariant(row, `no amendment ${id}`);
  return told(row);
}

export async function findAmendment(db: Db, id: number): Promise<AmendmentRecord | undefined> {
  const [row] = await db.select().from(contractAmendments).where(eq(contractAmendments.id, id));
  return row && told(row);
}

const isOpen = inArray(contractAmendments.state, [...OPEN_AMENDMENTS]);

export async function findOpenAmendment(db: Db, order_id: number): Promise<AmendmentRecord | undefined> {
  const [row] = await db
    .select()
    .from(contractAmendments)
    .where(and(eq(contractAmendments.order_id, order_id), isOpen));
  return row && told(row);
}

/** The newest: an open amendment is always the newest, because no other is proposed beside it (OF5.7). */
export async function findLastAmendment(db: Db, order_id: number): Promise<AmendmentRecord | undefined> {
  const [row] = await db
    .select()
    .from(contractAmendments)
    .where(eq(contractAmendments.order_id, order_id))
    .orderBy(desc(contractAmendments.number))
    .limit(1);
  return row && told(row);
}

const proposers = alias(users, 'proposers');
const parents = alias(users, 'parents');

/** A colleague was asked and has not answered. */
const isAsked = sql<boolean>`exists (select from ${secondPersonRequests}
  where ${secondPersonRequests.subject} = 'amendment:' || ${contractAmendments.id}
    and ${secondPersonRequests.outcome} is null)`;

const shownColumns = {
  amendment: contractAmendments,
  proposed_by: pick(proposers, ['first_name', 'last_name']),
  is_asked: isAsked,
};

export async function listAmendmentsOf(db: Db, order_id: number) {
  const rows = await db
    .select(shownColumns)
    .from(contractAmendments)
    .innerJoin(proposers, eq(proposers.id, contractAmendments.proposed_by_id))
    .where(eq(contractAmendments.order_id, order_id))
    .orderBy(desc(contractAmendments.number));
  return rows.map(({ amendment, ...row }) => ({ ...row, amendment: told(amendment) }));
}

export type ShownAmendment = Awaited<ReturnType<typeof listAmendmentsOf>>[number];

export type AmendmentFilters = OrderFilters & {
  states?: readonly AmendmentState[] | undefined;
  day?: InstantSpan | undefined;
};

export const listedAmendments = ({ states, day, ...ofOrder }: AmendmentFilters): Listed => ({
  table: contractAmendments,
  id: contractAmendments.id,
  where: [
    isAmong(contractAmendments.state, states),
    isBetween(contractAmendments.proposed_at, day),
    ...conditionsOnOrder(contractAmendments.order_id, ofOrder),
  ],
});

export const NEWEST_AMENDMENTS: ListedSort = { by: [contractAmendments.id], descends: true };

/** The amendments of a page, in no order. */
export async function listAmendmentDetails(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({
      id: contractAmendments.id,
      ...shownColumns,
      contract_number: contracts.contract_number,
      parent: pick(parents, ['id', 'first_name', 'last_name']),
      school: pick(programGroups, ['path', 'text']),
    })
    .from(contractAmendments)
    .innerJoin(proposers, eq(proposers.id, contractAmendments.proposed_by_id))
    .innerJoin(orders, eq(orders.id, contractAmendments.order_id))
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(parents, eq(parents.id, orders.user_id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .where(isAnyOf(contractAmendments.id, ids));
  return rows.map(({ amendment, ...row }) => ({ ...row, amendment: told(amendment) }));
}

/** Nobody has answered in time, or the order has ended. */
export async function listToEnd(db: Db, now: Date): Promise<{ id: number; order_id: number }[]> {
  return db
    .select({ id: contractAmendments.id, order_id: contractAmendments.order_id })
    .from(contractAmendments)
    .innerJoin(orders, eq(orders.id, contractAmendments.order_id))
    .where(and(isOpen, or(lte(contractAmendments.ends_at, now), sql`${orders.status} <> 'active'`)))
    .orderBy(asc(contractAmendments.id));
}

/** @returns true if the student has another live order for the route (I7) */
export async function hasLiveOrder(
  db: Db,
  { student_id, route_id }: { student_id: number; route_id: number },
): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.student_id, student_id),
        eq(orders.route_id, route_id),
        inArray(orders.status, [...LIVE_ORDERS]),
      ),
    );
  return found.length > 0;
}

/**
 * Order and contract follow the contract in force (OF5.9). The price stays as signed: the season report adds
 * the amounts of amendments (RP2.2).
 * @returns false if the student has another live order for the route, even one signed at this moment (I7)
 */
export async function followContract(
  tx: Tx,
  order_id: number,
  inForce: ContractSnapshot & { period_program_id: number },
): Promise<boolean> {
  const { route, payment_term, grade, period_program_id } = inForce;
  const isFree = await isWrittenOnce(tx, (inner) =>
    inner.update(orders).set({ route_id: route.id }).where(eq(orders.id, order_id)),
  );
  if (!isFree) return false;
  await tx
    .update(contracts)
    .set({
      period_program_id,
      grade_id: grade?.id ?? null,
      payment_term_id: payment_term.id,
      ...pick(inForce, ['pickup_north', 'pickup_cross', 'special_request']),
    })
    .where(eq(contracts.order_id, order_id));
  return true;
}

/** The last changes of active contracts, without an answer or declined. */
export const lostAmendmentWork = workRows(
  {
    subject: contractAmendments.id,
    since: sql`coalesce(${contractAmendments.answered_at}, ${contractAmendments.ends_at})`,
    order_id: contractAmendments.order_id,
    ref: contractAmendments.number,
  },
  sql`${contractAmendments} join ${orders} on ${orders.id} = ${contractAmendments.order_id}
    where ${inArray(contractAmendments.state, ['declined', 'ended'])} and ${orders.status} = 'active'
      and ${contractAmendments.number} = (select max(later.number) from ${contractAmendments} later
        where later.order_id = ${contractAmendments.order_id})`,
);
