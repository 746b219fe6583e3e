export const DISPUTE_STATES = [
  /** the bank of the card asks a question or suspects fraud; no money has moved */
  'warning',
  /** the bank has taken the money back until the company answers */
  'open',
  'answered',
  'won',
  'lost',
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The bank has the money: no refund is possible, and the card is not charged again for the order. */
export const STANDING_DISPUTES = ['open', 'answered'] as const satisfies readonly DisputeState[];
