import { sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { periodPrograms, programGroups, programs } from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { workClaims } from '#db/tables/platform.ts';
import { students } from '#db/tables/students.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db } from '#platform/db/database.ts';
import { pageOfRows } from '#platform/db/page-of-rows.ts';
import { workRows } from '#platform/db/work-rows.ts';
import { WORK_SHOWN, type WorkKind, type WorkPlace } from './work-kinds.ts';
import type { WORK_OWNERS, WorkShow } from './worklist.contract.ts';

export type WorkSource = { kind: WorkKind; rows: SQL };

type KnownWork = {
  subject: string;
  since: string;
  order_id: number | null;
  user_id: number | null;
  title: string | null;
  detail: string;
};

/** Work that was found by other means than one statement. */
export const workOfRows = (known: readonly KnownWork[]): SQL =>
  workRows(
    {
      subject: sql`k.subject`,
      since: sql`k.since`,
      order_id: sql`k.order_id`,
      user_id: sql`k.user_id`,
      title: sql`k.title`,
      detail: sql`k.detail`,
    },
    sql`jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
      as k (subject text, since text, order_id bigint, user_id bigint, title text, detail text)`,
  );

const allOf = (sources: readonly WorkSource[]): SQL =>
  sql.join(
    sources.map(({ kind, rows }) => sql`select ${kind}::text as kind, of_kind.* from (${rows}) of_kind`),
    sql` union all `,
  );

/** For `deleteClaimsBeside`. */
export const keysOf = (sources: readonly WorkSource[]): SQL =>
  sql`select kind, subject from (${allOf(sources)}) every_kind`;

export type WorkFilters = {
  today: PlainDate;
  /** the caller */
  me: number;
  /** undefined for all */
  show: WorkShow | undefined;
  owner: (typeof WORK_OWNERS)[number];
  /** a path; blank for all */
  school: string;
  /** the instant before which an entry began; undefined for all */
  before: Date | undefined;
};

/** Done at an earlier time than the cause began, an entry is new again. */
const isDone = sql`coalesce(${workClaims.done_at} >= found.since, false)`;
const isHidden = (today: PlainDate) => sql`coalesce(${workClaims.hidden_until} > ${today}, false)`;

const shownAs = (show: WorkShow | undefined, today: PlainDate): SQL => {
  if (!show) return sql`true`;
  if (show === 'done') return isDone;
  return show === 'hidden'
    ? sql`not ${isDone} and ${isHidden(today)}`
    : sql`not ${isDone} and not ${isHidden(today)}`;
};

function ownedBy({ owner, me }: Pick<WorkFilters, 'owner' | 'me'>): SQL {
  if (owner === 'mine') return sql`${workClaims.owner_id} = ${me}`;
  return owner === 'nobody' ? sql`${workClaims.owner_id} is null` : sql`true`;
}

/** The entries with claim, order and school. */
const entries = (sources: readonly WorkSource[], filters: WorkFilters): SQL => sql`
  with found as materialized (${allOf(sources)})
  select found.kind, found.subject, found.since, found.order_id, found.ref, found.title, found.detail,
    coalesce(found.user_id, ${orders.user_id}) as user_id,
    coalesce(found.student_id, ${orders.student_id}) as student_id,
    coalesce(found.program_group_id, ${orders.program_group_id}, ${programs.program_group_id}) as group_id,
    coalesce(found.route_id, ${orders.route_id}) as route_id,
    floor(extract(epoch from found.since) * 1000)::bigint as since_ms,
    ${workClaims.owner_id} as owner_id, ${workClaims.note} as note, ${isDone} as is_done,
    case when ${isHidden(filters.today)} then ${workClaims.hidden_until}::text end as hidden_until,
    coalesce(${workClaims.version}, 0) as version
  from found
  left join ${orders} on ${orders.id} = found.order_id
  left join ${routes} on ${routes.id} = found.route_id
  left join ${periodPrograms} on ${periodPrograms.id} = ${routes.period_program_id}
  left join ${programs} on ${programs.id} = ${periodPrograms.program_id}
  left join ${workClaims} on ${workClaims.kind} = found.kind and ${workClaims.subject} = found.subject
  where ${shownAs(filters.show, filters.today)} and ${ownedBy(filters)}
    ${filters.before ? sql`and found.since < ${filters.before.toISOString()}::timestamptz` : sql``}`;

const inSchool = (path: string): SQL =>
  path === ''
    ? sql`true`
    : sql`group_id =
        (select ${programGroups.id} from ${programGroups} where ${programGroups.path} = ${path})`;

export type WorkCount = { kind: WorkKind; n: number; own: number; oldest_ms: number | null };

/** A row for each kind with entries. */
export async function countEntries(
  db: Db,
  sources: readonly WorkSource[],
  filters: WorkFilters,
): Promise<WorkCount[]> {
  if (sources.length === 0) return [];
  const { rows } = await db.execute<WorkCount>(sql`
    select kind, count(*)::int as n, (count(*) filter (where owner_id = ${filters.me}))::int as own,
      min(since_ms)::float8 as oldest_ms
    from (${entries(sources, filters)}) entry where ${inSchool(filters.school)} group by kind`);
  return rows;
}

export type WorkEntry = Omit<WorkPlace, 'program_group_id'> & {
  kind: WorkKind;
  group_id: number | null;
  since_ms: number;
  owner_id: number | null;
  owner: { first_name: string; last_name: string } | null;
  note: string | null;
  is_done: boolean;
  hidden_until: PlainDate | null;
  version: number;
  title: string | null;
  detail: string | null;
  family: { first_name: string; last_name: string } | null;
  student: { first_name: string; last_name: string } | null;
  contract_number: string | null;
  route: string | null;
  school: string | null;
};

const nameOf = (row: string): SQL =>
  sql.raw(`case when ${row}.id is not null then json_build_object('first_name', ${row}.first_name,
    'last_name', ${row}.last_name) end`);

/** Adds the names of people, route and school. @param picked  the columns of `entries` */
const withNames = (picked: SQL): SQL => sql`
  select picked.kind, picked.subject, picked.order_id::int as order_id, picked.user_id::int as user_id,
    picked.student_id::int as student_id, picked.ref::int as ref, picked.group_id::int as group_id,
    picked.since_ms::float8 as since_ms, picked.owner_id::int as owner_id, picked.note, picked.is_done,
    picked.hidden_until, picked.version::int as version, picked.title, picked.detail,
    ${nameOf('owner')} as owner, ${nameOf('family')} as family, ${nameOf('student')} as student,
    ${contracts.contract_number} as contract_number, ${routes.name} as route, ${programGroups.text} as school
  from (${picked}) picked
  left join ${users} owner on owner.id = picked.owner_id
  left join ${users} family on family.id = picked.user_id
  left join ${students} student on student.id = picked.student_id
  left join ${contracts} on ${contracts.order_id} = picked.order_id
  left join ${routes} on ${routes.id} = picked.route_id
  left join ${programGroups} on ${programGroups.id} = picked.group_id`;

const KEYS = [sql`since_ms`, sql`kind`, sql`subject`];

/** A page of the entries, the oldest first, of the 200 oldest of each kind (OF9.1). */
export async function pageOfEntries(
  db: Db,
  sources: readonly WorkSource[],
  { filters, ...place }: { filters: WorkFilters } & Place,
): Promise<WorkEntry[]> {
  if (sources.length === 0) return [];
  const { isBehind, orderBy, limit } = pageOfRows({ by: KEYS }, place);
  const ranked = sql`select entry.*, row_number() over (partition by kind order by since_ms, subject) as nr
    from (${entries(sources, filters)}) entry where ${inSchool(filters.school)}`;
  const picked = sql`select * from (${ranked}) ranked
    where nr <= ${WORK_SHOWN} and ${isBehind ?? sql`true`}
    order by ${sql.join(orderBy, sql`, `)} limit ${limit}`;
  const { rows } = await db.execute<WorkEntry>(
    sql`${withNames(picked)} order by picked.since_ms, picked.kind, picked.subject`,
  );
  return rows;
}

export async function findEntry(
  db: Db,
  source: WorkSource,
  subject: string,
  { today, me }: Pick<WorkFilters, 'today' | 'me'>,
): Promise<WorkEntry | undefined> {
  const filters = { today, me, show: undefined, owner: 'all', school: '', before: undefined } as const;
  const { rows } = await db.execute<WorkEntry>(
    withNames(sql`select * from (${entries([source], filters)}) entry where subject = ${subject}`),
  );
  return rows[0];
}
