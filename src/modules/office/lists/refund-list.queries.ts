import { eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { orderRefunds, refunds } from '#db/tables/billing/refunds.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { listed } from '#db/tables/columns.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import type { Cents } from '#kit/money.ts';
import { OPEN_REFUNDS, UNDONE_REFUNDS, type RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { ordersWith, type ListWord } from '#modules/office/search/search-parents.queries.ts';
import type { RefundListSort, RefundListState } from './refund-list.contract.ts';
import type { PlaceIds } from '#modules/orders/reading/place-ids.ts';
import { isAmong, isBetween, isIn, type InstantSpan } from '#platform/db/filter-conditions.ts';

export type RefundFilters = Pick<PlaceIds, 'group_ids'> & {
  words: readonly ListWord[];
  states?: readonly RefundListState[] | undefined;
  ways?: readonly RefundChannel[] | undefined;
  day?: InstantSpan | undefined;
  by?: readonly number[] | undefined;
};

const hasPart = (states: readonly string[]) =>
  sql`exists (select 1 from ${refunds} where ${refunds.order_refund_id} = ${orderRefunds.id}
    and ${refunds.state} in ${listed(states)})`;

const stateOf = sql<RefundListState>`case when ${hasPart(UNDONE_REFUNDS)} then 'failed'
  when ${hasPart(OPEN_REFUNDS)} then 'on_its_way' else 'done' end`;

const isAtSchool = (group_ids: readonly number[]): SQL =>
  sql`exists (select 1 from ${orders} where ${orders.id} = ${orderRefunds.order_id}
    and ${isAnyOf(orders.program_group_id, group_ids)})`;

const isBy = (ids: readonly number[]): SQL =>
  sql`(${isIn(orderRefunds.asked_by_id, ids)} or ${isIn(orderRefunds.approved_by, ids)})`;

export const listedRefunds = (filters: RefundFilters): Listed => ({
  table: orderRefunds,
  id: orderRefunds.id,
  amount: orderRefunds.amount_cents,
  where: [
    ...filters.words.map((word) => sql`${orderRefunds.order_id} = any(array(${ordersWith(word)}))`),
    isAmong(stateOf, filters.states),
    isAmong(orderRefunds.way, filters.ways),
    isBetween(orderRefunds.created_at, filters.day),
    filters.group_ids && isAtSchool(filters.group_ids),
    filters.by && isBy(filters.by),
  ],
});

export const REFUND_SORTS: Record<RefundListSort, ListedSort> = {
  newest: { by: [orderRefunds.id], descends: true },
  amount: { by: [orderRefunds.amount_cents, orderRefunds.id], descends: true },
};

const askers = alias(users, 'askers');
const approvers = alias(users, 'approvers');

/** The refunds of a page, in no order. */
export async function listRefundDetails(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: orderRefunds.id,
      order_id: orderRefunds.order_id,
      contract_number: contracts.contract_number,
      parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
      school: programGroups.text,
      created_at: orderRefunds.created_at,
      amount_cents: orderRefunds.amount_cents,
      surcharge_cents: sql<Cents>`coalesce((select sum(${refunds.surcharge_cents}) from ${refunds}
        where ${refunds.order_refund_id} = ${orderRefunds.id}), 0)::bigint`,
      way: orderRefunds.way,
      reference: orderRefunds.reference,
      state: stateOf,
      reason: orderRefunds.reason,
      asker: { first_name: askers.first_name, last_name: askers.last_name },
      approver: { first_name: approvers.first_name, last_name: approvers.last_name },
    })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.order_id))
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .innerJoin(approvers, eq(approvers.id, orderRefunds.approved_by))
    .leftJoin(askers, eq(askers.id, orderRefunds.asked_by_id))
    .where(isAnyOf(orderRefunds.id, ids));
}

/** Everybody of the staff who asked for a refund or approved one, by name. */
export async function listRefunders(db: Db) {
  const { rows } = await db.execute<{ id: number; first_name: string; last_name: string }>(sql`
    select ${users.id}, ${users.first_name}, ${users.last_name} from ${users}
    where ${users.id} = any(array(select ${orderRefunds.approved_by} from ${orderRefunds}
      union select ${orderRefunds.asked_by_id} from ${orderRefunds}))
    order by ${users.last_name}, ${users.first_name}, ${users.id}`);
  return rows;
}
