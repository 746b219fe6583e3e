import { and, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import { options, users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import {
  contractDiscounts,
  contracts,
  hasSpecialRequest,
  isOwing,
  orders,
} from '#db/tables/orders/orders.ts';
import { paymentTerms, routes } from '#db/tables/catalog/routes.ts';
import { students } from '#db/tables/students.ts';
import type { AmountSpan } from '#kit/list/filter-grammar.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { OrderStatus } from '#modules/orders/order.states.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { ordersWith, type ListWord } from '#modules/office/search/search-parents.queries.ts';
import type { OrderListSort } from './order-list.contract.ts';
import { PAID_BY_KEYS, type SignedBy } from '#modules/orders/reading/signed-by.ts';
import type { PlaceIds } from '#modules/orders/reading/place-ids.ts';
import {
  isAmong,
  isAnyState,
  isBetween,
  isIn,
  isSet,
  type InstantSpan,
} from '#platform/db/filter-conditions.ts';

export type OrderFilters = PlaceIds & {
  words: readonly ListWord[];
  states?: readonly OrderStatus[] | undefined;
  terms?: readonly ('full' | 'scheduled')[] | undefined;
  /** names */
  plans?: readonly string[] | undefined;
  signed?: InstantSpan | undefined;
  in_force?: InstantSpan | undefined;
  ended?: InstantSpan | undefined;
  paid_by?: readonly SignedBy[] | undefined;
  aid?: boolean | undefined;
  discount?: boolean | undefined;
  special_request?: boolean | undefined;
  amended?: boolean | undefined;
  placed_by_staff?: boolean | undefined;
  accepted?: boolean | undefined;
  due?: AmountSpan | undefined;
};

const TERM_KEYS = { full: 'paymentTermTypeFull', scheduled: 'paymentTermTypeScheduled' };

/** A question about the contract of an order. */
const ofContract = (isSuch: SQL) =>
  sql`exists (select 1 from ${contracts} where ${contracts.order_id} = ${orders.id} and ${isSuch})`;

const isOfTerm = (terms: readonly ('full' | 'scheduled')[]) =>
  ofContract(sql`${contracts.payment_term_id} in (select ${paymentTerms.id} from ${paymentTerms}
    join ${options} on ${options.id} = ${paymentTerms.payment_term_type_id}
    where ${inArray(
      options.key,
      terms.map((term) => TERM_KEYS[term]),
    )})`);

const isOfPlan = (names: readonly string[]) =>
  ofContract(sql`${contracts.payment_term_id} in (select ${paymentTerms.id} from ${paymentTerms}
    where ${inArray(paymentTerms.name, [...names])})`);

const paidBy = sql`${orders.price_snapshot} ->> 'paid_by'`;

/** A credit card has a key of its own for each limit of the card fee. */
const SIGNED_BY: Record<SignedBy, SQL> = {
  credit: not(inArray(paidBy, Object.values(PAID_BY_KEYS))),
  debit: eq(paidBy, PAID_BY_KEYS.debit),
  bank: eq(paidBy, PAID_BY_KEYS.bank),
  check: eq(paidBy, PAID_BY_KEYS.check),
  cash: eq(paidBy, PAID_BY_KEYS.cash),
  none: eq(paidBy, PAID_BY_KEYS.none),
};

const hasAddon = (ids: readonly number[]) =>
  ofContract(sql`exists (select 1 from jsonb_array_elements(${contracts.snapshot} -> 'addons') as addon
    where (addon ->> 'id')::bigint = any(${sql.param(ids)}::bigint[]))`);

const hasAid = ofContract(sql`exists (select 1 from ${contractFinancialAid}
  where ${contractFinancialAid.contract_id} = ${contracts.id})`);

const hasDiscount = ofContract(sql`exists (select 1 from ${contractDiscounts}
  where ${contractDiscounts.contract_id} = ${contracts.id})`);

const accepts = (isSuch: SQL) =>
  sql`exists (select 1 from ${acceptances} where ${acceptances.order_id} = ${orders.id} and ${isSuch})`;

const isPlacedByStaff = accepts(sql`${acceptances.placed_by_id} is not null`);

const applied = sql`from ${contractAmendments} where ${contractAmendments.order_id} = ${orders.id}
  and ${contractAmendments.state} = 'applied'`;

/** By the family itself (H10). */
const isAccepted = accepts(sql`${acceptances.placed_by_id} is null`);

const isUnpaid = sql`${payments.paid_at} is null and ${payments.status} <> 'cancelled'`;

export const listedOrders = (filters: OrderFilters): Listed => ({
  table: orders,
  id: orders.id,
  where: [
    ...filters.words.map((word) => sql`${orders.id} = any(array(${ordersWith(word)}))`),
    isIn(orders.period_id, filters.period_ids),
    isIn(orders.program_group_id, filters.group_ids),
    isIn(orders.route_id, filters.route_ids),
    filters.grade_ids && ofContract(isAnyOf(contracts.grade_id, filters.grade_ids)),
    filters.addon_ids && hasAddon(filters.addon_ids),
    isAmong(orders.status, filters.states),
    filters.terms && isOfTerm(filters.terms),
    filters.plans && isOfPlan(filters.plans),
    isBetween(orders.created_at, filters.signed),
    isBetween(orders.activated_at, filters.in_force),
    filters.ended && and(eq(orders.status, 'cancelled'), isBetween(orders.ended_at, filters.ended)),
    isAnyState(filters.paid_by, SIGNED_BY),
    isSet(hasAid, filters.aid),
    isSet(hasDiscount, filters.discount),
    isSet(ofContract(hasSpecialRequest(contracts)), filters.special_request),
    isSet(sql`exists (select 1 ${applied})`, filters.amended),
    isSet(isPlacedByStaff, filters.placed_by_staff),
    isSet(isAccepted, filters.accepted),
    isBetween(orders.owed_cents, filters.due),
  ],
});

export const ORDER_SORTS: Record<OrderListSort, ListedSort> = {
  newest: { by: [orders.id], descends: true },
  number: {
    by: [sql`coalesce(${contracts.contract_number}, '')`, orders.id],
    joins: sql`join ${contracts} on ${contracts.order_id} = ${orders.id}`,
  },
  student: {
    by: [
      sql`plain_letters(${students.last_name})`,
      sql`plain_letters(${students.first_name})`,
      students.id,
      orders.id,
    ],
    leading: 3,
    joins: sql`join ${students} on ${students.id} = ${orders.student_id}`,
  },
  line: {
    by: [sql`lower(${routes.name})`, routes.id, orders.id],
    leading: 2,
    joins: sql`join ${routes} on ${routes.id} = ${orders.route_id}`,
  },
  due: [
    { alike: [], where: isOwing(orders), by: [orders.owed_cents, orders.id], descends: true },
    { alike: [0], where: not(isOwing(orders)), by: [orders.id], descends: true },
  ],
};

const addonsOf = sql<string | null>`(select string_agg(addon ->> 'text', ', ')
  from jsonb_array_elements(${contracts.snapshot} -> 'addons') as addon)`;

/** The orders of a page, in no order. */
export async function listOrderDetails(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: orders.id,
      contract_number: contracts.contract_number,
      student: { id: students.id, first_name: students.first_name, last_name: students.last_name },
      parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
      route_id: orders.route_id,
      grade_id: contracts.grade_id,
      payment_term_id: contracts.payment_term_id,
      created_at: orders.created_at,
      status: orders.status,
      due_cents: orders.owed_cents,
      addons: addonsOf,
      special_request: contracts.special_request,
      pickup_north: contracts.pickup_north,
      pickup_cross: contracts.pickup_cross,
      placed_by_staff: sql<boolean>`${isPlacedByStaff}`,
      amendments: sql<number>`(select count(*)::int ${applied})`,
      discount_cents: sql<Cents | null>`${contractDiscounts.amount_cents}`,
      aid_cents: sql<Cents | null>`${contractFinancialAid.amount_cents}`,
    })
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(students, eq(students.id, orders.student_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(contractDiscounts, eq(contractDiscounts.contract_id, contracts.id))
    .leftJoin(contractFinancialAid, eq(contractFinancialAid.contract_id, contracts.id))
    .where(and(isAnyOf(orders.id, ids)));
}
export type OrderDetail = Awaited<ReturnType<typeof listOrderDetails>>[number];

type OrderSums = {
  order_id: number;
  total_cents: Cents;
  next_payment_on: PlainDate | null;
  next_method: string | null;
};

export async function sumPaymentsOf(db: Db, ids: readonly number[]): Promise<OrderSums[]> {
  const { rows } = await db.execute<OrderSums>(sql`
    select ${payments.order_id} as order_id,
      coalesce(sum(${payments.amount_cents}) filter (where ${payments.status} <> 'cancelled'
        and not ${payments.is_surplus}), 0)::bigint as total_cents,
      min(${payments.pay_on}) filter (where ${isUnpaid}) as next_payment_on,
      (array_agg(${payments.notified_method} order by ${payments.pay_on}, ${payments.payment_number})
        filter (where ${isUnpaid}))[1] as next_method
    from ${payments} where ${isAnyOf(payments.order_id, ids)} group by ${payments.order_id}`);
  return rows;
}
