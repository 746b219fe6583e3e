import { writeAudit } from '#platform/audit/audit.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Tx } from '#platform/db/database.ts';
import { afterFailure, flagReturnAfterEnd, flagReturnAfterRefund } from './after-failure.service.ts';
import { afterOurMistake, noteCompanyLimit, noteRefusedRequest } from './collection-stop.service.ts';
import type { AttemptState } from '#modules/billing/payments/attempt.states.ts';
import { processorReason } from '#modules/billing/processor/ask-processor.service.ts';
import { isGivenUp, LOOK_AT_ACTION_MS } from '#modules/billing/processor/resolver-steps.ts';
import {
  isMoney,
  nextState,
  orStopped,
  type GatewayResult,
} from '#modules/billing/payments/attempt-transitions.ts';
import {
  cancelUnpaid,
  lockAttempt,
  updateAttempt,
  updateAttemptAndPayment,
  updatePayment,
  type Attempt,
  type Locked,
  type PaidPayment,
} from '#modules/billing/payments/attempts.queries.ts';
import { forgetUncharged } from '#modules/billing/payments/collection.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import {
  recordCharge,
  recordRefusal,
  recordReturn,
  recordSettlement,
} from '#modules/billing/ledger/ledger.service.ts';
import { isOurMistake, type Ending } from '#modules/billing/payments/retry-policy.ts';

type AttemptResult = { attempt_id: number; gatewayResult: GatewayResult };

/**
 * A repeated or late answer changes nothing. Locks order, payment, attempt (reliability 4.3, I3, I4, I12,
 * M6).
 */
export async function applyOutcome(
  tx: Tx,
  billing: BillingContext,
  { attempt_id, gatewayResult: answer }: AttemptResult,
): Promise<Attempt> {
  const locked = await lockAttempt(tx, attempt_id);
  const { attempt } = locked;
  const { state } = attempt;
  const gatewayResult = orStopped(state, answer);
  if (isOfAnotherCharge(locked, gatewayResult)) {
    await flagSecondCharge(tx, billing, locked, gatewayResult);
    return attempt;
  }
  if (gatewayResult.k === 'returned' && UNANSWERED.includes(state)) {
    // A look-up may find an already returned debit; the books show both movements.
    await applyOutcome(tx, billing, { attempt_id, gatewayResult: { k: 'pending', ref: gatewayResult.ref } });
    return applyOutcome(tx, billing, { attempt_id, gatewayResult });
  }
  const { to, transition } = nextState(state, gatewayResult);
  if (transition === 'conflict') {
    await flagForManualReview(tx, billing, locked, gatewayResult);
    return attempt;
  }
  if (transition === 'known_already') {
    // An attempt without an answer keeps the newest reason.
    if (UNANSWERED.includes(state) && gatewayResult.k === 'unknown')
      await updateAttempt(tx, attempt.id, processorReason(gatewayResult));
    return attempt;
  }
  const written = await writeOutcome(tx, billing, { locked, to, gatewayResult });
  billing.crashPoint('outcome about to commit');
  return written;
}

type Outcome = { locked: Locked; to: AttemptState; gatewayResult: GatewayResult };

async function writeOutcome(
  tx: Tx,
  billing: BillingContext,
  { locked, to, gatewayResult }: Outcome,
): Promise<Attempt> {
  const { attempt, payment } = locked;
  const changes = {
    state: to,
    ...attemptChanges(gatewayResult),
    ...processorReason(gatewayResult),
    ...whenItEnds(to, billing.clock.now()),
  };
  const paid = paymentWithMoney(attempt, gatewayResult, billing.clock.now());
  const consequence = consequences[gatewayResult.k];
  await atOnce([
    paid
      ? updateAttemptAndPayment(
          tx,
          { attempt_id: attempt.id, payment_id: payment.id },
          { ...changes, ...paid },
        )
      : updateAttempt(tx, attempt.id, changes),
    consequence(tx, billing, { ...locked, payment: { ...payment, ...paid } }, gatewayResult as never),
  ]);
  return { ...attempt, ...changes };
}

const UNANSWERED: readonly AttemptState[] = ['sent', 'unknown', 'action'];

function whenItEnds(to: AttemptState, now: Date) {
  if (to === 'action') return { lease_until: new Date(now.getTime() + LOOK_AT_ACTION_MS) };
  return to === 'unknown' ? {} : { finished_at: now };
}

function paymentWithMoney({ state }: Attempt, { k }: GatewayResult, now: Date): PaidPayment | undefined {
  if (k === 'pending') return { status: 'processing', paid_at: now, settled_at: null, next_try_on: null };
  if (k !== 'succeeded') return undefined;
  const settled = { status: 'paid' as const, settled_at: now };
  return state === 'processing' ? settled : { ...settled, paid_at: now, next_try_on: null };
}

type Consequence<K extends GatewayResult['k']> = (
  tx: Tx,
  billing: BillingContext,
  locked: Locked,
  gatewayResult: Extract<GatewayResult, { k: K }>,
) => Promise<void>;

