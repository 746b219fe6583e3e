import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, '../../db/migrations');

// Any fixed number: the process that migrates this database holds this lock.
const MIGRATION_LOCK = 7_203_114;

/**
 * Brings the database's tables up to date. Two processes that start at once migrate one after the
 * other; the second finds nothing to do.
 */
export async function migrateDatabase(url: string, folder = FOLDER): Promise<void> {
  if (!existsSync(`${folder}/meta/_journal.json`)) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The lock belongs to this session, so a killed process gives it back.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
