/**
 * `state`: refused here, done at the processor. `foreign`: not sent by this portal. `unknown_kind`: a kind of
 * line unknown to the portal. `balance`: the unexplained rest of the balance.
 */
export const DIFFERENCE_KINDS = [
  'theirs_only',
  'ours_only',
  'amount',
  'state',
  'foreign',
  'unknown_kind',
  'balance',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The limit of open differences shown (the oldest), and of closed differences (the newest). */
export const DIFFERENCES_SHOWN = 200;

/** A person can have charges, refunds and disputes read again. */
export const DIFFERENCE_CLASSES = ['charge', 'refund', 'dispute', 'line', 'balance'] as const;
export type DifferenceClass = (typeof DIFFERENCE_CLASSES)[number];
