import { PgBoss } from 'pg-boss';

/** A portal's own queue, to ask it for a job as the portal does after a commit: `send('billing.resolve')`. */
export async function jobsOf(databaseUrl: string): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 1,
    schema: 'pgboss',
    migrate: false,
    schedule: false,
    supervise: false,
  });
  // Whoever asks may end after the database.
  boss.on('error', () => undefined);
  await boss.start();
  return boss;
}
