import type { DisputeState } from '#modules/billing/dispute.states.ts';

/** A late reading undoes nothing. A bank may ask again after an answer (S17). */
export const DISPUTE_TRANSITIONS: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  warning: ['open', 'answered', 'won', 'lost'],
  open: ['answered', 'won', 'lost'],
  answered: ['open', 'won', 'lost'],
  won: [],
  lost: [],
};

/**
 * @param from  undefined for a new dispute
 * @param isAppeal  the company contests the decision of the bank
 * @returns `conflict` after another decision, or for an appeal against a booked decision: a person must look
 */
export function nextDisputeState(
  from: DisputeState | undefined,
  to: DisputeState,
  isAppeal = false,
): 'make' | 'known_already' | 'conflict' {
  if (from === undefined || from === to || DISPUTE_TRANSITIONS[from].includes(to)) return 'make';
  const isDecided = (state: DisputeState) => state === 'won' || state === 'lost';
  return isDecided(from) && (isDecided(to) || isAppeal) ? 'conflict' : 'known_already';
}
