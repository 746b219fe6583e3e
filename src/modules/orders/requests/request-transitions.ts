import type { RequestState } from '#modules/orders/request.states.ts';

/** Where a refund request can go from where it is; finished and declined have no way out (R2). */
export const REQUEST_TRANSITIONS: Record<RequestState, readonly RequestState[]> = {
  requested: ['in_work', 'under_way', 'finished', 'declined'],
  in_work: ['under_way', 'finished', 'declined'],
  // The processor refused the money: staff choose another way.
  under_way: ['finished', 'in_work'],
  finished: [],
  declined: [],
};

export const mayBecome = (from: RequestState, to: RequestState): boolean =>
  REQUEST_TRANSITIONS[from].includes(to);

export const isEnded = (status: RequestState): boolean => REQUEST_TRANSITIONS[status].length === 0;
