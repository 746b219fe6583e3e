/** What a line of the processor's balance is; `other` is what the portal has no word for. */
export const MOVEMENT_KINDS = [
  'charge',
  'return',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_back',
  'fee',
  'payout',
  'payout_back',
  'top_up',
  'other_currency',
  'other',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** What has become of a payout. */
export const PAYOUT_STATES = ['on_its_way', 'arrived', 'failed', 'canceled'] as const;
