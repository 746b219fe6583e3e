import { z } from 'zod';
import { dayShape, instantShape } from '#kit/endpoint/wire.ts';

/** OF5.10 */
export const appliedAmendmentShape = z.object({
  number: z.number().int(),
  /** null for a change of details, which needs no agreement */
  accepted_at: instantShape.nullable(),
  applied_at: instantShape,
  text: z.string(),
});

/** The paper that the family has signed in place of a login (OF3.8). */
export const scanPaperShape = z.object({
  path: z.string(),
  signed_on: dayShape,
  seen_by: z.string(),
  sha256: z.string(),
  pages: z.number().int(),
});

export const amendmentPaperShape = z.object({
  number: z.number().int(),
  path: z.string(),
  /** null until the paper is made */
  sha256: z.string().nullable(),
  /** null for an amendment accepted online, or without agreement */
  scan: scanPaperShape.nullable(),
});
