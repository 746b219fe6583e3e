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
  if ((await countAttempt(db, rule, subject, now)) !== undefined) return 0;
  // The lock may have ended between the two statements; the try was not counted all the same.
  return Math.max(1, await retryAfter(db, rule, subject, now));
}

/** Counts one try, and says whether it was the one that used the attempts of its window up: one is. */
export async function usesAttemptsUp(
  db: Database,
  rule: ThrottleRule,
  subject: string,
  now: Date,
): Promise<boolean> {
  return (await countAttempt(db, rule, subject, now)) === rule.attempts;
}

/**
 * Takes back a try that was counted before its work and was no miss. Where only misses count, each try is
 * counted first all the same: of many guesses at once no more are answered than the rule allows (H7).
 * In a transaction it is taken back when that commits.
 */
export async function returnAttempt(db: Db, rule: ThrottleRule, subject: string): Promise<void> {
  await uncountAttempt(db, rule, subject);
}

/** A rule and whom it counts. */
export type Counted = readonly [rule: ThrottleRule, subject: string];

/**
 * Counts one try under several rules, or under none where one of them has to be waited for.
 * @returns seconds to wait; 0 when the try was allowed and counted
 */
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

/** How long a subject must wait, without counting. */
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

/** The eight groups of an address of IPv6. */
function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : [];
  return [...front, ...zeros, ...back];
}

const MAPPED = '::ffff:';

/**
 * The network that an address counts for: a home gets a whole /64 of IPv6, so one address of it says nothing.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith(MAPPED)) return ip;
  return `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

/** What one customer of a provider may have: 256 addresses of IPv4, or a /48 of IPv6. */
export function wideNetworkOf(ip: string): string {
  const plain = ip.startsWith(MAPPED) ? ip.slice(MAPPED.length) : ip;
  if (plain.includes(':')) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}
