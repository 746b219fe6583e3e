import { z } from 'zod';
import { instantShape } from '#kit/endpoint/wire.ts';
import { SELLING_HOURS } from '#modules/catalog/selling-hours.states.ts';

/** When a school opens and closes in a season, and whether it sells now. */
export const schoolOpeningShape = z.object({
  opens_at: instantShape.nullable(),
  closes_at: instantShape.nullable(),
  /** by the two hours alone */
  hours: z.enum(SELLING_HOURS),
  /** sells contracts of the season now: published, switched on and within its hours (SE8.2) */
  sells: z.boolean(),
  /** families with an open checkout (SE5.3) */
  in_checkout: z.number().int(),
});

export type SchoolOpening = z.output<typeof schoolOpeningShape>;
