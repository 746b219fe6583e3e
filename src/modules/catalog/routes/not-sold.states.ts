/** Why a family may not sign for a route today, in the order of their weight (SE1.5). */
export const NOT_SOLD = [
  'draft',
  'school_off',
  'season_off',
  'school_opens',
  'school_closed',
  'other_season',
  'program_off',
  'route_ended',
  'no_term',
  'terms_ended',
  'term_opens',
] as const;
export type NotSold = (typeof NOT_SOLD)[number];
