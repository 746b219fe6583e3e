import { eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { auditLog, auditTexts } from '#db/tables/platform.ts';
import { students } from '#db/tables/students.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { begins, isBetween, isSet, type InstantSpan } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import type { Db } from '#platform/db/database.ts';
import { accountsNamed } from '#modules/office/search/search-parents.queries.ts';

const actor = alias(users, 'actor');
const parent = alias(users, 'parent');
const fullNameSql = (person: typeof actor | typeof parent) =>
  sql<string | null>`${person.first_name} || ' ' || ${person.last_name}`;

export type AuditFilter = {
  actor?: string | undefined;
  subject?: string | undefined;
  action?: readonly string[] | undefined;
  /** `user:12`, `order:12` */
  about?: string | undefined;
  day?: InstantSpan | undefined;
  on_behalf?: boolean | undefined;
};

function isDoneBy(text: string): SQL | undefined {
  const isId = /^\d{1,15}$/.test(text) ? eq(auditLog.actor_id, Number(text)) : undefined;
  return or(isId, sql`${auditLog.actor_id} in ${accountsNamed(text)}`);
}

const subjectsIn = (subjects: SQL) => sql`lower(${auditLog.subject}) = any(array(${subjects}))`;

const ofOrders = (isOwn: SQL) =>
  subjectsIn(sql`select 'order:' || ${orders.id} from ${orders} where ${isOwn}
    union all select 'payment:' || ${payments.id} from ${payments}
      where ${payments.order_id} = any(array(select ${orders.id} from ${orders} where ${isOwn}))`);

/** What was done to a user, in the user's name, or by the user, and to children, orders and payments. */
const isAboutUser = (user_id: number): SQL | undefined =>
  or(
    eq(sql`lower(${auditLog.subject})`, `user:${user_id}`),
    eq(auditLog.on_behalf_of_id, user_id),
    eq(auditLog.actor_id, user_id),
    ofOrders(sql`${orders.user_id} = ${user_id}`),
    subjectsIn(
      sql`select 'student:' || ${students.id} from ${students} where ${students.user_id} = ${user_id}`,
    ),
  );

function isAbout(thing: string | undefined): SQL | undefined {
  if (!thing) return undefined;
  const [, kind, digits] = /^(user|order):(\d{1,15})$/.exec(thing.toLowerCase()) ?? [];
  if (kind === 'user') return isAboutUser(Number(digits));
  if (kind === 'order') return ofOrders(sql`${orders.id} = ${Number(digits)}`);
  return eq(sql`lower(${auditLog.subject})`, thing.toLowerCase());
}

// Unqualified names of columns would be those of the inner table.
const textsOfRow = sql<Record<string, string>>`(
  select coalesce(jsonb_object_agg(${auditTexts.name}, ${auditTexts.text}), '{}')
  from ${auditTexts} where ${auditTexts.audit_id} = ${auditLog.id})`;

const isAction = (prefixes: AuditFilter['action']): SQL | undefined =>
  prefixes && or(...prefixes.map((prefix) => begins(auditLog.action, prefix)));

export const listedAudit = (filter: AuditFilter): Listed => ({
  table: auditLog,
  id: auditLog.id,
  where: [
    filter.actor ? isDoneBy(filter.actor) : undefined,
    begins(auditLog.subject, filter.subject),
    isAction(filter.action),
    isAbout(filter.about),
    isBetween(auditLog.at, filter.day),
    isSet(sql`(${auditLog.on_behalf_of_id} is not null)`, filter.on_behalf),
  ],
});

export const AUDIT_SORTS: { newest: ListedSort } = { newest: { by: [auditLog.id], descends: true } };

/** Rows of a page with the names of who acted, in no order. */
export async function listAuditDetails(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: auditLog.id,
      row: auditLog,
      texts: textsOfRow,
      actorName: fullNameSql(actor),
      parentName: fullNameSql(parent),
    })
    .from(auditLog)
    .leftJoin(actor, eq(actor.id, auditLog.actor_id))
    .leftJoin(parent, eq(parent.id, auditLog.on_behalf_of_id))
    .where(isAnyOf(auditLog.id, ids));
}
