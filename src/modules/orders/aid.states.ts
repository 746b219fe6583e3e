/** What staff decided about aid that its code has not awarded (A6). */
export const AID_OUTCOMES = ['confirmed', 'declined'] as const;
export type AidOutcome = (typeof AID_OUTCOMES)[number];

/** What a decline means for the order: the rest of the price falls due, or the order ends. */
export const AID_CONSEQUENCES = ['difference', 'end'] as const;
export type AidConsequence = (typeof AID_CONSEQUENCES)[number];

/** Where the aid of an order stands, as its family and staff see it. */
export const AID_STATES = ['awarded', 'to_confirm', ...AID_OUTCOMES] as const;
export type AidState = (typeof AID_STATES)[number];

export function aidState({
  to_confirm,
  outcome,
}: {
  to_confirm: boolean;
  outcome: AidOutcome | null;
}): AidState {
  if (outcome) return outcome;
  return to_confirm ? 'to_confirm' : 'awarded';
}
