import { and, count, eq, inArray, isNull, min, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { financialAidCodes } from '#db/tables/catalog/routes.ts';
import { secondPersonRequests } from '#db/tables/billing/second-person.ts';
import { pick } from '#kit/pick.ts';
import { invariant } from '#kit/invariant.ts';
import { readContractSnapshot, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { isAmong } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { conditionsOnOrder, type OrderFilters } from '#modules/orders/reading/order-conditions.queries.ts';
import type { ClaimSort, ClaimState } from './aid-claims.contract.ts';
import { workRows } from '#platform/db/work-rows.ts';

const deciders = alias(users, 'deciders');
const askers = alias(users, 'askers');

/** An order has a single open request to a second person at most (H4). */
const isAsked = and(
  eq(secondPersonRequests.order_id, orders.id),
  inArray(secondPersonRequests.kind, ['aid_end', 'aid_confirm']),
  isNull(secondPersonRequests.outcome),
);

function selectClaims(db: Db) {
  return db
    .select({
      aid: contractFinancialAid,
      order: {
        id: orders.id,
        user_id: orders.user_id,
        route_id: orders.route_id,
        status: orders.status,
        created_at: orders.created_at,
      },
      contract_number: contracts.contract_number,
      base_contract_cost_cents: contracts.base_contract_cost_cents,
      snapshot: contracts.snapshot,
      decider: { first_name: deciders.first_name, last_name: deciders.last_name },
      code: pick(financialAidCodes, ['awarded_amount_cents', 'made_by_id']),
      request: pick(secondPersonRequests, ['kind', 'asked_by_id', 'asked_at', 'amount_cents']),
      asker: pick(askers, ['first_name', 'last_name']),
    })
    .from(contractFinancialAid)
    .innerJoin(contracts, eq(contracts.id, contractFinancialAid.contract_id))
    .innerJoin(orders, eq(orders.id, contracts.order_id))
    .leftJoin(deciders, eq(deciders.id, contractFinancialAid.decided_by_id))
    .innerJoin(financialAidCodes, eq(financialAidCodes.id, contractFinancialAid.financial_aid_code_id))
    .leftJoin(secondPersonRequests, isAsked)
    .leftJoin(askers, eq(askers.id, secondPersonRequests.asked_by_id));
}

type Row = Awaited<ReturnType<typeof selectClaims>>[number];
export type AidClaimRecord = Omit<Row, 'snapshot'> & { snapshot: ContractSnapshot };

const told = (rows: Row[]): AidClaimRecord[] =>
  rows.map((row) => ({ ...row, snapshot: readContractSnapshot(row.snapshot) }));

const isOpen = and(
  eq(contractFinancialAid.to_confirm, true),
  isNull(contractFinancialAid.outcome),
  inArray(orders.status, ['awaiting_aid', 'active']),
);

const { id } = contractFinancialAid;

/** Open if the aid is to be confirmed and the order is alive. */
const isClaim = sql`(${contractFinancialAid.outcome} is not null or exists (select 1 from ${contracts}
  join ${orders} on ${orders.id} = ${contracts.order_id}
  where ${contracts.id} = ${contractFinancialAid.contract_id} and ${isOpen}))`;

export type ClaimFilters = OrderFilters & { states?: readonly ClaimState[] | undefined };

export const listedClaims = ({ states, ...ofOrder }: ClaimFilters): Listed => ({
  table: contractFinancialAid,
  id,
  where: [
    isClaim,
    isAmong(sql`coalesce(${contractFinancialAid.outcome}, 'to_confirm')`, states),
    ...conditionsOnOrder(
      sql`(select ${contracts.order_id} from ${contracts}
        where ${contracts.id} = ${contractFinancialAid.contract_id})`,
      ofOrder,
    ),
  ],
});

export const CLAIM_SORTS: Record<ClaimSort, ListedSort> = {
  oldest: { by: [id] },
  newest: { by: [id], descends: true },
};

/** The claims of a page, in no order. */
export async function listClaimDetails(db: Db, ids: readonly number[]) {
  const claims = told(await selectClaims(db).where(isAnyOf(id, ids)));
  return claims.map((claim) => ({ ...claim, id: claim.aid.id }));
}

export async function countOpenClaims(db: Db): Promise<{ claims: number; oldest_at: Date | null }> {
  const [row] = await db
    .select({ claims: count(), oldest_at: min(orders.created_at) })
    .from(contractFinancialAid)
    .innerJoin(contracts, eq(contracts.id, contractFinancialAid.contract_id))
    .innerJoin(orders, eq(orders.id, contracts.order_id))
    .where(isOpen);
  return row!;
}

/** @returns undefined if the aid was awarded, or without aid */
export async function findClaim(db: Db, order_id: number): Promise<AidClaimRecord | undefined> {
  const isOfOrder = and(eq(orders.id, order_id), eq(contractFinancialAid.to_confirm, true));
  return told(await selectClaims(db).where(isOfOrder))[0];
}

export type AidRow = typeof contractFinancialAid.$inferSelect;

/** The caller holds the lock of the order. */
export async function lockAid(tx: Tx, aid_id: number): Promise<AidRow> {
  const [row] = await tx.select().from(contractFinancialAid).where(eq(id, aid_id)).for('update');
  invariant(row, `no financial aid ${aid_id}`);
  return row;
}

type Decision = Pick<AidRow, 'outcome' | 'decided_by_id' | 'decided_at'> &
  Partial<Pick<AidRow, 'consequence' | 'reason'>>;

export async function decideAid(tx: Tx, aid_id: number, decision: Decision): Promise<void> {
  await tx.update(contractFinancialAid).set(decision).where(eq(id, aid_id));
}

export const aidClaimWork = workRows(
  { subject: contractFinancialAid.id, since: orders.created_at, order_id: orders.id },
  sql`${contractFinancialAid} join ${contracts} on ${contracts.id} = ${contractFinancialAid.contract_id}
    join ${orders} on ${orders.id} = ${contracts.order_id} where ${isOpen}`,
);
