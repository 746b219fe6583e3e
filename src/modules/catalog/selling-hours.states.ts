/** By the clock alone: before the opening of a school, until the closing, after the closing (SE8.2). */
export const SELLING_HOURS = ['before', 'open', 'after'] as const;

export type SellingHours = (typeof SELLING_HOURS)[number];
