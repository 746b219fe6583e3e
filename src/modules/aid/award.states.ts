/** What an award makes of the price: the family pays a sum, a sum off, or a share off (OF7.2). */
export const AWARD_KINDS = ['pays', 'off', 'share'] as const;
export type AwardKind = (typeof AWARD_KINDS)[number];

/** `found`: linked to a child; `used`: a live contract carries the award. */
export const AWARD_STATES = ['open', 'found', 'used', 'ended'] as const;
export type AwardState = (typeof AWARD_STATES)[number];
