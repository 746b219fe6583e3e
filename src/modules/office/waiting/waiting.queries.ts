import { and, eq, isNull, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import {
  periodPrograms,
  periods,
  programGrades,
  programGroups,
  programs,
} from '#db/tables/catalog/catalog.ts';
import { contracts, LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { listed } from '#db/tables/columns.ts';
import { auditLog, auditTexts } from '#db/tables/platform.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { seatHolds, waitingList } from '#db/tables/seats.ts';
import { students } from '#db/tables/students.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import type { WaitingState } from '#modules/seats/waiting.states.ts';
import type { Db } from '#platform/db/database.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { isAmong, isIn } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { pageOfRows } from '#platform/db/page-of-rows.ts';
import { studentsWith, type ListWord } from '#modules/office/search/search-parents.queries.ts';
import type { WaitingSort } from './waiting.contract.ts';

export const WAITING_SORTS: Record<WaitingSort, ListedSort> = {
  place: { by: [waitingList.route_id, waitingList.id] },
  since: { by: [waitingList.id], descends: true },
};

const at = (now: Date) => sql`${now.toISOString()}::timestamptz`;

/** An offer past its end has lapsed, also before the machine has closed the entry. */
const stateOf = (now: Date, held_until: SQLWrapper = seatHolds.held_until) => sql<WaitingState>`case
  when ${waitingList.closed_at} is not null then 'ended'
  when ${waitingList.offered_at} is not null
    then case when ${held_until} > ${at(now)} then 'offered' else 'ended' end
  when ${waitingList.paused_until} > ${at(now)} then 'paused'
  else 'waits' end`;

const ahead = (isAhead: SQL) => sql<number>`(select count(*)::int from ${waitingList} ahead
  where ahead.route_id = ${waitingList.route_id} and ahead.closed_at is null and ${isAhead})`;

const place = ahead(sql`ahead.id <= ${waitingList.id}`);

const passes = (now: Date) =>
  ahead(sql`ahead.id < ${waitingList.id} and ahead.offered_at is null
    and (ahead.paused_until is null or ahead.paused_until <= ${at(now)})`);

const hasSibling = sql<boolean>`exists (select from ${orders}
  where ${and(
    eq(orders.user_id, waitingList.user_id),
    ne(orders.student_id, waitingList.student_id),
    eq(orders.route_id, waitingList.route_id),
    sql`${orders.status} in ${listed(LIVE_ORDERS)}`,
  )})`;

const lastGrade = sql<string | null>`(select ${programGrades.text} from ${orders}
  join ${contracts} on ${contracts.order_id} = ${orders.id}
  join ${programGrades} on ${programGrades.id} = ${contracts.grade_id}
  where ${orders.student_id} = ${waitingList.student_id} order by ${orders.id} desc limit 1)`;

const columns = (now: Date) => ({
  entry: {
    id: waitingList.id,
    joined_at: waitingList.joined_at,
    prolonged_at: waitingList.prolonged_at,
    paused_until: waitingList.paused_until,
    closed_at: waitingList.closed_at,
    closed_reason: waitingList.closed_reason,
  },
  state: stateOf(now),
  place,
  passes: passes(now),
  held_until: seatHolds.held_until,
  has_sibling: hasSibling,
  grade: lastGrade,
  route: { id: routes.id, name: routes.name },
  school: { path: programGroups.path, text: programGroups.text },
  season: { id: periods.id, text: periods.text },
  parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
  student: {
    id: students.id,
    first_name: students.first_name,
    last_name: students.last_name,
    guardian_1_first_name: students.guardian_1_first_name,
    guardian_1_last_name: students.guardian_1_last_name,
    guardian_1_phone_mobile: students.guardian_1_phone_mobile,
    guardian_1_email: students.guardian_1_email,
    guardian_2_first_name: students.guardian_2_first_name,
    guardian_2_last_name: students.guardian_2_last_name,
    guardian_2_phone_mobile: students.guardian_2_phone_mobile,
    guardian_2_email: students.guardian_2_email,
  },
});

const isItsOffer = and(
  eq(seatHolds.route_id, waitingList.route_id),
  eq(seatHolds.student_id, waitingList.student_id),
  eq(seatHolds.kind, 'offer'),
);

const childRows = (db: Db, now: Date) =>
  db
    .select(columns(now))
    .from(waitingList)
    .innerJoin(routes, eq(routes.id, waitingList.route_id))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(periods, eq(periods.id, periodPrograms.period_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(programGroups, eq(programGroups.id, programs.program_group_id))
    .innerJoin(users, eq(users.id, waitingList.user_id))
    .innerJoin(students, eq(students.id, waitingList.student_id))
    .leftJoin(seatHolds, isItsOffer);

export type ChildRecord = Awaited<ReturnType<typeof childRows>>[number];

/** Text that is no id finds nothing. */
const isId = (column: SQLWrapper, text: string): SQL | undefined =>
  text === '' ? undefined : sql`${column} = ${/^\d{1,15}$/.test(text) ? Number(text) : 0}`;

export type WaitingFilters = {
  words: readonly ListWord[];
  route_ids?: readonly number[] | undefined;
  states?: readonly WaitingState[] | undefined;
};

/** An offered entry ends with its offer. The index of live entries finds all states but the last. */
export function listedChildren(now: Date, { words, route_ids, states }: WaitingFilters): Listed {
  const held_until = sql`(select ${seatHolds.held_until} from ${seatHolds} where ${isItsOffer})`;
  const isLive = states && !states.includes('ended') ? isNull(waitingList.closed_at) : undefined;
  return {
    table: waitingList,
    id: waitingList.id,
    where: [
      isLive,
      isAmong(stateOf(now, held_until), states),
      isIn(waitingList.route_id, route_ids),
      ...words.map((word) => sql`${waitingList.student_id} = any(array(${studentsWith(word)}))`),
    ],
  };
}

/** The children of a page, in no order. */
export const listChildDetails = async (db: Db, now: Date, ids: readonly number[]) =>
  (await childRows(db, now).where(isAnyOf(waitingList.id, ids))).map((row) => ({ ...row, id: row.entry.id }));

export async function findChild(db: Db, now: Date, id: number): Promise<ChildRecord | undefined> {
  return (await childRows(db, now).where(eq(waitingList.id, id)))[0];
}

const textOf = (name: string) => sql<string | null>`(select ${auditTexts.text} from ${auditTexts}
  where ${auditTexts.audit_id} = ${auditLog.id} and ${auditTexts.name} = ${name})`;

type ActsAsked = { route: string; student: string };

/** The acts of staff stand in the audit log under the child; the index of subjects finds them. */
function isActOf({ route, student }: ActsAsked): SQL | undefined {
  const subjects = sql`select distinct 'student:' || ${waitingList.student_id} from ${waitingList}
    where ${and(isId(waitingList.route_id, route), isId(waitingList.student_id, student)) ?? sql`false`}`;
  return and(
    sql`lower(${auditLog.subject}) = any(array(${subjects}))`,
    sql`${auditLog.action} like 'waiting.%'`,
    route === '' ? undefined : sql`${auditLog.detail} ->> 'route_id' = ${route}`,
  );
}

export const countActs = (db: Db, asked: ActsAsked): Promise<number> =>
  countRows(db, sql`select 1 from ${auditLog} where ${isActOf(asked)}`);

export function listActs(db: Db, asked: ActsAsked & Place) {
  const { isBehind, orderBy, limit } = pageOfRows({ by: [auditLog.id], descends: true }, asked);
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      detail: auditLog.detail,
      reason: textOf('reason'),
      staff: { first_name: users.first_name, last_name: users.last_name },
      student: { id: students.id, first_name: students.first_name, last_name: students.last_name },
      route: { id: routes.id, name: routes.name },
    })
    .from(auditLog)
    .innerJoin(students, sql`${students.id} = (${auditLog.detail} ->> 'student_id')::bigint`)
    .innerJoin(routes, sql`${routes.id} = (${auditLog.detail} ->> 'route_id')::bigint`)
    .leftJoin(users, eq(users.id, auditLog.actor_id))
    .where(and(isActOf(asked), isBehind))
    .orderBy(...orderBy)
    .limit(limit);
}

export type ActRecord = Awaited<ReturnType<typeof listActs>>[number];
