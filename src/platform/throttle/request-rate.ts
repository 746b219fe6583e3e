import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#kit/durations.ts';
import { fingerprintOf } from '#platform/tokens/tokens.ts';
import type { WaitS } from './throttle-rule.ts';

/** Returns the seconds to wait, else 0. */
export type RequestRate = (subject: string, now: Date) => WaitS;

/** About 5 MB. A subject dropped from the cache starts with a full minute again. */
const SUBJECTS_KEPT = 20_000;

/**
 * Protects the portal against a runaway machine, in memory; throttle.ts counts attempts at secrets, in the
 * database. Keeps only a digest of a subject.
 * @param perMinute  0 counts nothing and lets everything through
 */
export function requestRate(perMinute: number): RequestRate {
  if (perMinute === 0) return () => 0;
  let minute = 0;
  const counts = new LRUCache<string, number>({ max: SUBJECTS_KEPT });
  return (subject, now) => {
    const at = Math.floor(now.getTime() / MINUTE_MS);
    if (at !== minute) counts.clear();
    minute = at;
    const key = fingerprintOf(subject);
    const count = counts.get(key) ?? 0;
    if (count >= perMinute) return Math.ceil(((at + 1) * MINUTE_MS - now.getTime()) / 1000);
    counts.set(key, count + 1);
    return 0;
  };
}
