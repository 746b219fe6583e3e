import pg from 'pg';
import { databaseUrlOf } from './data-folder-database.ts';

/**
 * Runs a statement in the database of a portal, for what no call of the portal can bring about.
 * @param dataDir  the portal's folder; left out, the one of the portal that all journeys share
 */
export async function queryPortal(
  statement: string,
  values: readonly unknown[] = [],
  dataDir: string = process.env.PORTAL_DATA ?? '',
): Promise<any[]> {
  const client = new pg.Client(databaseUrlOf(dataDir));
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
