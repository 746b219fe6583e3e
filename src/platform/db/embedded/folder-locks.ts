import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/*
 * Locks of the database server say who uses a data folder: a lock ends with the connection, and a connection
 * ends with a killed process. A pid file is less reliable.
 */

/** Held by the only portal of a data folder. */
export const PORTAL_LOCK = 7_203_101;
/** Shared by the portal and every tool; an exclusive lock proves the last process. */
const USERS_LOCK = 7_203_102;

// The server notices the lost connection of a killed portal only after a moment.
const PORTAL_TRIES = 20;
const RETRY_MS = 100;

// A tool's own connections are closed, but the server ends them a moment later.
const CLIENT_TRIES = 20;

export class LockTaken extends Error {}

/** @throws LockTaken when another portal keeps the lock */
export async function takeLocks(client: pg.Client, role: 'portal' | 'tool'): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
  if (role === 'tool') return;
  for (let tries = 0; tries < PORTAL_TRIES; tries += 1) {
    if (await tryLock(client, PORTAL_LOCK)) return;
    await sleep(RETRY_MS);
  }
  throw new LockTaken();
}

/** Releases the shared lock of the client for the check. */
export async function isOnlyUser(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
  return tryLock(client, USERS_LOCK);
}

/** A portal can lose its lock and serve on: its other connections say that the server is in use. */
export async function isOnlyClient(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < CLIENT_TRIES; tries += 1) {
    const { rowCount } = await client.query(`select from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`);
    if (rowCount === 0) return true;
    await sleep(RETRY_MS);
  }
  return false;
}

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key]);
  return rows[0]?.taken === true;
}
