import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { orders } from '#db/tables/orders/orders.ts';
import { chargeAttempts } from '#db/tables/billing/billing.ts';
import { processorCursors } from '#db/tables/billing/processor-events.ts';
import { listed } from '#db/tables/columns.ts';
import { healthLines, sizeDays } from '#db/tables/office.ts';
import { auditLog, programVersion } from '#db/tables/platform.ts';
import { seatHolds } from '#db/tables/seats.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { UNRESOLVED_ATTEMPTS, type AttemptState } from '#modules/billing/payments/attempt.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { QUEUE_SCHEMA } from '#platform/queue/queue-schema.ts';
import type { HealthKey, HealthState } from './health.states.ts';

export type DatabaseFacts = {
  /** of the program that opened the database last */
  version: string | null;
  migrations: number;
  bytes: number;
  connections: number;
  most_connections: number;
  /** of the portal's own role: PostgreSQL hides the times of others */
  longest_transaction_s: number;
};

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await db.execute<DatabaseFacts>(sql`select
    (select ${programVersion.version} from ${programVersion}) as version,
    (select count(*)::int from drizzle.migrations) as migrations,
    pg_database_size(current_database())::float8 as bytes,
    (select count(*)::int from pg_stat_activity where datid is not null) as connections,
    current_setting('max_connections')::int as most_connections,
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::int
      from pg_stat_activity where datname = current_database()) as longest_transaction_s`);
  return rows[0]!;
}

export type JobFacts = {
  name: string;
  cron: string;
  timezone: string;
  waiting: number;
  running: number;
  /** in a day */
  failed: number;
  /** since the last good run */
  failed_in_a_row: number;
  oldest_s: number;
};

const ofQueue = (table: string) => sql.raw(`${QUEUE_SCHEMA}.${table}`);

/** Ages are by the database's clock, as the queue's own times are. */
export async function readJobFacts(db: Db): Promise<JobFacts[]> {
  const { rows } = await db.execute<JobFacts>(sql`select s.name, s.cron, s.timezone,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'failed'
        and completed_on > coalesce(well_at, '-infinity'))::int as failed_in_a_row,
      coalesce(max(extract(epoch from now() - runs.created_on))
        filter (where state in ('created', 'retry') and start_after <= now()), 0)::int as oldest_s
    from ${ofQueue('schedule')} s
    left join (select name, state, created_on, start_after, completed_on,
        max(completed_on) filter (where state = 'completed') over (partition by name) as well_at
      from ${ofQueue('job')}) runs on runs.name = s.name
    group by 1, 2, 3 order by 1`);
  return rows;
}

export type ProcessorFacts = {
  /** when the list of events was last read to its end */
  events_read_at: Date | null;
  unresolved: number;
};

export async function readProcessorFacts(db: Db): Promise<ProcessorFacts> {
  const { rows } = await db.execute<{ at: string | null; unresolved: number }>(sql`select
    (select ${processorCursors.whole_at} from ${processorCursors} where list = 'events') as at,
    (select count(*)::int from ${chargeAttempts}
      where state in ${listed(UNRESOLVED_ATTEMPTS)}) as unresolved`);
  const { at, unresolved } = rows[0]!;
  return { unresolved, events_read_at: at === null ? null : new Date(at) };
}

export type LastAudits = Partial<Record<string, { at: Date; detail: Record<string, unknown> }>>;

/** The newest row of each of these actions. */
export async function readLastAudits(db: Db, actions: readonly string[]): Promise<LastAudits> {
  const { action, at, detail } = auditLog;
  const rows = await db
    .selectDistinctOn([action], { action, at, detail })
    .from(auditLog)
    .where(sql`lower(${action}) = any(${sql.param([...actions])}::text[])`)
    .orderBy(action, desc(at), desc(auditLog.id));
  return Object.fromEntries(rows.map(({ action: name, ...row }) => [name, row]));
}

export type SalesFacts = {
  seat_holds: number;
  active_orders: number;
  exports: number;
  /** of the newest 5,000 attempts, by state */
  attempts: Partial<Record<AttemptState, number>>;
};

const NEWEST = 5_000;

/** Counts of all families, for the metrics. */
export async function readSalesFacts(db: Db, now: Date): Promise<SalesFacts> {
  const { rows } = await db.execute<SalesFacts>(sql`select
    (select count(*)::int from ${seatHolds}
      where ${seatHolds.held_until} > ${now.toISOString()}::timestamptz) as seat_holds,
    (select count(*)::int from ${orders} where ${orders.status} = 'active') as active_orders,
    (select count(*)::int from ${auditLog} where lower(${auditLog.action}) = 'list.export') as exports,
    (select coalesce(jsonb_object_agg(state, n), '{}') from (select state, count(*) as n
      from (select state from ${chargeAttempts} order by id desc limit ${NEWEST}) newest
      group by state) by_state) as attempts`);
  return rows[0]!;
}

export type KeptLine = { key: HealthKey; state: HealthState; since: Date };

export const listKeptLines = (db: Db): Promise<KeptLine[]> => db.select().from(healthLines);

export async function saveKeptLine(tx: Tx, line: KeptLine): Promise<void> {
  await tx.insert(healthLines).values(line).onConflictDoUpdate({ target: healthLines.key, set: line });
}

export type SizeDay = typeof sizeDays.$inferSelect;

/** The newest day first; eight days show the growth of a week. */
export const listSizeDays = (db: Db, since: PlainDate): Promise<SizeDay[]> =>
  db.select().from(sizeDays).where(gte(sizeDays.day, since)).orderBy(desc(sizeDays.day));

export async function saveSizeDay(tx: Tx, size: SizeDay, before: PlainDate): Promise<void> {
  await tx.insert(sizeDays).values(size).onConflictDoNothing();
  await tx.delete(sizeDays).where(lt(sizeDays.day, before));
}

export const runNowAction = 'job.run';

/** The lock ends with the transaction: two presses at once are one after the other. */
export async function lockJob(tx: Tx, job: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`run ${job}`}, 0))`);
}

export async function findLastRunNow(tx: Tx, subject: string): Promise<Date | undefined> {
  const [last] = await tx
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(sql`lower(${auditLog.subject}) = ${subject}`, eq(auditLog.action, runNowAction)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last?.at;
}
