import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import packageOfQueue from 'pg-boss/package.json' with { type: 'json' };

export const QUEUE_SCHEMA = 'pgboss';

/** The version of the queue's tables that this program knows. */
export const QUEUE_VERSION = packageOfQueue.pgboss.schema;

type Run = (text: string) => Promise<{ rows: { version?: number | string | null }[] }>;

/**
 * Makes the tables of the job queue, or brings them up to date. The queue would do so itself at its start,
 * but then the portal's role would own them, and with them the right to make others.
 * @param run  runs a text of several statements as the owner of the database
 */
export async function migrateQueue(run: Run): Promise<void> {
  const isThere = await run(`select 1 as version where to_regclass('${QUEUE_SCHEMA}.version') is not null`);
  if (isThere.rows.length === 0) return void (await run(getConstructionPlans(QUEUE_SCHEMA)));
  const version = Number((await run(`select version from ${QUEUE_SCHEMA}.version`)).rows[0]?.version);
  if (version < QUEUE_VERSION) await run(getMigrationPlans(QUEUE_SCHEMA, version));
}
