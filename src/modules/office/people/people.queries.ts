import { and, eq, sql, type SQL } from 'drizzle-orm';
import { options, userRoles, users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { STAFF_ROLES } from '#modules/accounts/rights.ts';
import type { Key } from '#kit/list/cursor.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import type { Db } from '#platform/db/database.ts';
import { pageOfRows, type Sorting } from '#platform/db/page-of-rows.ts';
import type { SearchWord } from '#platform/vault/phone-marks.ts';
import type { ParentRow, ParentSort } from '#modules/office/people/people.contract.ts';
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

/** A row of the list as it is stored, and how many there are in all. */
export type StoredParentRow = Sorted & {
  phone_home: Sealed | null;
  phone_mobile: Sealed | null;
  total: number;
};

type Sorted = Omit<ParentRow, 'phone'> & { keys: Key[] };

const SORTINGS: Record<ParentSort, Sorting> = {
  name: { by: [sql`plain_letters(last_name)`, sql`plain_letters(first_name)`, sql`id`] },
  newest: { by: [sql`id`], descends: true },
  due: { by: [sql`past_due_cents`, sql`due_cents`, sql`id`], descends: true },
};

type ParentPage = Place<ParentSort> & { words: readonly SearchWord[]; today: PlainDate };

/** What a parent still owes, and when the next of it is due. */
const dueOf = (where: SQL, today: PlainDate) => sql`(
  select ${orders.user_id} as user_id, sum(${payments.amount_cents})::bigint as due_cents,
    min(${payments.pay_on}) as next_payment_on,
    sum(${payments.amount_cents}) filter (where ${payments.pay_on} < ${today})::bigint as past_due_cents
  from ${payments} join ${orders} on ${orders.id} = ${payments.order_id}
  where ${isUnpaid} and ${where} group by ${orders.user_id})`;

/**
 * Parents in their order, from behind the given keys, with how many there are in all. By name and by age the
 * page is found first and then summed up, so that it costs the same however many families there are. What a
 * search finds is kept, so that page and number do not look for it twice. By what is due, those come first
 * who have a payment of a day that has passed; there are few of them, and the days find them. Everybody's
 * payments are summed up only when these do not fill the page.
 */
export async function listParentRows(db: Db, page: ParentPage): Promise<StoredParentRow[]> {
  if (page.sort !== 'due') return listPage(db, page);
  const pastDue = await listPage(db, page, withPastDue(page.today));
  return pastDue.length > page.limit ? pastDue : listPage(db, page);
}

/**
 * The users with an unpaid payment of a day that has passed. Whether its order is active is asked for each of
 * them (`offset 0`), as for the day's numbers.
 */
const withPastDue = (today: PlainDate) => sql`(select of_order.user_id from ${payments}
  cross join lateral (select ${orders.user_id} from ${orders}
    where ${orders.id} = ${payments.order_id} and ${orders.status} = 'active' offset 0) as of_order
  where ${isOpen} and ${payments.pay_on} < ${today})`;

/** How many parents there are, without asking each user for a role of staff. */
const countParents = sql`(select count(*)::int from ${users}) -
  (select count(distinct ${userRoles.user_id})::int from ${userRoles}
    join ${options} on ${options.id} = ${userRoles.role_type_id} where ${options.key} in (${staffKeys}))`;

function parentsWith(words: readonly SearchWord[]): SQL {
  const columns = sql`${users.id} as id, ${users.first_name} as first_name, ${users.last_name} as last_name,
    ${users.email} as email`;
  return words.length > 0
    ? usersWithWords(words, columns, isParent)
    : sql`select ${columns} from ${users} where ${isParent}`;
}

const dueColumns = sql`coalesce(due_cents, 0)::bigint as due_cents,
    coalesce(past_due_cents, 0)::bigint as past_due_cents, next_payment_on`;

type Due = Pick<ParentPage, 'words' | 'today'> & { among: SQL | undefined };

function foundWithDue({ words, today, among }: Due): SQL {
  if (!among)
    return sql`select found.*, ${dueColumns} from found
      left join ${dueOf(sql`true`, today)} as due on due.user_id = found.id`;
  // What a search has found is read anyway; of all parents only these are.
  const listed =
    words.length > 0
      ? sql`(select * from found where id in ${among}) as found`
      : sql`(select distinct user_id from ${among} as each) as one join found on found.id = one.user_id`;
  return sql`select found.*, ${dueColumns} from ${listed}
    left join lateral ${dueOf(sql`${orders.user_id} = found.id`, today)} as due on true`;
}

/** @param among  a query of the ids that may be on the page; all when it is left out */
async function listPage(
  db: Db,
  { words, today, ...place }: ParentPage,
  among?: SQL,
): Promise<StoredParentRow[]> {
  const { keys, isBehind = sql`true`, orderBy, limit } = pageOfRows(SORTINGS[place.sort], place);
  const inOrder = sql.join(orderBy, sql`, `);
  const onPage = sql`where ${isBehind} order by ${inOrder} limit ${limit}`;
  const page =
    place.sort === 'due'
      ? sql`select *, ${keys} as keys from (${foundWithDue({ words, today, among })}) as summed ${onPage}`
      : sql`select page.*, ${dueColumns}
          from (select *, ${keys} as keys from found ${onPage}) as page
          left join lateral ${dueOf(sql`${orders.user_id} = page.id`, today)} as due on true`;
  const isKept = words.length > 0 ? sql`materialized` : sql`not materialized`;
  const { rows } = await db.execute<StoredParentRow>(sql`
    with found as ${isKept} (${parentsWith(words)})
    select page.id, first_name, last_name, email, phone_home, phone_mobile,
      (select count(*)::int from ${students}
        where ${students.user_id} = page.id and ${students.deleted_at} is null) as students_count,
      (select count(*)::int from ${orders}
        where ${orders.user_id} = page.id and ${orders.status} = 'active') as orders_count,
      due_cents, past_due_cents, next_payment_on, keys,
      ${words.length > 0 ? sql`(select count(*)::int from found)` : countParents} as total
    from (${page}) as page
      join (select ${users.id} as user_id, ${users.phone_home}, ${users.phone_mobile} from ${users}) as phones
        on phones.user_id = page.id
    order by ${inOrder}`);
  return rows;
}

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

/** Whether there is such a user and it is a parent. */
export async function isParentId(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isParent));
  return found.length > 0;
}
