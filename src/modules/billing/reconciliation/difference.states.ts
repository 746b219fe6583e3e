/**
 * How the processor's books and ours differ: only theirs, only ours, another amount, refused here and taken
 * there, not asked for by this portal, of a kind that the portal has no word for; and what of the balance no
 * line explains.
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

/** As many open differences as are shown, the oldest, and as many closed ones, the newest. */
export const DIFFERENCES_SHOWN = 200;

/** What a difference is about; of charges and refunds a person may have the processor asked again. */
export const DIFFERENCE_CLASSES = ['charge', 'refund', 'dispute', 'line', 'balance'] as const;
export type DifferenceClass = (typeof DIFFERENCE_CLASSES)[number];
