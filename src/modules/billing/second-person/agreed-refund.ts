import { z } from 'zod';
import { centsShape, idShape } from '#kit/endpoint/wire.ts';

/**
 * What goes back of each payment, as a request keeps it. A request that was made before requests kept it has
 * none and is asked for anew.
 */
export const shownPlanShape = z
  .array(
    z.object({
      payment_id: idShape,
      payment_number: z.number().int(),
      principal_cents: centsShape,
      surcharge_cents: centsShape,
    }),
  )
  .default([]);
