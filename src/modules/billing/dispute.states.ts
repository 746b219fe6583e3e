/** Where a dispute of a card's charge stands. */
export const DISPUTE_STATES = [
  /** the bank of the card asks, or thinks of fraud; no money has moved */
  'warning',
  /** the bank has taken the money back until the company has answered */
  'open',
  'answered',
  'won',
  'lost',
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The bank has the money: nothing of it is given back, and the card is charged nothing for the order. */
export const STANDING_DISPUTES = ['open', 'answered'] as const satisfies readonly DisputeState[];
