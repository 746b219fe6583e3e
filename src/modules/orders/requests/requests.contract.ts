import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape } from '#kit/endpoint/wire.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import {
  refundType,
  refundRequestShape,
  reassignApprovalShape,
} from '#modules/orders/order-requests.contract.ts';

const ofOrder = z.object({ id: idShape });

/** contracts.md §5 */
export const refundFormShape = z.object({ type: refundType });

export const requestRefund = endpoint({
  name: 'requestRefund',
  summary:
    'Ask for the money of an order back: a check to the home address (0) ' +
    'or the driver fund (1); once an order',
  method: 'POST',
  path: '/order-refund',
  guard: 'account',
  // The request waives claims, so only the parent may send the request (U).
  impersonation: 'refused',
  body: z.object({ order: ofOrder, refund: refundFormShape }),
  item: refundRequestShape,
  refusals: [orderRefusals.order_not_found, orderRefusals.refund_requested, orderRefusals.request_refused],
});

export const approveReassign = endpoint({
  name: 'approveReassign',
  summary:
    'Approve that the contract of an order passes to another company; evidence alone, once an order (R3)',
  method: 'POST',
  path: '/order-reassign-approve',
  guard: 'account',
  impersonation: 'refused',
  body: z.object({ order: ofOrder }),
  item: reassignApprovalShape,
  refusals: [orderRefusals.order_not_found, orderRefusals.reassign_approved, orderRefusals.request_refused],
});
