import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { consumeAttempt, returnAttempt, type ThrottleRule } from '#platform/throttle/throttle.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { HOUR_MS } from '#kit/durations.ts';

const TEN_AN_HOUR = { attempts: 10, windowMs: HOUR_MS, lock: { kind: 'rest_of_window' } } as const;

/** Checking a code or a number by itself: every try counts (A5, B2). */
export const CHECKED: Record<'aid_code' | 'sibling_number', ThrottleRule> = {
  aid_code: { scope: 'aid_code.checked', ...TEN_AN_HOUR },
  sibling_number: { scope: 'sibling_number.checked', ...TEN_AN_HOUR },
};

/**
 * Wrong codes and numbers in a quote or an order; right ones are asked for again with every change of the
 * form.
 */
const GUESSED: ThrottleRule = { scope: 'code.guessed', ...TEN_AN_HOUR };

type Deps = { db: Database; clock: Clock };

function refuseIf(waitS: number): void {
  if (waitS > 0) throw new Refusal(orderRefusals.too_many_attempts, { retry_after_s: waitS });
}

/** Counts one check; the eleventh within an hour is refused. */
export async function countCodeAttempt(
  { db, clock }: Deps,
  rule: ThrottleRule,
  viewer: Viewer,
): Promise<void> {
  refuseIf(await consumeAttempt(db, rule, String(viewer.user_id), clock.now()));
}

const isWrongGuess = (error: unknown) =>
  error instanceof Refusal &&
  (error.kind === orderRefusals.aid_code_invalid || error.kind === orderRefusals.sibling_number_invalid);

type Guess = { contract: { route_discounts: readonly unknown[] }; financial_aid?: unknown };

/**
 * Does work that a code or number may be guessed through; wrong guesses are counted, outside the work's own
 * transaction. Each is counted before the work, so that many at once get no more answers than ten. A body
 * that holds neither is never kept waiting.
 */
export async function countingGuesses<T>(
  { db, clock }: Deps,
  viewer: Viewer,
  body: Guess,
  work: () => Promise<T>,
): Promise<T> {
  if (!body.financial_aid && body.contract.route_discounts.length === 0) return work();
  const subject = String(viewer.user_id);
  refuseIf(await consumeAttempt(db, GUESSED, subject, clock.now()));
  let isMiss = false;
  try {
    return await work();
  } catch (error) {
    isMiss = isWrongGuess(error);
    throw error;
  } finally {
    if (!isMiss) await returnAttempt(db, GUESSED, subject);
  }
}
