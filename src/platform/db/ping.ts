import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from './database.ts';

/** Asks the database for a sign of life; throws when it is away. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}

/** Opens and closes one connection; throws what stands in the way. */
export async function tryToConnect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}
