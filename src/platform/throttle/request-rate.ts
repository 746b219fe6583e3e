import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#kit/durations.ts';
import { fingerprintOf } from '#platform/tokens/tokens.ts';
import type { WaitS } from './throttle-rule.ts';

/** Counts one request of a subject; seconds to wait when it was one too many in this minute, else 0. */
export type RequestRate = (subject: string, now: Date) => WaitS;

/** Some 5 MB at most. A subject that falls out begins its minute again. */
const SUBJECTS_KEPT = 20_000;

/**
 * So many requests a minute for each subject. Counted in this process's memory: it is there to keep a machine
 * that runs wild from taking the portal with it, not to count tries at a secret (throttle.ts does, in the
 * database). A subject may be as long as a stranger likes: only its digest is kept.
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
