import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { SEASON_STATES } from '#modules/catalog/routes/season.states.ts';

const countShape = z.number().int();

export const seasonHeadShape = z.object({
  id: idShape,
  version: countShape,
  name: z.string(),
  text: z.string(),
  starts_on: dayShape,
  ends_on: dayShape,
  state: z.enum(SEASON_STATES),
  /** schools of the season */
  schools: countShape,
  /** … that sell the season now */
  schools_selling: countShape,
  /** … ready to sell the season once published */
  schools_ready: countShape,
  /** … that sell a published season from an opening hour to come */
  schools_by_hour: countShape,
  /** routes that have not ended */
  routes: countShape,
});

export const seasonRowShape = seasonHeadShape.extend({
  /** in force */
  contracts: countShape,
  seats_taken: countShape,
  /** of routes that have not ended; null if one of them has no limit */
  capacity: countShape.nullable(),
  /** payments of the contracts in force, paid or due, without surcharges */
  revenue_cents: centsShape,
});
export type SeasonRow = z.output<typeof seasonRowShape>;

export const listSeasons = endpoint({
  name: 'listSeasons',
  summary: 'Every season, the newest first: days, state, schools, routes, contracts and seats (SE1.1)',
  method: 'GET',
  path: '/admin/seasons',
  guard: { right: 'season' },
  item: seasonRowShape,
  refusals: [],
});
