import type { Database, Db } from '#platform/db/database.ts';
import { DAY_MS } from '#kit/durations.ts';
import {
  countAttempt,
  deleteCounter,
  deleteCountersBefore,
  findCounter,
  uncountAttempt,
} from './attempts.queries.ts';
import { waitSeconds, type ThrottleRule, type WaitS } from './throttle-rule.ts';

export type { ThrottleRule, WaitS } from './throttle-rule.ts';

/**
 * Takes the database, not a transaction: the attempt stays counted after a rollback of the caller.
 * @returns seconds to wait; 0 if the attempt was allowed and counted
 */
export async function consumeAttempt(
  db: Database,
  rule: ThrottleRule,
  subject: string,
  now: Date,
): Promise<WaitS> {
  if ((await countAttempt(db, rule, subject, now)) !== undefined) return 0;
  // The lock may have ended between the two statements, but the attempt was not counted.
  return Math.max(1, await retryAfter(db, rule, subject, now));
}

/** True only for the last attempt allowed in the window. */
export async function usesAttemptsUp(
  db: Database,
  rule: ThrottleRule,
  subject: string,
  now: Date,
): Promise<boolean> {
  return (await countAttempt(db, rule, subject, now)) === rule.attempts;
}

/** Counted before the work: of many guesses at once, only the allowed number is answered (H7). */
export async function returnAttempt(db: Db, rule: ThrottleRule, subject: string): Promise<void> {
  await uncountAttempt(db, rule, subject);
}

export type Counted = readonly [rule: ThrottleRule, subject: string];

/** Counts under no rule if a rule demands a wait. @returns seconds to wait; 0 if allowed and counted */
export async function consumeAttempts(db: Database, rules: readonly Counted[], now: Date): Promise<WaitS> {
  const counted: Counted[] = [];
  for (const [rule, subject] of rules) {
    const wait = await consumeAttempt(db, rule, subject, now);
    if (wait === 0) counted.push([rule, subject]);
    else {
      await returnAttempts(db, counted);
      return wait;
    }
  }
  return 0;
}

export async function returnAttempts(db: Database, rules: readonly Counted[]): Promise<void> {
  for (const [rule, subject] of rules) await returnAttempt(db, rule, subject);
}

export async function retryAfter(
  db: Database,
  rule: ThrottleRule,
  subject: string,
  now: Date,
): Promise<WaitS> {
  return waitSeconds(await findCounter(db, { scope: rule.scope, subject }), now);
}

export async function resetAttempts(db: Database, rule: ThrottleRule, subject: string): Promise<void> {
  await deleteCounter(db, { scope: rule.scope, subject });
}

const KEPT_MS = 2 * DAY_MS;

export async function sweepCounters(db: Database, now: Date): Promise<void> {
  await deleteCountersBefore(db, new Date(now.getTime() - KEPT_MS));
}

function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : [];
  return [...front, ...zeros, ...back];
}

const MAPPED = '::ffff:';

/** A home may use any address of a /64 of IPv6. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith(MAPPED)) return ip;
  return `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

/** A customer of a provider has 256 addresses of IPv4, or a /48 of IPv6. */
export function wideNetworkOf(ip: string): string {
  const plain = ip.startsWith(MAPPED) ? ip.slice(MAPPED.length) : ip;
  if (plain.includes(':')) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}
