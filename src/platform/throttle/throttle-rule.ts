export type Counter = { window_started_at: Date; count: number; locked_until: Date | null };

type Lock =
  | { kind: 'rest_of_window' }
  | { kind: 'fixed'; ms: number }
  | { kind: 'doubling'; firstMs: number; maxMs: number };

/** The last of `attempts` in a window of `windowMs` still counts as made and starts the lock. */
export type ThrottleRule = { scope: string; attempts: number; windowMs: number; lock: Lock };

export type WaitS = number;

export function waitSeconds(counter: Counter | undefined, now: Date): WaitS {
  const lockedMs = (counter?.locked_until?.getTime() ?? 0) - now.getTime();
  return Math.max(0, Math.ceil(lockedMs / 1000));
}
