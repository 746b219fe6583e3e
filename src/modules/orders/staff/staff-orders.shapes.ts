import { z } from 'zod';
import { optionalText } from '#kit/rules/fields.ts';

export const cancelOrderShape = z.object({ reason: z.string().trim().min(1).min(5).max(500) });

const NOTES_MAX = 8192;

export const typedNotesShape = z.object({
  notes: optionalText(NOTES_MAX),
  notes_additional: optionalText(NOTES_MAX),
});
