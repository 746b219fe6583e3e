import type { DisputeState } from '#modules/billing/dispute.states.ts';

/**
 * Every move that a dispute may make; a late reading undoes nothing. A question of the bank may become a
 * dispute, and a bank may ask for more after it was answered.
 * Source: S17
 */
export const DISPUTE_TRANSITIONS: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  warning: ['open', 'answered', 'won', 'lost'],
  open: ['answered', 'won', 'lost'],
  answered: ['open', 'won', 'lost'],
  won: [],
  lost: [],
};

/**
 * Whether a reading moves a dispute on.
 * @param from  undefined for one that was not heard of before
 * @param isAppeal  whether a decision of the bank is contested
 * @returns `conflict` if the dispute was decided otherwise before, or an appeal follows a decision that was
 *   booked: a person must see it
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
