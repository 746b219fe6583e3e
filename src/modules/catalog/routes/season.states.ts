/** A draft is seen by staff alone; `coming` has opened at no school, `closed` at none any more (SE1.2). */
export const SEASON_STATES = ['draft', 'coming', 'open', 'closed', 'ended'] as const;
export type SeasonState = (typeof SEASON_STATES)[number];
