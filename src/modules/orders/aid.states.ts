/** A6 */
export const AID_OUTCOMES = ['confirmed', 'declined'] as const;
export type AidOutcome = (typeof AID_OUTCOMES)[number];

export const AID_CONSEQUENCES = ['difference', 'end'] as const;
export type AidConsequence = (typeof AID_CONSEQUENCES)[number];

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
