import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { askRefund } from './request-refund.service.ts';
import { answerOr } from '#modules/billing/processor/ask-processor.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.ts';
import { applyRefundOutcome } from './refund-outcomes.service.ts';
import type { GatewayRefundResult } from './refund-transitions.ts';
import { claimUnresolvedRefund, updateRefund, type RefundRow } from './refunds.queries.ts';
import {
  absentCountsFrom,
  nextStep,
  claimChanges,
  type Step,
} from '#modules/billing/processor/resolver-steps.ts';

/**
 * Finds out what became of every refund whose flow is gone, by the same steps as a charge: its own key and
 * request again while the processor still knows the key, later only a look-up. May run several times at once.
 * @returns how often it went after one
 * Source: reliability 4.3, I9, I13
 */
export async function resolveRefunds(billing: BillingContext): Promise<number> {
  for (let count = 0; ; count++) {
    const claimed = await billing.db.transaction((tx) => claim(tx, billing));
    if (!claimed) return count;
    billing.crashPoint('resolver claimed a refund');
    if (claimed.step === 'look_up') await lookUp(billing, claimed.refund);
    else await record(billing, claimed.refund, await askRefund(billing, claimed.refund));
  }
}

async function claim(
  tx: Tx,
  billing: BillingContext,
): Promise<{ refund: RefundRow; step: Step } | undefined> {
  const now = billing.clock.now();
  const refund = await claimUnresolvedRefund(tx, now);
  if (!refund) return undefined;
  const step = nextStep(refund, { now, idemHours: billing.gateway.caps.idemHours });
  await updateRefund(tx, refund.id, claimChanges(step, refund.replays, now));
  return { refund, step };
}

async function lookUp(billing: BillingContext, refund: RefundRow): Promise<void> {
  const asked = { refund_id: refund.id, charge_ref: refund.charge_ref! };
  const found = await answerOr<Awaited<ReturnType<typeof billing.gateway.findRefund>>>(
    billing,
    () => billing.gateway.findRefund(asked),
    (cause) => ({ k: 'unknown', cause }),
  );
  if (found === 'undetermined') return flagForManualReview(billing, refund);
  if (found !== 'absent') return record(billing, refund, found);
  const countsFrom = absentCountsFrom(refund.last_sent_at!);
  if (billing.clock.now() >= countsFrom) return record(billing, refund, { k: 'not_found' });
  await billing.db.transaction((tx) => updateRefund(tx, refund.id, { lease_until: countsFrom }));
}

async function record(
  billing: BillingContext,
  refund: RefundRow,
  gatewayResult: GatewayRefundResult,
): Promise<void> {
  billing.crashPoint('resolver has an answer about a refund');
  await billing.db.transaction((tx) =>
    applyRefundOutcome(tx, billing, { refund_id: refund.id, gatewayResult }),
  );
}

// Without a lease no machine takes it up again; what it reserved stays reserved, so nothing goes back twice.
async function flagForManualReview(billing: BillingContext, refund: RefundRow): Promise<void> {
  await billing.db.transaction(async (tx) => {
    await updateRefund(tx, refund.id, { lease_until: null });
    const subject = `refund:${refund.id}`;
    await writeAudit(tx, billing.clock.now(), undefined, {
      action: 'billing.refund_cannot_be_told',
      subject,
      detail: { state: refund.state },
    });
  });
  billing.log.error({ refund_id: refund.id }, 'the processor cannot tell what became of a refund');
}
