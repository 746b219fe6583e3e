/** Rows of the season report (RP2.1); in texts, a `route` is a line of the specification. */
export const SEASON_GROUPINGS = ['school', 'program', 'route', 'term', 'payment_type', 'month'] as const;
export type SeasonGrouping = (typeof SEASON_GROUPINGS)[number];
