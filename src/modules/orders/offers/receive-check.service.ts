import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { receiveFirst } from '#modules/billing/staff-edits/first-received.service.ts';
import { makeActive } from '#modules/orders/checkout/order-listener.service.ts';
import { getSigned } from '#modules/orders/contracts/contracts.queries.ts';
import { beginActivation, getSignedPrice, lockOrder } from '#modules/orders/orders.queries.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';

export type ReceivedCheck = { reference: string | null; received_on: PlainDate; amount_cents: number };

/**
 * The check or cash that an order has waited for is here: the order becomes active, with a number, a receipt
 * and emails, once (OF3.7).
 * @throws order_not_found, own_order, check_not_awaited, check_in_future, check_number_missing, check_short,
 *   check_above
 */
export async function receiveCheck(
  tx: Tx,
  clock: Clock,
  viewer: Viewer,
  { order_id, received }: { order_id: number; received: ReceivedCheck },
): Promise<void> {
  const { reference, received_on } = received;
  if (!(await findShownOrder(tx, order_id, null))) throw new Refusal(orderRefusals.order_not_found);
  const order = await lockOrder(tx, order_id);
  if (order.status !== 'awaiting_check') throw new Refusal(orderRefusals.check_not_awaited);
  if (received_on > clock.today()) throw refuseField(orderRefusals.check_in_future, 'received_on');
  const { paid_by } = await getSignedPrice(tx, order_id);
  const by = paid_by === 'paymentTypeCash' ? paid_by : 'paymentTypeCheck';
  if (by === 'paymentTypeCheck' && !reference)
    throw refuseField(orderRefusals.check_number_missing, 'reference');
  const { snapshot } = await getSigned(tx, order_id);
  const { route, program } = snapshot;
  const what = m.server_order_descriptor({ route: route.name, program: program.text });
  const now = clock.now();
  const amount_cents = cents(received.amount_cents);
  await receiveFirst(tx, viewer, { order, by, amount_cents, reference, what, now });
  await beginActivation(tx, order_id);
  await writeAudit(tx, now, viewer, {
    action: 'order.receive',
    subject: `order:${order_id}`,
    detail: { received_on: formatDate(received_on) },
    before: { status: 'awaiting_check' },
    after: { status: 'active', amount_cents },
    texts: { reference },
  });
  await makeActive(tx, clock, { id: order_id, hasAidToConfirm: false });
}
