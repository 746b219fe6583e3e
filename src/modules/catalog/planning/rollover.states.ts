/** The days of a season by what moves them together. */
export const DAY_GROUPS = ['season', 'openings', 'windows', 'scheduled', 'cut_offs', 'aid_balance'] as const;
export type DayGroup = (typeof DAY_GROUPS)[number];

/** What stays with the old season (SE9.2). */
export const STAYS_BEHIND = [
  'aid_codes',
  'contracts',
  'holds',
  'offers',
  'waiting',
  'congestion_fees',
  'news',
] as const;
export type StaysBehind = (typeof STAYS_BEHIND)[number];

/** The table of values, and the words of the old season in texts. */
export const ROW_PARTS = ['values', 'texts'] as const;
export type RowPart = (typeof ROW_PARTS)[number];

/** Of values; of words, `changed` are those that are replaced. */
export const ROW_FILTERS = ['all', 'changed', 'typed', 'problem'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];
