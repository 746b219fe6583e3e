import { z } from 'zod';
import { optionalText } from '#kit/rules/fields.ts';

export const cancelOrderShape = z.object({
  reason: z.string().trim().min(1).min(5).max(500),
  /** the aid code may not be used once more (MC11) */
  is_aid_spent: z.boolean().default(false),
});

const NOTES_MAX = 8192;

export const typedNotesShape = z.object({
  notes: optionalText(NOTES_MAX),
  notes_additional: optionalText(NOTES_MAX),
});
