import { m } from '#i18n/messages.js';
import type { RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import type { OrderStatus } from '#modules/orders/order.states.ts';

export const ORDER_STATE_TEXTS: Record<OrderStatus, () => string> = {
  awaiting_aid: m.list_order_awaiting_aid,
  awaiting_check: m.list_order_awaiting_check,
  pending_payment: m.list_order_pending_payment,
  active: m.list_order_active,
  payment_failed: m.list_order_payment_failed,
  cancelled: m.list_order_cancelled,
};

export const WAY_TEXTS: Record<RefundChannel, () => string> = {
  processor: m.list_way_processor,
  check: m.list_way_check,
  driver_fund: m.list_way_driver_fund,
};
