import { randomUUID } from 'node:crypto';
import pg from 'pg';
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
 * Copies a database that nobody is connected to into one of its own.
 * @param strategy  by files is cheaper in all, but waits for the whole server's checkpoint; through the log
 *   does not
 */
export async function cloneDatabase(
  templateUrl: string,
  strategy: 'file_copy' | 'wal_log' = 'file_copy',
): Promise<TestDatabase> {
  const template = new URL(templateUrl);
  const onServer = (statement: string) => runBeside(templateUrl, statement);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${template.pathname.slice(1)} strategy ${strategy}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const opened = openDatabase(url.href, { log: silentLog(), maxConnections: 10 });
  const drop = async () => {
    await opened.close();
    await onServer(`drop database if exists ${name} with (force)`);
  };
  return { ...opened, url: url.href, drop, onServer };
}

/** Runs a statement on the server of a database, beside that database. */
export async function runBeside(databaseUrl: string, statement: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
