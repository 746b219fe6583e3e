import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/*
 * Who uses a data folder is known by the database server itself: a lock belongs to a connection, and
 * the connection of a killed process is gone with it. No pid file can say that so reliably.
 */

/** Held by the one portal. */
export const PORTAL_LOCK = 7_203_101;
/** Shared by the portal and every tool; a process that gets it exclusively is the last one. */
const USERS_LOCK = 7_203_102;

// The connection of a portal that was killed a moment ago takes a moment to be noticed.
const PORTAL_TRIES = 20;
const RETRY_MS = 100;

export class LockTaken extends Error {}

/** @throws LockTaken when another portal is there and stays */
export async function takeLocks(client: pg.Client, role: 'portal' | 'tool'): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
  if (role === 'tool') return;
  for (let tries = 0; tries < PORTAL_TRIES; tries += 1) {
    if (await tryLock(client, PORTAL_LOCK)) return;
    await sleep(RETRY_MS);
  }
  throw new LockTaken();
}

/** Whether nobody else uses the folder; the client gives its own share back to find out. */
export async function isOnlyUser(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
  return tryLock(client, USERS_LOCK);
}

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key]);
  return rows[0]?.taken === true;
}
