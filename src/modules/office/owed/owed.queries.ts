import { and, count, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import type { DaySpan } from '#kit/list/filter-grammar.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { STUCK, UNANSWERED, type PaymentState } from '#modules/billing/payment.states.ts';
import { ordersWith, type ListWord } from '#modules/office/search/search-parents.queries.ts';
import { isAt, isOfOrder } from '#modules/office/lists/place-conditions.queries.ts';
import type { PlaceIds } from '#modules/orders/reading/place-ids.ts';
import { isAmong, isBetween, isSet } from '#platform/db/filter-conditions.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import type { OwedSort } from './owed.contract.ts';
import { workRows } from '#platform/db/work-rows.ts';

/** An order that has ended owes nothing (MC4). */
const isActive = eq(orders.status, 'active');

/** What failed, or should have come in before today. */
const isOpen = (today: PlainDate) =>
  and(
    isNull(payments.paid_at),
    or(
      inArray(payments.status, [...STUCK]),
      and(inArray(payments.status, [...UNANSWERED]), lt(payments.pay_on, today)),
    ),
  );

/** Of payments with their orders. */
export const isOwed = (today: PlainDate) => and(isOpen(today), isActive);

/** The last try of each payment. */
const lastAttemptOf = sql<{ state: string; code: string | null } | null>`(
  select json_build_object('state', ${chargeAttempts.state}, 'code', ${chargeAttempts.code})
  from ${chargeAttempts}
  where ${chargeAttempts.payment_id} = ${payments.id} order by ${chargeAttempts.attempt_no} desc limit 1)`;

/** What each sort goes by, the least first; payments that are alike in it follow each other by id. */
export const OWED_SORTS: Record<OwedSort, ListedSort> = {
  since: { by: [sql`${payments.pay_on}::text`, payments.id] },
  amount: { by: [sql`-${payments.amount_cents}`, payments.id] },
  next: { by: [sql`coalesce(${payments.next_try_on}::text, '')`, payments.id] },
  parent: {
    by: [sql`plain_letters(trim(${users.first_name} || ' ' || ${users.last_name}))`, payments.id],
    joins: sql`join ${orders} on ${orders.id} = ${payments.order_id}
      join ${users} on ${users.id} = ${orders.user_id}`,
  },
};

export type OwedFilters = PlaceIds & {
  words: readonly ListWord[];
  today: PlainDate;
  owed_since?: DaySpan | undefined;
  past_due?: boolean | undefined;
  states?: readonly PaymentState[] | undefined;
};

const isStuck = sql`(${inArray(payments.status, [...STUCK])} and ${payments.next_try_on} is null)`;

export const listedOwed = ({
  words,
  today,
  owed_since,
  past_due,
  states,
  ...places
}: OwedFilters): Listed => ({
  table: payments,
  id: payments.id,
  amount: payments.amount_cents,
  where: [
    isOpen(today),
    isOfOrder(payments.order_id, and(isActive, isAt(places))),
    ...words.map((word) => sql`${payments.order_id} = any(array(${ordersWith(word)}))`),
    isBetween(payments.pay_on, owed_since),
    isSet(isStuck, past_due),
    isAmong(payments.status, states),
  ],
});

const owedColumns = {
  id: payments.id,
  route_id: orders.route_id,
  notified_method: payments.notified_method,
  payment: {
    id: payments.id,
    number: payments.payment_number,
    amount_cents: payments.amount_cents,
    pay_on: payments.pay_on,
    status: payments.status,
    next_try_on: payments.next_try_on,
  },
  lastAttemptOf,
  order: { id: orders.id, status: orders.status },
  contract_number: contracts.contract_number,
  school: { path: programGroups.path, text: programGroups.text },
  parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
  student: {
    id: students.id,
    guardian_1_first_name: students.guardian_1_first_name,
    guardian_1_last_name: students.guardian_1_last_name,
    guardian_1_phone_mobile: students.guardian_1_phone_mobile,
    guardian_1_email: students.guardian_1_email,
    guardian_2_first_name: students.guardian_2_first_name,
    guardian_2_last_name: students.guardian_2_last_name,
    guardian_2_phone_mobile: students.guardian_2_phone_mobile,
    guardian_2_email: students.guardian_2_email,
  },
};

/** The payments of a page, in no order. */
export const listOwedDetails = (db: Db, ids: readonly number[]) =>
  db
    .select(owedColumns)
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(students, eq(students.id, orders.student_id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .where(isAnyOf(payments.id, ids));

export type OwedRecord = Awaited<ReturnType<typeof listOwedDetails>>[number];

export async function countOwed(db: Db, today: PlainDate): Promise<number> {
  const [row] = await db
    .select({ payments: count() })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(isOwed(today));
  return row!.payments;
}

const lastAttempt = sql`(select max(${chargeAttempts.created_at}) from ${chargeAttempts}
  where ${chargeAttempts.payment_id} = ${payments.id})`;

/** Payments that failed for good, since the last try; the first day on which they were owed without a try. */
export const failedPaymentWork = (today: PlainDate): SQL =>
  workRows(
    {
      subject: payments.id,
      // Noon in UTC is on the same day in the company's time.
      since: sql`coalesce(${lastAttempt}, ${payments.pay_on} + interval '12 hours')`,
      order_id: payments.order_id,
      ref: payments.payment_number,
    },
    sql`${payments} join ${orders} on ${orders.id} = ${payments.order_id}
      where ${isOwed(today)} and ${isStuck}`,
  );
