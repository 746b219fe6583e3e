import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { consumeAttempt, returnAttempt, type ThrottleRule } from '#platform/throttle/throttle.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { HOUR_MS } from '#kit/durations.ts';

const TEN_AN_HOUR = { attempts: 10, windowMs: HOUR_MS, lock: { kind: 'rest_of_window' } } as const;

/** For a check of a code or number alone, every attempt counts (A5, B2). */
export const CHECKED: Record<'aid_code' | 'sibling_number', ThrottleRule> = {
  aid_code: { scope: 'aid_code.checked', ...TEN_AN_HOUR },
  sibling_number: { scope: 'sibling_number.checked', ...TEN_AN_HOUR },
};

/** For quotes and orders, only wrong codes count; every change of the form repeats a right code. */
const GUESSED: ThrottleRule = { scope: 'code.guessed', ...TEN_AN_HOUR };

type Deps = { db: Database; clock: Clock };

function refuseIf(waitS: number): void {
  if (waitS > 0) throw new Refusal(orderRefusals.too_many_attempts, { retry_after_s: waitS });
}

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
 * Each guess is counted before the work and outside the transaction of the work, so parallel requests get no
 * more than ten answers. A body without code and number is never limited.
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
