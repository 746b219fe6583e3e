export const ORDER_STATUSES = [
  'awaiting_aid',
  'awaiting_check',
  'pending_payment',
  'active',
  'payment_failed',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** While it is one of these, an order holds a seat and its student's place on the route (I6, I7). */
export const LIVE_ORDERS = [
  'awaiting_aid',
  'awaiting_check',
  'pending_payment',
  'active',
] as const satisfies readonly OrderStatus[];
