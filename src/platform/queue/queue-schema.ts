import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import packageOfQueue from 'pg-boss/package.json' with { type: 'json' };

export const QUEUE_SCHEMA = 'pgboss';

export const QUEUE_VERSION = packageOfQueue.pgboss.schema;

type Run = (text: string) => Promise<{ rows: { version?: number | string | null }[] }>;

/**
 * Tables made by the queue at its start would belong to the portal's role.
 * @param run  runs a text of several statements as the owner of the database
 */
export async function migrateQueue(run: Run): Promise<void> {
  const isThere = await run(`select 1 as version where to_regclass('${QUEUE_SCHEMA}.version') is not null`);
  if (isThere.rows.length === 0) return void (await run(getConstructionPlans(QUEUE_SCHEMA)));
  const version = Number((await run(`select version from ${QUEUE_SCHEMA}.version`)).rows[0]?.version);
  if (version < QUEUE_VERSION) await run(getMigrationPlans(QUEUE_SCHEMA, version));
}
