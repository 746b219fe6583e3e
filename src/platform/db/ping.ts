import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Asks the database for a sign of life; throws when it is away. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
