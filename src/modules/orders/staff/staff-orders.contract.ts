import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { orderShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { cancelOrderShape, typedNotesShape } from './staff-orders.shapes.ts';

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  proof: 'recent',
  summary:
    'Make an active order inactive, for a reason that is kept: ' +
    'unpaid payments cancelled, the seat and the use of an aid code free, documents kept (M11, MC11)',
  method: 'POST',
  path: '/order/:id/cancel',
  guard: { right: 'money_write' },
  audits: ['order.cancel'],
  params: byId,
  body: cancelOrderShape,
  item: orderShape,
  refusals: [orderRefusals.order_not_found, accountRefusals.own_order, orderRefusals.order_inactive],
});

export const writeNotes = endpoint({
  name: 'writeNotes',
  summary: 'Write the notes of a contract that only staff read',
  method: 'PUT',
  path: '/order/:id/notes',
  guard: { right: 'families_write' },
  audits: ['order.notes'],
  params: byId,
  /** `seen` is the writer's last read; newer notes of another person answer 409 */
  body: typedNotesShape.extend({ seen: typedNotesShape }),
  item: orderShape,
  refusals: [orderRefusals.order_not_found, orderRefusals.notes_edited],
});
