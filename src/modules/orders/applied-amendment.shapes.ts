import { z } from 'zod';
import { instantShape } from '#kit/endpoint/wire.ts';

/** OF5.10 */
export const appliedAmendmentShape = z.object({
  number: z.number().int(),
  /** null for a change of details, which needs no agreement */
  accepted_at: instantShape.nullable(),
  applied_at: instantShape,
  text: z.string(),
});

export const amendmentPaperShape = z.object({
  number: z.number().int(),
  path: z.string(),
  /** null until the paper is made */
  sha256: z.string().nullable(),
});
