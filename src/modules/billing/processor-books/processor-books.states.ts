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
  'reserve',
  'other_currency',
  'other',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export const PAYOUT_STATES = ['on_its_way', 'arrived', 'failed', 'canceled', 'unknown'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];
