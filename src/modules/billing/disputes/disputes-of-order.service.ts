import { dayIn } from '#kit/plain-date.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { DisputeOfOrder } from './disputes.contract.ts';
import { listDisputesOf } from './disputes.queries.ts';

/** S17.11 */
export async function disputesOfOrder(
  { db, clock, gateway }: Pick<BillingContext, 'db' | 'clock' | 'gateway'>,
  order_id: number,
): Promise<DisputeOfOrder[]> {
  const dayOf = (at: Date) => dayIn(clock.time_zone, at);
  const isToAnswer = (state: DisputeOfOrder['state']) => state === 'warning' || state === 'open';
  return (await listDisputesOf(db, order_id)).map(({ dispute, payment_number }) => ({
    id: dispute.id,
    payment_id: dispute.payment_id,
    payment_number,
    amount_cents: dispute.amount_cents,
    fee_cents: dispute.fee_cents,
    state: dispute.state,
    reason: dispute.reason,
    opened_on: dayOf(dispute.opened_at),
    due_on: dispute.due_at && isToAnswer(dispute.state) ? dayOf(dispute.due_at) : null,
    closed_on: dispute.closed_at && dayOf(dispute.closed_at),
    link: gateway.pageOfDispute(dispute.gateway_ref),
  }));
}
