import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import type { GatewayResult } from '#modules/billing/payments/attempt-transitions.ts';
import { askProcessor, requestOf } from './request-charge.service.ts';
import { answerOr } from '#modules/billing/processor/ask-processor.service.ts';
import { claimUnresolved, updateAttempt, type Attempt } from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.ts';
import { applyOutcome } from './outcomes.service.ts';
import {
  absentCountsFrom,
  nextStep,
  claimChanges,
  type Step,
} from '#modules/billing/processor/resolver-steps.ts';

/** A claimed attempt is sent a second time after so long, by the same run and under the same lease. */
const ASK_AGAIN_AFTER_MS = 2_000;

/**
 * Finds out what became of every attempt whose flow is gone: sends it with its own key and request while the
 * processor still knows the key, later only looks it up. May run several times at once.
 * @returns how many attempts it went after
 * Source: reliability 4.3, O10
 */
export async function resolveUnknown(billing: BillingContext): Promise<number> {
  for (let count = 0; ; count++) {
    const claimed = await billing.db.transaction((tx) => claim(tx, billing));
    if (!claimed) return count;
    billing.crashPoint('resolver claimed an attempt');
    if (claimed.step === 'look_up') await lookUp(billing, claimed.attempt);
    else await record(billing, claimed.attempt, await askUntilAnswered(billing, claimed.attempt));
  }
}

// An answer lost once is mostly there the second time; without this a family would wait minutes for the next
// replay.
async function askUntilAnswered(billing: BillingContext, attempt: Attempt): Promise<ChargeOutcome> {
  const gatewayResult = await askProcessor(billing, requestOf(attempt), attempt.idem_key);
  if (gatewayResult.k !== 'unknown') return gatewayResult;
  await billing.wait(ASK_AGAIN_AFTER_MS);
  await billing.db.transaction((tx) => updateAttempt(tx, attempt.id, { last_sent_at: billing.clock.now() }));
  return askProcessor(billing, requestOf(attempt), attempt.idem_key);
}

async function claim(tx: Tx, billing: BillingContext): Promise<{ attempt: Attempt; step: Step } | undefined> {
  const now = billing.clock.now();
  const attempt = await claimUnresolved(tx, now);
  if (!attempt) return undefined;
  const step = nextStep(attempt, { now, idemHours: billing.gateway.caps.idemHours });
  await updateAttempt(tx, attempt.id, claimChanges(step, attempt.replays, now));
  return { attempt, step };
}

async function lookUp(billing: BillingContext, attempt: Attempt): Promise<void> {
  const asked = { attempt_id: attempt.id, customer: attempt.params.customer, since: attempt.created_at };
  const found = await answerOr<Awaited<ReturnType<typeof billing.gateway.findCharge>>>(
    billing,
    () => billing.gateway.findCharge(asked),
    (cause) => ({ k: 'unknown', cause }),
  );
  if (found === 'undetermined') return flagForManualReview(billing, attempt);
  if (found !== 'absent') return record(billing, attempt, found);
  const countsFrom = absentCountsFrom(attempt.last_sent_at!);
  if (billing.clock.now() >= countsFrom) return record(billing, attempt, { k: 'not_found' });
  await billing.db.transaction((tx) => updateAttempt(tx, attempt.id, { lease_until: countsFrom }));
}

async function record(
  billing: BillingContext,
  attempt: Attempt,
  gatewayResult: GatewayResult,
): Promise<void> {
  billing.crashPoint('resolver has an answer');
  await billing.db.transaction((tx) => applyOutcome(tx, billing, { attempt_id: attempt.id, gatewayResult }));
}

// Without a lease no machine takes it up again; a new charge is never made for it.
async function flagForManualReview(billing: BillingContext, attempt: Attempt): Promise<void> {
  await billing.db.transaction(async (tx) => {
    await updateAttempt(tx, attempt.id, { lease_until: null });
    const subject = `charge_attempt:${attempt.id}`;
    await writeAudit(tx, billing.clock.now(), undefined, {
      action: 'billing.charge_cannot_be_told',
      subject,
      detail: { state: attempt.state },
    });
  });
  billing.log.error({ charge_attempt_id: attempt.id }, 'the processor cannot tell what became of a charge');
}
