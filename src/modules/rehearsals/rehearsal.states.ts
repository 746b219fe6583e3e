/** `failed`: by an error, or with the portal that had begun the rehearsal. */
export const REHEARSAL_STATES = ['playing', 'done', 'stopped', 'failed'] as const;
export type RehearsalState = (typeof REHEARSAL_STATES)[number];
