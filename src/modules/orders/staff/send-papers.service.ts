import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { lockOrder } from '#modules/orders/orders.queries.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { enqueueOnce } from '#platform/outbox/enqueue-once.ts';

/**
 * The mails with which the family got the contract and each applied amendment, once per company day (OF10.5).
 * @throws order_not_found, mailed_today; order_inactive for an ended order and one without a signed contract
 */
export async function sendPapers(tx: Tx, clock: Clock, staff: Viewer, order_id: number): Promise<void> {
  const order = await findShownOrder(tx, order_id, null);
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  await lockOrder(tx, order_id);
  if (!order.is_active || order.contract_number === null) throw new Refusal(orderRefusals.order_inactive);
  const today = clock.today();
  const contract = { kind: 'orders.order_confirmed', ref: `${order_id}-${today}`, payload: { order_id } };
  if (!(await enqueueOnce(tx, clock.now(), contract))) throw new Refusal(accountRefusals.mailed_today);
  for (const { id } of order.amendments)
    await enqueue(tx, clock.now(), {
      kind: 'orders.amendment_applied',
      ref: `${id}-${today}`,
      payload: { order_id, amendment_id: id },
    });
  await writeAudit(tx, clock.now(), staff, { action: 'order.send_papers', subject: `order:${order_id}` });
}
