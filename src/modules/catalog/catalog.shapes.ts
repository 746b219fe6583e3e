import { z } from 'zod';
import { centsShape } from '#kit/endpoint/wire.ts';
import { optionalText } from '#kit/rules/fields.ts';

/** The company's own choices in pricing (C2, P). */
export const priceSettingsShape = z.object({
  half_rounding_unit_cents: centsShape,
  aid_fee_base: z.enum(['subtotal', 'charge']),
});

/** A rule that a change of a list breaks. */
export const problemShape = z.object({
  /** the place in the list of changes */
  change: z.number().int(),
  /** null: the object as a whole */
  field: z.string().nullable(),
  code: z.string(),
  sentence: z.string(),
});

/** What staff state of a lawyer's approval of bank terms that lack a point (SE4.11). */
export const approvalShape = optionalText(500).optional();
