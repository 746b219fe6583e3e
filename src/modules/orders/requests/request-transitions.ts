import type { RefundStatus } from '#modules/orders/order-requests.contract.ts';

/** Where a refund request can go from where it is; finished and declined have no way out (R2). */
export const REFUND_MOVES: Record<RefundStatus, readonly RefundStatus[]> = {
  requested: ['in_work', 'under_way', 'finished', 'declined'],
  in_work: ['under_way', 'finished', 'declined'],
  // The processor refused the money: staff choose another way.
  under_way: ['finished', 'in_work'],
  finished: [],
  declined: [],
};

export const mayMove = (from: RefundStatus, to: RefundStatus): boolean => REFUND_MOVES[from].includes(to);

export const isEnded = (status: RefundStatus): boolean => REFUND_MOVES[status].length === 0;
