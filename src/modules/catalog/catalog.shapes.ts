import { z } from 'zod';
import { centsShape } from '#kit/endpoint/wire.ts';

/** The company's own choices in pricing (C2, P). */
export const priceSettingsShape = z.object({
  half_rounding_unit_cents: centsShape,
  aid_fee_base: z.enum(['subtotal', 'charge']),
});
