/** What is known of one subject's tries at one thing. */
export type Counter = { window_started_at: Date; count: number; locked_until: Date | null };

/** How long the door stays shut once the tries are used up. */
type Lock =
  | { kind: 'rest_of_window' }
  | { kind: 'fixed'; ms: number }
  | { kind: 'doubling'; firstMs: number; maxMs: number };

/**
 * How often a subject (an account, an IP address) may try something.
 * `tries` counted in a window of `windowMs` shut the door; the last of them still counts as made.
 */
export type ThrottleRule = { scope: string; attempts: number; windowMs: number; lock: Lock };

/** Seconds until the next try may be made; 0 when it may be made now. */
export type WaitS = number;

export function waitSeconds(counter: Counter | undefined, now: Date): WaitS {
  const lockedMs = (counter?.locked_until?.getTime() ?? 0) - now.getTime();
  return Math.max(0, Math.ceil(lockedMs / 1000));
}
