import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { asPortal } from '#platform/db/embedded/portal-account.ts';
import { silentLog } from '#platform/log/log.ts';

export type TestDatabase = OpenDatabase & {
  /** of the portal's role, as the pool has it: what a test needs more is `asOwner` */
  url: string;
  ownerUrl: string;
  /** runs a statement as the owner of the database, for what the portal may not do */
  asOwner(statement: string): Promise<void>;
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
  const opened = openAsPortal(url.href);
  const drop = async () => {
    await opened.close();
    await onServer(`drop database if exists ${name} with (force)`);
  };
  return { ...opened, drop, onServer };
}

/** Opens a database of the test server as the portal's role. */
export function openAsPortal(ownerUrl: string, maxConnections = 10) {
  const url = asPortal(ownerUrl);
  const opened = openDatabase(url, { log: silentLog(), maxConnections });
  return { ...opened, url, ownerUrl, asOwner: (statement: string) => runOn(ownerUrl, statement) };
}

/** Runs a statement on the server of a database, beside that database. */
export async function runBeside(databaseUrl: string, statement: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  await runOn(url.href, statement);
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
