import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isServerOf, readPostmaster } from '#platform/db/embedded/postmaster.ts';
import { ROOT } from './made-from.ts';

// As the start itself waits for a portal that is about to end (folder-locks.ts).
const TRIES = 20;
const RETRY_MS = 100;

/**
 * Ends a start whose data folder another portal uses, before anything is built. Only where a database server
 * runs on the folder is it asked.
 */
export async function endWhereAnotherRuns(): Promise<void> {
  if (process.env.DATABASE_URL?.trim() || process.env.DATABASE_URL_FILE?.trim()) return;
  const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data');
  const data = join(dataDir, 'postgres/data');
  const server = readPostmaster(data);
  if (!server?.isReady || !isServerOf(server.pid, data)) return;
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8');
  for (let tries = 1; await hasPortal(server.port, password); tries += 1) {
    if (tries === TRIES) endWith(dataDir);
    await sleep(RETRY_MS);
  }
}

async function hasPortal(port: number, password: string): Promise<boolean> {
  const { default: pg } = await import('pg');
  const { PORTAL_LOCK } = await import('#platform/db/embedded/folder-locks.ts');
  const { SUPERUSER } = await import('#platform/db/embedded/cluster.ts');
  const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' });
  try {
    await client.connect();
    const { rowCount } = await client.query(
      `select from pg_locks where locktype = 'advisory' and objid = $1 and granted`,
      [PORTAL_LOCK],
    );
    return rowCount !== 0;
  } catch {
    // A server that is about to stop. The start itself waits for it.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function endWith(folder: string): never {
  // The messages may not be compiled yet.
  const messages = JSON.parse(readFileSync(join(ROOT, 'messages/en/portal.json'), 'utf8')) as {
    portal_data_folder_in_use: string;
  };
  process.stderr.write(`${messages.portal_data_folder_in_use.replace('{folder}', folder)}\n`);
  process.exit(1);
}
