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

/** The counter after one more try at `now`, which the caller has found to be allowed. */
export function countAttempt(counter: Counter | undefined, rule: ThrottleRule, now: Date): Counter {
  const current = isOver(counter, rule, now) ? undefined : counter;
  const window_started_at = current?.window_started_at ?? now;
  const count = (current?.count ?? 0) + 1;
  return { window_started_at, count, locked_until: lockedUntil(rule, { window_started_at, count }, now) };
}

// After a fixed lock the count starts again; a doubling lock keeps it until its window ends.
function isOver(counter: Counter | undefined, rule: ThrottleRule, now: Date): boolean {
  if (!counter) return true;
  if (rule.lock.kind === 'fixed' && counter.locked_until && counter.locked_until <= now) return true;
  return now.getTime() - counter.window_started_at.getTime() >= rule.windowMs;
}

function lockedUntil(
  rule: ThrottleRule,
  counter: { window_started_at: Date; count: number },
  now: Date,
): Date | null {
  const beyond = counter.count - rule.attempts;
  if (beyond < 0) return null;
  if (rule.lock.kind === 'rest_of_window')
    return new Date(counter.window_started_at.getTime() + rule.windowMs);
  const { lock } = rule;
  const lockMs = lock.kind === 'fixed' ? lock.ms : Math.min(lock.maxMs, lock.firstMs * 2 ** beyond);
  return new Date(now.getTime() + lockMs);
}
