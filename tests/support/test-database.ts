import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';

export type TestDatabase = OpenDatabase & {
  url: string;
  /** closes the pool and drops the database */
  drop(): Promise<void>;
  /** runs a statement beside the database, on the server */
  onServer(statement: string): Promise<void>;
};

/**
 * A migrated, empty database of its own for one test file.
 *
 *     const database = await createTestDatabase();
 *     afterAll(() => database.drop());
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(`create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const opened = openDatabase(url.href, { log: silentLog(), maxConnections: 10 });
  const drop = async () => {
    await opened.close();
    await runOnServer(`drop database if exists ${name} with (force)`);
  };
  return { ...opened, url: url.href, drop, onServer: runOnServer };
}

async function runOnServer(statement: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
