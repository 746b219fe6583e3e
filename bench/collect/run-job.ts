import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';

/** The portal's own queue, to ask it for a job as the portal does after a commit. */
export async function jobsOf(databaseUrl: string): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 1,
    schema: 'pgboss',
    schedule: false,
    supervise: false,
  });
  // Where the bench fails, the database stops first.
  boss.on('error', () => undefined);
  await boss.start();
  return boss;
}

/** Asks for a job and waits for its end. */
export async function runJob(pool: pg.Pool, boss: PgBoss, name: string): Promise<void> {
  await boss.send(name);
  for (;;) {
    await sleep(50);
    const { rows } = await pool.query<{ state: string }>(
      'select state::text from pgboss.job where name = $1 order by created_on desc limit 1',
      [name],
    );
    const state = rows[0]?.state;
    if (state === 'completed') return;
    if (state === 'failed') throw new Error(`the job ${name} failed`);
  }
}
