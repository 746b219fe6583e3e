import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { afterFailure } from './after-failure.service.ts';
import { judgeMove, type Verdict } from '#modules/billing/payments/attempt-transitions.ts';
import {
  cancelUnpaid,
  lockAttempt,
  updateAttempt,
  updatePayment,
  type Locked,
} from '#modules/billing/payments/attempts.queries.ts';
import type { Billing } from '#modules/billing/billing-context.ts';
import { refreshPastDue } from '#modules/billing/payments/collection.queries.ts';
import {
  recordCharge,
  recordRefusal,
  recordReturn,
  recordSettlement,
} from '#modules/billing/ledger/ledger.service.ts';
import type { FailedTry } from '#modules/billing/payments/retry-policy.ts';

type Outcome = { attempt_id: number; verdict: Verdict };

/**
 * The one door through which money's answers come: the answer itself, the resolver, bank news,
 * reconciliation. Applying the same verdict twice, or an old one late, changes nothing. Locks order, payment,
 * attempt.
 * Source: reliability 4.3, I3, I4, I12, M6
 */
export async function applyOutcome(
  tx: Tx,
  billing: Billing,
  { attempt_id, verdict }: Outcome,
): Promise<void> {
  const locked = await lockAttempt(tx, attempt_id);
  const { state } = locked.attempt;
  if (verdict.k === 'returned' && (state === 'sent' || state === 'unknown')) {
    // A look-up can find a debit that has already come back; the books show both ways.
    await applyOutcome(tx, billing, { attempt_id, verdict: { k: 'pending', ref: verdict.ref } });
    return applyOutcome(tx, billing, { attempt_id, verdict });
  }
  const { to, move } = judgeMove(state, verdict);
  if (move === 'contradicts') return callForAPerson(tx, billing, locked, verdict);
  if (move === 'known_already') return;
  await updateAttempt(tx, attempt_id, {
    state: to,
    ...factsOf(verdict),
    ...(to === 'unknown' ? {} : { finishedAt: billing.clock.now() }),
  });
  await consequences[verdict.k](tx, billing, locked, verdict as never);
  billing.crashPoint('outcome about to commit');
}

type Consequence<K extends Verdict['k']> = (
  tx: Tx,
  billing: Billing,
  locked: Locked,
  verdict: Extract<Verdict, { k: K }>,
) => Promise<void>;

const consequences: { [K in Verdict['k']]: Consequence<K> } = {
  unknown: async () => undefined,
  pending: (tx, billing, locked, { ref }) => collected(tx, billing, locked, { ref, isSettled: false }),
  succeeded: (tx, billing, locked, { ref }) =>
    locked.attempt.state === 'processing'
      ? settled(tx, billing, locked, ref)
      : collected(tx, billing, locked, { ref, isSettled: true }),
  declined: (tx, billing, locked, { code }) => refused(tx, billing, locked, { ended: 'declined', code }),
  not_found: (tx, billing, locked) => refused(tx, billing, locked, { ended: 'not_found', code: null }),
  returned: async (tx, billing, locked, { ref, code }) => {
    await recordReturn(tx, locked, { ref, now: billing.clock.now() });
    await callAfterRefund(tx, billing, locked);
    await afterFailure(tx, billing, locked, { ended: 'returned', code });
  },
};

async function collected(
  tx: Tx,
  billing: Billing,
  locked: Locked,
  charge: { ref: string; isSettled: boolean },
): Promise<void> {
  const now = billing.clock.now();
  await updatePayment(tx, locked.payment.id, {
    status: charge.isSettled ? 'paid' : 'processing',
    paidAt: now,
    settledAt: charge.isSettled ? now : null,
    nextTryOn: null,
  });
  await recordCharge(tx, locked, { ...charge, now });
  if (isFirstCharge(locked)) await billing.firstCharge.onCollected(tx, locked.order.id);
  else await refreshPastDue(tx, locked.order.id);
}

async function settled(tx: Tx, billing: Billing, locked: Locked, ref: string): Promise<void> {
  const now = billing.clock.now();
  await updatePayment(tx, locked.payment.id, { status: 'paid', settledAt: now });
  await recordSettlement(tx, locked, { ref, now });
}

async function refused(
  tx: Tx,
  billing: Billing,
  locked: Locked,
  why: Pick<FailedTry, 'ended' | 'code'>,
): Promise<void> {
  await recordRefusal(tx, locked, billing.clock.now());
  if (!isFirstCharge(locked)) return afterFailure(tx, billing, locked, why);
  await cancelUnpaid(tx, locked.order.id);
  await updatePayment(tx, locked.payment.id, { status: 'failed' });
  await billing.firstCharge.onRefused(tx, locked.order.id);
}

/** The charge that checkout takes, while its order still waits for it (M4). */
const isFirstCharge = ({ order, payment }: Locked) =>
  payment.paymentNumber === 1 && order.status === 'pending_payment';

function factsOf(verdict: Verdict) {
  if (verdict.k === 'unknown' || verdict.k === 'not_found') return {};
  if (verdict.k === 'declined')
    return { gatewayRef: verdict.ref ?? null, code: verdict.code, next: verdict.next };
  return verdict.k === 'returned'
    ? { gatewayRef: verdict.ref, code: verdict.code, next: verdict.next }
    : { gatewayRef: verdict.ref };
}

// The family has the money twice now; whether it owes a part of it again is for staff to say.
async function callAfterRefund(tx: Tx, billing: Billing, { payment }: Locked): Promise<void> {
  if (payment.refundedCents === 0) return;
  const row = {
    action: 'billing.returned_after_refund',
    subject: `payment:${payment.id}`,
    detail: { refunded_cents: payment.refundedCents },
  };
  await writeAudit(tx, billing.clock.now(), undefined, row);
}

// Money on an attempt that was given up: the seat may be somebody else's by now, so no machine decides.
async function callForAPerson(
  tx: Tx,
  billing: Billing,
  { attempt }: Locked,
  verdict: Verdict,
): Promise<void> {
  const detail = {
    state: attempt.state,
    verdict: verdict.k,
    ...('ref' in verdict ? { gateway_ref: verdict.ref } : {}),
  };
  const subject = `charge_attempt:${attempt.id}`;
  await writeAudit(tx, billing.clock.now(), undefined, {
    action: 'billing.outcome_contradicts',
    subject,
    detail,
  });
  billing.log.error(
    { charge_attempt_id: attempt.id, ...detail },
    'the processor holds a charge that was given up',
  );
}
