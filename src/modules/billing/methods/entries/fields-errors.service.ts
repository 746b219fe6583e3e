import { HOUR_MS } from '#kit/durations.ts';
import { Refusal } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { countedLines } from '#platform/throttle/counted-lines.ts';
import { consumeAttempt, type ThrottleRule } from '#platform/throttle/throttle.ts';
import type { FieldsError } from './fields-errors.contract.ts';

/** A family with failing fields sends a few reports; more reports come from abuse. */
const REPORTS: ThrottleRule = {
  scope: 'fields.errors',
  attempts: 10,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

type Told = { errors: number; last: (FieldsError & { at: Date }) | null };

let told: Told = { errors: 0, last: null };
const countOf = countedLines();

export const fieldsErrorsSoFar = (): Told => told;

/** Records nothing of the family (MS5). @throws too_many_attempts */
export async function noteFieldsError(
  { db, clock, log }: BillingContext,
  user_id: number,
  error: FieldsError,
): Promise<Pick<FieldsError, 'kind'>> {
  const now = clock.now();
  const retry_after_s = await consumeAttempt(db, REPORTS, String(user_id), now);
  if (retry_after_s > 0) throw new Refusal(accountRefusals.too_many_attempts, { retry_after_s });
  told = { errors: told.errors + 1, last: { ...error, at: now } };
  const errors = countOf(`${error.kind} ${error.type} ${error.code}`, now);
  if (errors !== undefined) log.warn({ ...error, errors }, 'the processor’s fields failed in a browser');
  return { kind: error.kind };
}
