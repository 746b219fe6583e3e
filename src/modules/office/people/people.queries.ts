import { and, eq, isNull, max, sql, type SQL } from 'drizzle-orm';
import { options, sessions, userRoles, users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { listed } from '#db/tables/columns.ts';
import { isOwing, LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { waitingList } from '#db/tables/seats.ts';
import { students } from '#db/tables/students.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { STAFF_ROLES } from '#modules/accounts/rights.ts';
import { isAnyFoundBy, isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import type { SearchWord } from '#platform/vault/phone-marks.ts';
import type { ParentRow, ParentSort } from '#modules/office/people/people.contract.ts';
import { isAt } from '#modules/office/lists/place-conditions.queries.ts';
import type { PlaceIds } from '#modules/orders/reading/place-ids.ts';
import { isBetween, isSet, type InstantSpan } from '#platform/db/filter-conditions.ts';
import { usersWithWords } from '#modules/office/search/search-parents.queries.ts';

const staffKeys = sql.join(
  STAFF_ROLES.map((key) => sql`${key}`),
  sql`, `,
);

/** A user without a role of staff is a parent. */
export const isParent = sql`not exists (
  select 1 from ${userRoles} join ${options} on ${options.id} = ${userRoles.role_type_id}
  where ${userRoles.user_id} = ${users.id} and ${options.key} in (${staffKeys}))`;

const isOpen = sql`${payments.paid_at} is null and ${payments.status} <> 'cancelled'`;

/** An unpaid payment of an active order (M2). */
export const isUnpaid = sql`${orders.status} = 'active' and ${isOpen}`;

/** What a parent still owes, and when the next of it is due. */
const dueOf = (isOfUser: SQL, today: PlainDate) => sql`(
  select ${orders.user_id} as user_id, sum(${payments.amount_cents})::bigint as due_cents,
    min(${payments.pay_on}) as next_payment_on,
    coalesce(sum(${payments.amount_cents}) filter (where ${payments.pay_on} < ${today}), 0)::bigint
      as past_due_cents
  from ${payments} join ${orders} on ${orders.id} = ${payments.order_id}
  where ${isUnpaid} and ${isOfUser} group by ${orders.user_id})`;

const owesSomething = sql`exists (select from ${orders}
  where ${orders.user_id} = ${users.id} and ${isOwing(orders)})`;

/**
 * The users with an unpaid payment of a day that has passed. Whether its order is active is asked for each
 * of them (`offset 0`), as for the day's numbers.
 */
const lateUsers = (today: PlainDate) => sql`(select of_order.user_id from ${payments}
  cross join lateral (select ${orders.user_id} from ${orders}
    where ${orders.id} = ${payments.order_id} and ${orders.status} = 'active' offset 0) as of_order
  where ${isOpen} and ${payments.pay_on} < ${today})`;

const isLate = (today: PlainDate) => isAnyFoundBy(users.id, lateUsers(today));

const isLogin = (from: SQL) => sql`${from}.user_id = ${users.id} and ${from}.impersonator_id is null`;

const isLastLogin = sql`not exists (select from ${sessions} as later where ${isLogin(sql`later`)}
  and (later.created_at, later.id) > (logins.created_at, logins.id))`;

export const parentSort = (sort: ParentSort, today: PlainDate): ListedSort => SORTS[sort](today);

const SORTS: Record<ParentSort, (today: PlainDate) => ListedSort> = {
  name: () => ({
    by: [sql`plain_letters(${users.last_name})`, sql`plain_letters(${users.first_name})`, users.id],
  }),
  newest: () => ({ by: [users.id], descends: true }),
  due: (today) => [
    {
      alike: [],
      where: isLate(today),
      by: [sql`due.past_due_cents`, sql`due.due_cents`, users.id],
      joins: sql`cross join lateral ${dueOf(sql`${orders.user_id} = ${users.id}`, today)} as due`,
      descends: true,
    },
    {
      alike: [0],
      where: sql`${users.id} not in ${lateUsers(today)}`,
      by: [sql`due.due_cents`, users.id],
      joins: sql`join (select ${orders.user_id} as user_id, sum(${orders.owed_cents})::bigint as due_cents
        from ${orders} where ${isOwing(orders)} group by ${orders.user_id}) as due
        on due.user_id = ${users.id}`,
      descends: true,
    },
    { alike: [0, 0], where: sql`not ${owesSomething}`, by: [users.id], descends: true },
  ],
  last_login: () => [
    {
      alike: [],
      where: isLastLogin,
      by: [sql`logins.created_at`, sql`logins.user_id`],
      joins: sql`join ${sessions} as logins on ${isLogin(sql`logins`)}`,
      descends: true,
    },
    {
      alike: ['never'],
      where: sql`not exists (select from ${sessions} as logins where ${isLogin(sql`logins`)})`,
      by: [users.id],
      descends: true,
    },
  ],
};

export type ParentFilters = PlaceIds & {
  words: readonly SearchWord[];
  today: PlainDate;
  contract?: boolean | undefined;
  verified?: boolean | undefined;
  owes?: boolean | undefined;
  past_due?: boolean | undefined;
  method?: boolean | undefined;
  created?: InstantSpan | undefined;
  last_4?: string | undefined;
};

const isLiveOfUser = and(eq(orders.user_id, users.id), sql`${orders.status} in ${listed(LIVE_ORDERS)}`);

const hasContract = (places: PlaceIds) =>
  sql`exists (select 1 from ${orders} where ${and(isLiveOfUser, isAt(places))})`;

const hasMethod = sql`exists (select 1 from ${paymentMethods}
  where ${paymentMethods.user_id} = ${users.id} and ${paymentMethods.is_active}
    and ${paymentMethods.kept_at} is not null)`;

const ownersOf = (last_4: string) => sql`(select ${paymentMethods.user_id} from ${paymentMethods}
  where ${paymentMethods.last_4} = ${last_4} and ${paymentMethods.kept_at} is not null)`;

export function listedParents({ words, today, ...filters }: ParentFilters): Listed {
  const { contract, verified, owes, past_due, method, created, last_4, ...places } = filters;
  const isOfContract = contract !== undefined || isAt(places) !== undefined;
  return {
    table: users,
    id: users.id,
    where: [
      isParent,
      words.length > 0
        ? isAnyFoundBy(users.id, usersWithWords(words, sql`${users.id}`, isParent))
        : undefined,
      isOfContract ? isSet(hasContract(places), contract ?? true) : undefined,
      isSet(sql`(${users.email_verified_at} is not null)`, verified),
      isSet(owesSomething, owes),
      isSet(isLate(today), past_due),
      isSet(hasMethod, method),
      isBetween(users.created_at, created),
      last_4 === undefined ? undefined : isAnyFoundBy(users.id, ownersOf(last_4)),
    ],
  };
}

/** The parents of a page, in no order. */
export function listParentDetails(db: Db, ids: readonly number[]) {
  const logins = db
    .select({ last_at: max(sessions.created_at).as('last_at') })
    .from(sessions)
    .where(and(eq(sessions.user_id, users.id), isNull(sessions.impersonator_id)))
    .as('logins');
  return db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      phone_home: users.phone_home,
      phone_mobile: users.phone_mobile,
      email_verified_at: users.email_verified_at,
      created_at: users.created_at,
      last_login_at: logins.last_at,
      students_count: sql<number>`(select count(*)::int from ${students}
        where ${students.user_id} = ${users.id} and ${students.deleted_at} is null)`,
      orders_count: sql<number>`(select count(*)::int from ${orders}
        where ${orders.user_id} = ${users.id} and ${orders.status} = 'active')`,
      waiting_count: sql<number>`(select count(*)::int from ${waitingList}
        where ${waitingList.user_id} = ${users.id} and ${waitingList.closed_at} is null)`,
    })
    .from(users)
    .leftJoinLateral(logins, sql`true`)
    .where(isAnyOf(users.id, ids));
}
export type ParentDetail = Awaited<ReturnType<typeof listParentDetails>>[number];

type Due = Pick<ParentRow, 'due_cents' | 'past_due_cents' | 'next_payment_on'>;

export async function listDueOf(db: Db, ids: readonly number[], today: PlainDate) {
  const { rows } = await db.execute<Due & { user_id: number }>(
    sql`select * from ${dueOf(isAnyOf(orders.user_id, ids), today)} as due`,
  );
  return rows;
}

export async function listStudentIds(db: Db, user_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.user_id, user_id), isNull(students.deleted_at)))
    .orderBy(students.id);
  return rows.map(({ id }) => id);
}

