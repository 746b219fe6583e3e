import { and, asc, count, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { STUCK, UNANSWERED } from '#modules/billing/payment.states.ts';
import type { Db } from '#platform/db/database.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { pageOfRows } from '#platform/db/page-of-rows.ts';
import type { OwedSort } from './owed.contract.ts';

/** What failed, or should have come in before today; an order that has ended owes nothing (MC4). */
export const isOwed = (today: PlainDate) =>
  and(
    isNull(payments.paid_at),
    eq(orders.status, 'active'),
    or(
      inArray(payments.status, [...STUCK]),
      and(inArray(payments.status, [...UNANSWERED]), lt(payments.pay_on, today)),
    ),
  );

/** The last try of each payment. */
const lastAttemptOf = sql<{ state: string; code: string | null } | null>`(
  select json_build_object('state', ${chargeAttempts.state}, 'code', ${chargeAttempts.code})
  from ${chargeAttempts}
  where ${chargeAttempts.payment_id} = ${payments.id} order by ${chargeAttempts.attempt_no} desc limit 1)`;

/** What each sort goes by, the least first; payments that are alike in it follow each other by id. */
const SORT_KEYS: Record<OwedSort, SQL<string | number>> = {
  since: sql`${payments.pay_on}::text`,
  amount: sql`-${payments.amount_cents}`,
  next: sql`coalesce(${payments.next_try_on}::text, '')`,
  parent: sql`(select plain_letters(trim(${users.first_name} || ' ' || ${users.last_name}))
    from ${users} where ${users.id} = ${orders.user_id})`,
};
type OwedPlace = Place<OwedSort> & {
  today: PlainDate;
  /** its path; of all while it is blank */
  school: string;
};

const placedBy = (page: OwedPlace) => pageOfRows({ by: [SORT_KEYS[page.sort], payments.id] }, page);

/** The payments of a page, found before anything else is read of them. */
function paymentsOfPage(db: Db, page: OwedPlace) {
  const { keys, isBehind, orderBy, limit } = placedBy(page);
  const { today, school } = page;
  const isOfSchool = sql`${orders.program_group_id} = (select ${programGroups.id} from ${programGroups}
    where ${programGroups.path} = ${school})`;
  return db
    .select({ id: payments.id, keys: keys.as('keys') })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(isOwed(today), school === '' ? undefined : isOfSchool, isBehind))
    .orderBy(...orderBy)
    .limit(limit)
    .as('page');
}

const owedColumns = {
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

export async function listOwedRows(db: Db, page: OwedPlace) {
  const found = paymentsOfPage(db, page);
  return db
    .select({ keys: found.keys, ...owedColumns })
    .from(found)
    .innerJoin(payments, eq(payments.id, found.id))
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(students, eq(students.id, orders.student_id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .orderBy(...placedBy(page).orderBy);
}

export type OwedRecord = Awaited<ReturnType<typeof listOwedRows>>[number];

export async function countOwed(db: Db, today: PlainDate): Promise<number> {
  const [row] = await db
    .select({ payments: count() })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(isOwed(today));
  return row!.payments;
}

/** Every school by its name, with how many payments of it are owed and their sum. */
export async function sumOwedBySchool(db: Db, today: PlainDate) {
  const owed = db
    .select({
      program_group_id: orders.program_group_id,
      payments: sql<number>`count(*)::int`.as('owed_payments'),
      cents: sql<Cents>`sum(${payments.amount_cents})::bigint`.as('owed_cents'),
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(isOwed(today))
    .groupBy(orders.program_group_id)
    .as('owed');
  return db
    .select({
      path: programGroups.path,
      text: programGroups.text,
      payments: owed.payments,
      cents: owed.cents,
    })
    .from(programGroups)
    .leftJoin(owed, eq(owed.program_group_id, programGroups.id))
    .orderBy(sql`lower(${programGroups.text})`, asc(programGroups.id));
}
