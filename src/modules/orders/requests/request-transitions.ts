import type { RequestState } from '#modules/orders/request.states.ts';

/** Finished and declined are final (R2). */
export const REQUEST_TRANSITIONS: Record<RequestState, readonly RequestState[]> = {
  requested: ['in_work', 'under_way', 'finished', 'declined'],
  in_work: ['under_way', 'finished', 'declined'],
  // To in_work if the processor refused the refund: staff choose another way.
  under_way: ['finished', 'in_work'],
  finished: [],
  declined: [],
};

export const mayBecome = (from: RequestState, to: RequestState): boolean =>
  REQUEST_TRANSITIONS[from].includes(to);

export const isEnded = (status: RequestState): boolean => REQUEST_TRANSITIONS[status].length === 0;
