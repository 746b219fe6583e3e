/** What a person of the office opens and finds again (OF2.4). */
export const RECENT_KINDS = ['family', 'student', 'order', 'season'] as const;
export type RecentKind = (typeof RECENT_KINDS)[number];

/** The most things kept of a person. */
export const RECENT_THINGS = 10;
