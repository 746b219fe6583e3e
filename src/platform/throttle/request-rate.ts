import { MINUTE_MS } from '#kit/durations.ts';
import type { WaitS } from './throttle-rule.ts';

/** Counts one request of a subject; seconds to wait when it was one too many in this minute, else 0. */
export type RequestRate = (subject: string, now: Date) => WaitS;

/**
 * So many requests a minute for each subject. Counted in this process's memory: it is there to keep a machine
 * that runs wild from taking the portal with it, not to count tries at a secret (throttle.ts does, in the
 * database).
 * @param perMinute  0 counts nothing and lets everything through
 */
export function requestRate(perMinute: number): RequestRate {
  if (perMinute === 0) return () => 0;
  let minute = 0;
  const counts = new Map<string, number>();
  return (subject, now) => {
    const at = Math.floor(now.getTime() / MINUTE_MS);
    if (at !== minute) counts.clear();
    minute = at;
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    return count > perMinute ? Math.ceil(((at + 1) * MINUTE_MS - now.getTime()) / 1000) : 0;
  };
}
