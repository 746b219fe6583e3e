import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { recordBouncedRefund } from './refund-ledger.service.ts';
import { flagBounced, release } from './refund-outcomes.service.ts';
import type { RefundReversal } from './refund.states.ts';
import { findOrderRefund, lockPaymentsOf, lockRefund, partsOf, updateRefund } from './refunds.queries.ts';

export type ReversedRefund = {
  order_id: number;
  order_refund_id: number;
  why: RefundReversal;
  /** for staff alone: it may name another family */
  reason: string;
};

/**
 * Takes back a refund by check or to the driver fund, in both books; the payment may be refunded again. A
 * check that was never cashed is owed to the family, so it is a payment issue (MC9).
 * @throws Refusal refund_not_found, refund_not_by_hand, refund_taken_back, only_checks_are_cashed
 */
export async function reverseRefund(
  tx: Tx,
  billing: BillingContext,
  staff: Viewer,
  { order_id, order_refund_id, why, reason }: ReversedRefund,
): Promise<void> {
  await lockPaymentsOf(tx, order_id);
  const decision = await findOrderRefund(tx, { order_id, order_refund_id });
  if (!decision) throw new Refusal(billingRefusals.refund_not_found);
  if (decision.way === 'processor') throw new Refusal(billingRefusals.refund_not_by_hand);
  if (why === 'never_cashed' && decision.way !== 'check')
    throw refuseField(billingRefusals.only_checks_are_cashed, 'why');
  const parts = await partsOf(tx, order_refund_id);
  if (parts.some(({ state }) => state !== 'succeeded')) throw new Refusal(billingRefusals.refund_taken_back);
  for (const { id } of parts) await takeBack(tx, billing, id, why);
  const now = billing.clock.now();
  await enqueue(tx, now, {
    kind: 'billing.refund_reversed',
    ref: String(order_refund_id),
    payload: { order_refund_id, why },
  });
  await writeAudit(tx, now, staff, {
    action: 'order.refund_reverse',
    subject: `order:${order_id}`,
    detail: { order_refund_id, amount_cents: decision.amount_cents },
    before: { state: 'succeeded' },
    after: { state: 'bounced', why },
    texts: { reason },
  });
}

async function takeBack(tx: Tx, billing: BillingContext, refund_id: number, why: RefundReversal) {
  const locked = await lockRefund(tx, refund_id);
  const now = billing.clock.now();
  await updateRefund(tx, refund_id, { state: 'bounced', bounced_at: now, code: why });
  await recordBouncedRefund(tx, locked, { ref: `refund-${refund_id}`, now });
  await release(tx, locked);
  if (why === 'never_cashed') await flagBounced(tx, billing, locked, why);
}
