/** The card fee goes back only with the whole order, or in proportion with each part (R4). */
export const CARD_FEE_REFUNDS = ['whole', 'prorated'] as const;
export type CardFeeRefund = (typeof CARD_FEE_REFUNDS)[number];
