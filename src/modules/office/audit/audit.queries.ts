import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts.ts';
import { auditLog, auditTexts } from '#db/tables/platform.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { pageOfRows, type Sorting } from '#platform/db/page-of-rows.ts';
import type { Db } from '#platform/db/database.ts';
import { likeText } from '#platform/db/like-text.ts';
import { accountsNamed } from '#modules/office/search/search-parents.queries.ts';

const actor = alias(users, 'actor');
const parent = alias(users, 'parent');
const fullNameSql = (person: typeof actor | typeof parent) =>
  sql<string | null>`${person.first_name} || ' ' || ${person.last_name}`;

export type AuditFilter = {
  actor?: string;
  subject?: string;
  action?: string;
  aboutUserId?: number;
};

function isDoneBy(text: string): SQL | undefined {
  const isId = /^\d{1,15}$/.test(text) ? eq(auditLog.actor_id, Number(text)) : undefined;
  return or(isId, sql`${auditLog.actor_id} in ${accountsNamed(text)}`);
}

const begins = (column: typeof auditLog.action | typeof auditLog.subject, text: string | undefined) =>
  text ? sql`lower(${column}) like ${`${likeText(text.toLowerCase())}%`}` : undefined;

/** What was done to a user, in the user's name, or by the user. */
function isAbout(user_id: number | undefined): SQL | undefined {
  if (user_id === undefined) return undefined;
  return or(
    eq(auditLog.subject, `user:${user_id}`),
    eq(auditLog.on_behalf_of_id, user_id),
    eq(auditLog.actor_id, user_id),
  );
}

// Unqualified names of columns would be those of the inner table.
const textsOfRow = sql<Record<string, string>>`(
  select coalesce(jsonb_object_agg(${auditTexts.name}, ${auditTexts.text}), '{}')
  from ${auditTexts} where ${auditTexts.audit_id} = ${auditLog.id})`;

const NEWEST_FIRST: Sorting = { by: [auditLog.id], descends: true };

/** Rows of the audit log with the names of who acted, newest first. */
export async function listAuditRows(db: Db, filter: AuditFilter, place: Place) {
  const { isBehind, orderBy, limit } = pageOfRows(NEWEST_FIRST, place);
  return db
    .select({
      row: auditLog,
      texts: textsOfRow,
      actorName: fullNameSql(actor),
      parentName: fullNameSql(parent),
    })
    .from(auditLog)
    .leftJoin(actor, eq(actor.id, auditLog.actor_id))
    .leftJoin(parent, eq(parent.id, auditLog.on_behalf_of_id))
    .where(
      and(
        filter.actor ? isDoneBy(filter.actor) : undefined,
        begins(auditLog.subject, filter.subject),
        begins(auditLog.action, filter.action),
        isBehind,
        isAbout(filter.aboutUserId),
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}