/** The parent of a student. */
export async function findParentOf(db: Db, student_id: number) {
  const [row] = await db
    .select({ id: users.id, first_name: users.first_name, last_name: users.last_name })
    .from(students)
    .innerJoin(users, eq(users.id, students.user_id))
    .where(and(eq(students.id, student_id), isNull(students.deleted_at)));
  return row;
}

/** How many parents there are, without asking each user for a role of staff. */
const countParents = sql`(select count(*)::int from ${users}) -
  (select count(distinct ${userRoles.user_id})::int from ${userRoles}
    join ${options} on ${options.id} = ${userRoles.role_type_id} where ${options.key} in (${staffKeys}))`;

type CountedFamilies = { parents: number; students: number };

/** How many parents and students there are at this moment, counted from an index alone. */
export async function countFamilies(db: Db): Promise<CountedFamilies> {
  const { rows } = await db.execute<CountedFamilies>(sql`select ${countParents} as parents,
    (select count(*)::int from ${students} where ${students.deleted_at} is null) as students`);
  return rows[0]!;
}

type CountedContracts = {
  active_contracts: number;
  due_today: number;
  due_today_cents: Cents;
  past_due: number;
  past_due_cents: Cents;
};

/**
 * How many contracts are active at this moment and what of them is due, counted from an index alone. Whether
 * the order of a due payment is active is asked for each of them (`offset 0`): they are few, and every order
 * would be read else.
 */
export async function countContracts(db: Db, today: PlainDate): Promise<CountedContracts> {
  const due = (name: SQL, isDue: SQL) => sql`(count(*) filter (where ${isDue}))::int as ${name},
    coalesce(sum(${payments.amount_cents}) filter (where ${isDue}), 0)::bigint as ${name}_cents`;
  const { rows } = await db.execute<CountedContracts>(sql`select
    (select count(*)::int from ${orders} where ${orders.status} = 'active') as active_contracts, due.*
    from (select ${due(sql`due_today`, sql`${payments.pay_on} = ${today}`)},
        ${due(sql`past_due`, sql`${payments.pay_on} < ${today}`)}
      from ${payments} cross join lateral (select 1 from ${orders}
        where ${orders.id} = ${payments.order_id} and ${orders.status} = 'active' offset 0) as of_order
      where ${isOpen} and ${payments.pay_on} <= ${today}) as due`);
  return rows[0]!;
}
