/** `request-transitions.ts` has the moves between these states. */
export const REQUEST_STATES = ['requested', 'in_work', 'under_way', 'finished', 'declined'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const UNDECIDED_REQUESTS: readonly RequestState[] = ['requested', 'in_work'];

export const ENDED_REQUESTS: readonly RequestState[] = ['finished', 'declined'];