const consequences: { [K in GatewayResult['k']]: Consequence<K> } = {
  unknown: async (tx, billing, { attempt }, { is_account_refused }) => {
    if (is_account_refused) await noteRefusedRequest(tx, billing, attempt.id);
  },
  action: async () => undefined,
  pending: (tx, billing, locked, { ref }) => collected(tx, billing, locked, { ref, isSettled: false }),
  succeeded: (tx, billing, locked, { ref }) =>
    locked.attempt.state === 'processing'
      ? recordSettlement(tx, locked, { ref, now: billing.clock.now() })
      : collected(tx, billing, locked, { ref, isSettled: true }),
  declined: async (tx, billing, locked, { code, next }) => {
    await refused(tx, billing, locked, { ended: 'declined', code, next });
    if (code === 'refused_request') await noteRefusedRequest(tx, billing, locked.attempt.id);
    if (code === 'company_limit') await noteCompanyLimit(tx, billing, locked.attempt);
  },
  not_found: (tx, billing, locked, { is_withdrawn }) => {
    // If the processor refused the portal's key, the earlier code stays as the reason.
    const code = is_withdrawn ? 'not_sent' : locked.attempt.code;
    return refused(tx, billing, locked, { ended: 'not_found', code, next: null });
  },
  returned: async (tx, billing, locked, { ref, code, next }) => {
    await recordReturn(tx, locked, { ref, code, now: billing.clock.now() });
    await flagReturnAfterRefund(tx, billing.clock.now(), locked);
    if (code === 'company_limit') return afterStoppedDebit(tx, billing, locked);
    await afterFailure(tx, billing, locked, { ended: 'returned', code, next });
  },
};

async function afterStoppedDebit(tx: Tx, billing: BillingContext, locked: Locked): Promise<void> {
  await afterOurMistake(tx, billing, locked, { code: 'company_limit' });
  if (locked.order.status === 'cancelled')
    await flagReturnAfterEnd(tx, billing.clock.now(), { payment: locked.payment, code: 'company_limit' });
  await noteCompanyLimit(tx, billing, locked.attempt);
}

async function collected(
  tx: Tx,
  billing: BillingContext,
  locked: Locked,
  charge: { ref: string; isSettled: boolean },
): Promise<void> {
  const { orderListener } = billing;
  const { order } = locked;
  await recordCharge(tx, locked, { ...charge, now: billing.clock.now() });
  if (isFirstCharge(locked)) await orderListener.onFirstCollected(tx, order);
  else await orderListener.onPaymentsChanged(tx, order.id);
}

async function refused(tx: Tx, billing: BillingContext, locked: Locked, why: Ending): Promise<void> {
  // No bank was asked: the order has no record of the refusal.
  if (isOurMistake(why) && !isFirstCharge(locked)) return afterOurMistake(tx, billing, locked, why);
  await recordRefusal(tx, locked, billing.clock.now());
  if (!isFirstCharge(locked)) return afterFailure(tx, billing, locked, why);
  await cancelUnpaid(tx, locked.order.id);
  if (why.ended === 'declined')
    await forgetUncharged(tx, locked.attempt.payment_method_id, billing.clock.now());
  await updatePayment(tx, locked.payment.id, { status: 'failed' });
  await billing.orderListener.onFirstRefused(
    tx,
    locked.order.id,
    wasUnconfirmed(locked, billing.clock.now()),
  );
}

/** The answer was lost at first, or the payer did not confirm in time: the family has left the page (O10). */
const wasUnconfirmed = ({ attempt: { state, replays, first_sent_at } }: Locked, now: Date) =>
  state === 'unknown' || replays > 0 || (state === 'action' && isGivenUp(first_sent_at, now));

/** M4 */
const isFirstCharge = ({ order, payment }: Locked) =>
  payment.payment_number === 1 && order.status === 'pending_payment';

function attemptChanges(gatewayResult: GatewayResult) {
  if (gatewayResult.k === 'unknown')
    return gatewayResult.is_account_refused ? { code: 'account_refused' } : {};
  if (gatewayResult.k === 'not_found') return gatewayResult.is_withdrawn ? { code: 'not_sent' } : {};
  if (gatewayResult.k === 'declined')
    return { gateway_ref: gatewayResult.ref ?? null, code: gatewayResult.code, next: gatewayResult.next };
  return gatewayResult.k === 'returned'
    ? { gateway_ref: gatewayResult.ref, code: gatewayResult.code, next: gatewayResult.next }
    : {
        gateway_ref: gatewayResult.ref,
        code: null,
        ...('mandate_ref' in gatewayResult && { mandate_ref: gatewayResult.mandate_ref }),
      };
}

const isOfAnotherCharge = ({ attempt }: Locked, gatewayResult: GatewayResult) =>
  attempt.gateway_ref !== null &&
  'ref' in gatewayResult &&
  gatewayResult.ref !== undefined &&
  gatewayResult.ref !== attempt.gateway_ref;

async function flagSecondCharge(
  tx: Tx,
  billing: BillingContext,
  locked: Locked,
  gatewayResult: GatewayResult,
): Promise<void> {
  if (isMoney(gatewayResult)) await flagForManualReview(tx, billing, locked, gatewayResult);
}

// Money arrived on an attempt given up earlier. Another family may hold the seat by now; staff decide.
async function flagForManualReview(
  tx: Tx,
  billing: BillingContext,
  { attempt }: Locked,
  gatewayResult: GatewayResult,
): Promise<void> {
  const detail = {
    state: attempt.state,
    verdict: gatewayResult.k,
    ...('ref' in gatewayResult ? { gateway_ref: gatewayResult.ref } : {}),
  };
  const subject = `charge_attempt:${attempt.id}`;
  await writeAudit(tx, billing.clock.now(), undefined, {
    action: 'billing.outcome_contradicts',
    subject,
    detail,
  });
  billing.log.error(
    { charge_attempt_id: attempt.id, ...detail },
    'the processor holds a charge that was given up, or a second one',
  );
}
