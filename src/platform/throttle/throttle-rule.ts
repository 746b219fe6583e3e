export type Counter = { window_started_at: Date; count: number; locked_until: Date | null };

/** The duration of the lock after too many attempts. */
type Lock =
  | { kind: 'rest_of_window' }
  | { kind: 'fixed'; ms: number }
  | { kind: 'doubling'; firstMs: number; maxMs: number };

/**
 * The attempts allowed to a subject (an account, an IP address). In a window of `windowMs`, the last of
 * `attempts` still counts as made and starts the lock.
 */
export type ThrottleRule = { scope: string; attempts: number; windowMs: number; lock: Lock };

/** Seconds until the next attempt; 0 for now. */
export type WaitS = number;

export function waitSeconds(counter: Counter | undefined, now: Date): WaitS {
  const lockedMs = (counter?.locked_until?.getTime() ?? 0) - now.getTime();
  return Math.max(0, Math.ceil(lockedMs / 1000));
}
