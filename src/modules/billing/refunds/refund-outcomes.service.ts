import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { cents, subtract, ZERO } from '#kit/money.ts';
import type { Billing } from '#modules/billing/billing-context.ts';
import { recordRefund } from './refund-ledger.service.ts';
import { judgeRefund, UNRESOLVED_REFUNDS, type RefundVerdict } from './refund-transitions.ts';
import { lockRefund, partsOf, reserve, updateRefund, type LockedRefund } from './refunds.queries.ts';

type Outcome = { refund_id: number; verdict: RefundVerdict };

/**
 * The one door through which answers about refunds come: the answer itself and the resolver's. Applying a
 * verdict twice, or an old one late, changes nothing. Locks order, payment, refund.
 * Source: reliability 4.3, I8, I13
 */
export async function applyRefundOutcome(
  tx: Tx,
  billing: Billing,
  { refund_id, verdict }: Outcome,
): Promise<void> {
  const locked = await lockRefund(tx, refund_id);
  const { to, move } = judgeRefund(locked.refund.state, verdict);
  if (move === 'contradicts') return callForAPerson(tx, billing, locked, verdict);
  if (move === 'known_already') return;
  const now = billing.clock.now();
  await updateRefund(tx, refund_id, {
    state: to,
    ...factsOf(verdict),
    ...(to === 'unknown' ? {} : { finishedAt: now }),
  });
  if (verdict.k === 'succeeded') await recordRefund(tx, locked, { ref: verdict.ref, now });
  if (to === 'failed') await release(tx, locked);
  if (to !== 'unknown') await tellWhenThrough(tx, now, locked);
  billing.crashPoint('refund outcome about to commit');
}

/** By check or to the driver fund nothing is asked of anybody: it is in the books with the decision (R2). */
export async function settleOutside(tx: Tx, billing: Billing, refund_id: number): Promise<void> {
  const locked = await lockRefund(tx, refund_id);
  const now = billing.clock.now();
  await updateRefund(tx, refund_id, { state: 'succeeded', finishedAt: now });
  await recordRefund(tx, locked, { ref: `refund-${refund_id}`, now });
  await tellWhenThrough(tx, now, locked);
}

async function release(tx: Tx, { payment, refund }: LockedRefund): Promise<void> {
  await reserve(tx, payment.id, subtract(ZERO, cents(refund.amountCents - refund.surchargeCents)));
}

/**
 * One mail a decision, once all of its parts are known and money went back; the order's lock makes one part
 * the last.
 */
async function tellWhenThrough(tx: Tx, now: Date, { decision }: LockedRefund): Promise<void> {
  const parts = await partsOf(tx, decision.id);
  if (
    parts.some(({ state }) => UNRESOLVED_REFUNDS.includes(state)) ||
    !parts.some(({ state }) => state === 'succeeded')
  )
    return;
  await enqueue(tx, now, {
    kind: 'mail.refund',
    ref: String(decision.id),
    payload: { order_refund_id: decision.id },
  });
}

function factsOf(verdict: RefundVerdict) {
  if (verdict.k === 'succeeded') return { gatewayRef: verdict.ref };
  if (verdict.k === 'refused') return { gatewayRef: verdict.ref ?? null, code: verdict.code };
  return verdict.k === 'not_found' ? { code: 'not_found' } : {};
}

// Money went back on a refund that was given up, and another may have been made for it since.
async function callForAPerson(
  tx: Tx,
  billing: Billing,
  { refund }: LockedRefund,
  verdict: RefundVerdict,
): Promise<void> {
  const detail = {
    state: refund.state,
    verdict: verdict.k,
    ...('ref' in verdict ? { gateway_ref: verdict.ref } : {}),
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
