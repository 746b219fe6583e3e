import { eq, sql, type SQL } from 'drizzle-orm';
import { options, users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { transactions } from '#db/tables/billing/ledger.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import type { AmountSpan, DaySpan } from '#kit/list/filter-grammar.ts';
import type { Cents } from '#kit/money.ts';
import { UNANSWERED, UNPAID, type PaymentState } from '#modules/billing/payment.states.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { ordersWith, type ListWord } from '#modules/office/search/search-parents.queries.ts';
import type { PAID_BY, PAYMENT_PURPOSES, PaymentListSort } from './payment-list.contract.ts';
import { isAt, isOfOrder } from '#modules/office/lists/place-conditions.queries.ts';
import type { PlaceIds } from '#modules/orders/reading/place-ids.ts';
import { begins, isAmong, isBetween, isSet, type InstantSpan } from '#platform/db/filter-conditions.ts';

type Purpose = (typeof PAYMENT_PURPOSES)[number];
type PaidBy = (typeof PAID_BY)[number];

export type PaymentFilters = PlaceIds & {
  words: readonly ListWord[];
  states?: readonly PaymentState[] | undefined;
  due_on?: DaySpan | undefined;
  paid_on?: InstantSpan | undefined;
  purposes?: readonly Purpose[] | undefined;
  paid_by?: readonly PaidBy[] | undefined;
  amount?: AmountSpan | undefined;
  reference?: string | undefined;
  tried?: boolean | undefined;
};

const purposeOf = sql<Purpose>`case when ${payments.is_surplus} then 'surplus'
  when ${payments.congestion_fee_id} is not null then 'fee'
  when ${payments.financial_aid_id} is not null then 'aid_difference' else 'price' end`;

const TYPES: Record<PaidBy, string> = {
  card: 'paymentTypeCreditCard',
  bank: 'paymentTypeAch',
  check: 'paymentTypeCheck',
  cash: 'paymentTypeCash',
};

const isPaidBy = (ways: readonly PaidBy[]) =>
  sql`(${payments.paid_at} is not null and exists (select 1 from ${transactions}
    where ${transactions.order_id} = ${payments.order_id} and ${transactions.payment_id} = ${payments.id}
      and ${transactions.is_success} and not ${transactions.is_credit}
      and ${transactions.payment_type_id} in (select ${options.id} from ${options}
        where ${isAmong(
          options.key,
          ways.map((way) => TYPES[way]),
        )})))`;

const OPEN: readonly PaymentState[] = [...UNPAID, ...UNANSWERED];

/** The states, and for open ones what their index says of them. */
function isOfState(states: PaymentFilters['states']): SQL | undefined {
  if (!states) return undefined;
  const isOne = isAmong(payments.status, states)!;
  if (!states.every((state) => OPEN.includes(state))) return isOne;
  return sql`(${isOne} and ${payments.paid_at} is null and ${payments.status} <> 'cancelled')`;
}

export const listedPayments = (filters: PaymentFilters): Listed => ({
  table: payments,
  id: payments.id,
  amount: payments.amount_cents,
  where: [
    ...filters.words.map((word) => sql`${payments.order_id} = any(array(${ordersWith(word)}))`),
    isOfState(filters.states),
    isBetween(payments.pay_on, filters.due_on),
    isBetween(payments.paid_at, filters.paid_on),
    isOfOrder(payments.order_id, isAt(filters)),
    isAmong(purposeOf, filters.purposes),
    filters.paid_by && isPaidBy(filters.paid_by),
    isBetween(payments.amount_cents, filters.amount),
    begins(payments.reference, filters.reference),
    isSet(sql`${payments.attempts} > 0`, filters.tried),
  ],
});

export const PAYMENT_SORTS: Record<PaymentListSort, ListedSort> = {
  due_on: { by: [payments.pay_on, payments.id] },
  amount: { by: [payments.amount_cents, payments.id], descends: true },
  paid: { by: [sql`coalesce(${payments.paid_at}, '-infinity')`, payments.id], descends: true },
  state: { by: [payments.status, payments.id] },
};

const surchargeOf = sql<Cents>`coalesce((select sum(${chargeAttempts.surcharge_cents}) from ${chargeAttempts}
  where ${chargeAttempts.payment_id} = ${payments.id}
    and ${chargeAttempts.state} in ('processing', 'succeeded')), 0)::bigint`;

/** The payments of a page, in no order. */
export async function listPaymentDetails(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: payments.id,
      order_id: payments.order_id,
      contract_number: contracts.contract_number,
      parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
      student: { id: students.id, first_name: students.first_name, last_name: students.last_name },
      route_id: orders.route_id,
      payment_number: payments.payment_number,
      payments_count: sql<number>`(select count(*)::int from ${payments} as sibling
        where sibling.order_id = ${orders.id})`,
      purpose: purposeOf,
      pay_on: payments.pay_on,
      amount_cents: payments.amount_cents,
      status: payments.status,
      notified_method: payments.notified_method,
      tries: payments.attempts,
      paid_at: payments.paid_at,
      settled_at: payments.settled_at,
      surcharge_cents: surchargeOf,
      refunded_cents: payments.refunded_cents,
      reference: payments.reference,
      version: payments.version,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(students, eq(students.id, orders.student_id))
    .where(isAnyOf(payments.id, ids));
}
