import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { cents, subtract, ZERO } from '#kit/money.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { processorReason } from '#modules/billing/processor/ask-processor.service.ts';
import { recordBouncedRefund, recordRefund } from './refund-ledger.service.ts';
import { OPEN_REFUNDS, UNDONE_REFUNDS, type RefundState } from './refund.states.ts';
import { nextRefundState, type GatewayRefundResult } from './refund-transitions.ts';
import {
  lockRefund,
  partsOf,
  reserve,
  updateRefund,
  type LockedRefund,
  type RefundRow,
} from './refunds.queries.ts';

type RefundResult = { refund_id: number; gatewayResult: GatewayRefundResult };

/** A repeated or late answer changes nothing. Locks order, payment, refund (reliability 4.3, I8, I13). */
export async function applyRefundOutcome(
  tx: Tx,
  billing: BillingContext,
  { refund_id, gatewayResult }: RefundResult,
): Promise<RefundRow> {
  const locked = await lockRefund(tx, refund_id);
  const { state } = locked.refund;
  if (gatewayResult.k === 'bounced' && OPEN_REFUNDS.includes(state)) {
    // The money left and came back before either answer arrived; the books show both movements.
    const { ref } = gatewayResult;
    await applyRefundOutcome(tx, billing, { refund_id, gatewayResult: { k: 'succeeded', ref } });
    return applyRefundOutcome(tx, billing, { refund_id, gatewayResult });
  }
  const { to, transition } = nextRefundState(state, gatewayResult);
  if (transition === 'conflict') {
    await flagForManualReview(tx, billing, locked, gatewayResult);
    return locked.refund;
  }
  if (state === 'pending' && gatewayResult.k === 'pending')
    return updateRefund(tx, refund_id, refundChanges(gatewayResult));
  if (transition === 'known_already')
    return state === 'unknown' && gatewayResult.k === 'unknown'
      ? updateRefund(tx, refund_id, processorReason(gatewayResult))
      : locked.refund;
  const now = billing.clock.now();
  const written = await updateRefund(tx, refund_id, {
    state: to,
    ...refundChanges(gatewayResult),
    ...processorReason(gatewayResult),
    ...finishedAt(to, now),
  });
  await bookOutcome(tx, billing, { locked, gatewayResult });
  if (UNDONE_REFUNDS.includes(to)) await release(tx, locked);
  if (to === 'succeeded' || to === 'failed') await notifyWhenResolved(tx, now, locked);
  billing.crashPoint('refund outcome about to commit');
  return written;
}

type Booking = { locked: LockedRefund; gatewayResult: GatewayRefundResult };

async function bookOutcome(
  tx: Tx,
  billing: BillingContext,
  { locked, gatewayResult }: Booking,
): Promise<void> {
  const now = billing.clock.now();
  if (gatewayResult.k === 'succeeded') await recordRefund(tx, locked, { ref: gatewayResult.ref, now });
  if (gatewayResult.k !== 'bounced') return;
  await recordBouncedRefund(tx, locked, { ref: gatewayResult.ref, now });
  await flagBounced(tx, billing, locked, gatewayResult.code);
}

/** A refund by check or to the driver fund has no answer to wait for (R2). */
export async function settleOutside(tx: Tx, billing: BillingContext, refund_id: number): Promise<void> {
  const locked = await lockRefund(tx, refund_id);
  const now = billing.clock.now();
  await updateRefund(tx, refund_id, { state: 'succeeded', finished_at: now });
  await recordRefund(tx, locked, { ref: `refund-${refund_id}`, now });
  await notifyWhenResolved(tx, now, locked);
}

export async function release(tx: Tx, { payment, refund }: LockedRefund): Promise<void> {
  await reserve(tx, payment.id, subtract(ZERO, cents(refund.amount_cents - refund.surcharge_cents)));
}

/** The lock of the order makes a single part the last, so a decision has one mail. */
async function notifyWhenResolved(tx: Tx, now: Date, { decision }: LockedRefund): Promise<void> {
  const parts = await partsOf(tx, decision.id);
  if (
    parts.some(({ state }) => OPEN_REFUNDS.includes(state)) ||
    !parts.some(({ state }) => state === 'succeeded')
  )
    return;
  await enqueue(tx, now, {
    kind: 'billing.refund_issued',
    ref: String(decision.id),
    payload: { order_refund_id: decision.id },
  });
}

function finishedAt(to: RefundState, now: Date) {
  if (to === 'unknown' || to === 'pending') return {};
  return to === 'bounced' ? { bounced_at: now } : { finished_at: now };
}

function refundChanges(gatewayResult: GatewayRefundResult) {
  if (gatewayResult.k === 'succeeded') return { gateway_ref: gatewayResult.ref, code: null };
  if (gatewayResult.k === 'pending')
    return { gateway_ref: gatewayResult.ref, code: gatewayResult.waits_for ?? null };
  if (gatewayResult.k === 'bounced') return { gateway_ref: gatewayResult.ref, code: gatewayResult.code };
  if (gatewayResult.k === 'refused')
    return { gateway_ref: gatewayResult.ref ?? null, code: gatewayResult.code };
  return gatewayResult.k === 'not_found' ? { code: 'not_found' } : {};
}

// The family was notified of the refund. Staff decide about the money; no mail is sent by itself.
export async function flagBounced(
  tx: Tx,
  billing: BillingContext,
  { refund }: LockedRefund,
  code: string,
): Promise<void> {
  const detail = { amount_cents: refund.amount_cents, code };
  const row = { action: 'billing.refund_came_back', subject: `refund:${refund.id}`, detail };
  await writeAudit(tx, billing.clock.now(), undefined, row);
  billing.log.error({ refund_id: refund.id, code }, 'a refund came back after it had succeeded');
}

// Money was refunded on a refund given up; another refund may have replaced the first since.
async function flagForManualReview(
  tx: Tx,
  billing: BillingContext,
  { refund }: LockedRefund,
  gatewayResult: GatewayRefundResult,
): Promise<void> {
  const detail = {
    state: refund.state,
    verdict: gatewayResult.k,
    ...('ref' in gatewayResult ? { gateway_ref: gatewayResult.ref } : {}),
  };
  await writeAudit(tx, billing.clock.now(), undefined, {
    action: 'billing.refund_contradicts',
    subject: `refund:${refund.id}`,
    detail,
  });
  billing.log.error(
    { refund_id: refund.id, ...detail },
    'the processor gave money back on a refund that was given up',
  );
}
