import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#kit/durations.ts';
import {
  deleteCounter,
  deleteCountersBefore,
  findCounter,
  lockCounter,
  saveCounter,
} from './attempts.queries.ts';
import { countAttempt, waitSeconds, type ThrottleRule, type WaitS } from './count-attempt.ts';

export type { ThrottleRule, WaitS } from './count-attempt.ts';

/**
 * Counts one try, if it may be made: for what counts whether it succeeds or not (codes, registrations).
 * Takes the database, not a transaction: a try stays counted when the caller's work is rolled back.
 * @returns seconds to wait; 0 when the try was allowed and counted
 */
export async function consumeAttempt(
  db: Database,
  rule: ThrottleRule,
  subject: string,
  now: Date,
): Promise<WaitS> {
  const key = { scope: rule.scope, subject };
  return db.transaction(async (tx) => {
    const counter = await lockCounter(tx, key, now);
    const wait = waitSeconds(counter, now);
    if (wait === 0) await saveCounter(tx, key, countAttempt(counter, rule, now));
    return wait;
  });
}

/**
 * How long a subject must wait, without counting: ask this first where only failures count, then `takeTry` on
 * failure.
 */
export async function retryAfter(
  db: Database,
  rule: ThrottleRule,
  subject: string,
  now: Date,
): Promise<WaitS> {
  return waitSeconds(await findCounter(db, { scope: rule.scope, subject }), now);
}

/** Forgets the attempts of a subject that has logged in. */
export async function resetAttempts(db: Database, rule: ThrottleRule, subject: string): Promise<void> {
  await deleteCounter(db, { scope: rule.scope, subject });
}

const KEPT_MS = 2 * DAY_MS;

/** Drops counters older than the longest window. */
export async function sweepCounters(db: Database, now: Date): Promise<void> {
  await deleteCountersBefore(db, new Date(now.getTime() - KEPT_MS));
}

/**
 * The network that an address counts for: a home gets a whole /64 of IPv6, so one address of it says nothing.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : [];
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}
