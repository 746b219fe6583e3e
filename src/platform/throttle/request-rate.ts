import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#kit/durations.ts';
import { fingerprintOf } from '#platform/tokens/tokens.ts';
import type { WaitS } from './throttle-rule.ts';

/** Counts, and returns the seconds to wait, else 0; `waitOf` returns the same and counts nothing. */
export type RequestRate = ((subject: string, now: Date) => WaitS) & {
  waitOf: (subject: string, now: Date) => WaitS;
};

/** About 5 MB. A subject dropped from the cache starts with a full minute again. */
const SUBJECTS_KEPT = 20_000;

/**
 * Protects the portal against a runaway machine, in memory; throttle.ts counts attempts at secrets, in the
 * database. Keeps only a digest of a subject.
 * @param perMinute  0 counts nothing and lets everything through
 */
export function requestRate(perMinute: number): RequestRate {
  let minute = 0;
  const counts = new LRUCache<string, number>({ max: SUBJECTS_KEPT });
  const look = (subject: string, now: Date) => {
    const at = Math.floor(now.getTime() / MINUTE_MS);
    if (at !== minute) counts.clear();
    minute = at;
    const key = fingerprintOf(subject);
    const count = counts.get(key) ?? 0;
    const waitS = count >= perMinute ? Math.ceil(((at + 1) * MINUTE_MS - now.getTime()) / 1000) : 0;
    return { key, count, waitS };
  };
  const take = (subject: string, now: Date) => {
    if (perMinute === 0) return 0;
    const { key, count, waitS } = look(subject, now);
    if (waitS === 0) counts.set(key, count + 1);
    return waitS;
  };
  const waitOf = (subject: string, now: Date) => (perMinute === 0 ? 0 : look(subject, now).waitS);
  return Object.assign(take, { waitOf });
}
