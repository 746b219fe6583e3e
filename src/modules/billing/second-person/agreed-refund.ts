import { z } from 'zod';
import { centsShape, idShape } from '#kit/endpoint/wire.ts';

/** The parts of a refund in a request. An old request has no parts and must be made again. */
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
