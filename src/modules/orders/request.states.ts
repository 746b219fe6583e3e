/** Where a family's refund request stands; `request-transitions.ts` has the moves between them. */
export const REQUEST_STATES = ['requested', 'in_work', 'under_way', 'finished', 'declined'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** States in which staff have not decided yet. */
export const UNDECIDED_REQUESTS: readonly RequestState[] = ['requested', 'in_work'];

/** States after which staff have nothing left to do. */
export const ENDED_REQUESTS: readonly RequestState[] = ['finished', 'declined'];
