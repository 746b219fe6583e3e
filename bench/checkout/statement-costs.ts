import pg from 'pg';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';

const SHOWN = 25;

type Cost = { ms: number; calls: number; plans: number; planMs: number; pages: number; text: string };

/** Has the server of a running portal count what each statement costs, from its next start on. */
export async function countStatementsFromNextStart(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrlOf(dataDir) });
  await client.connect();
  try {
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
    // Those of triggers and foreign keys too.
    await client.query(`alter system set pg_stat_statements.track = 'all'`);
    await client.query('alter system set pg_stat_statements.track_planning = on');
    await client.query('create extension pg_stat_statements');
  } finally {
    await client.end();
  }
}

export const forgetStatements = (pool: pg.Pool) => pool.query('select pg_stat_statements_reset()');

/** The costliest statements since they were forgotten; one that waits for a lock costs time and no CPU. */
export async function printStatementCosts(pool: pg.Pool, orders: number): Promise<void> {
  const { rows } = await pool.query<Cost>(
    `select total_exec_time as ms, calls::float8, plans::float8, total_plan_time as "planMs",
        shared_blks_hit::float8 as pages,
        left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 110) as text
      from pg_stat_statements where calls >= $1 / 2 order by total_exec_time desc limit $2`,
    [orders, SHOWN],
  );
  console.log('\n| ms an order | ms planned | times an order | times planned | pages an order | statement |');
  console.log('|--:|--:|--:|--:|--:|---|');
  for (const { ms, planMs, calls, plans, pages, text } of rows) {
    const figures = [
      (ms / orders).toFixed(3),
      (planMs / orders).toFixed(3),
      (calls / orders).toFixed(0),
      (plans / orders).toFixed(1),
      (pages / orders).toFixed(1),
    ];
    console.log(`| ${[...figures, text].join(' | ')} |`);
  }
}
