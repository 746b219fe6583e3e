import { z } from 'zod';
import { optionalText } from '#kit/rules/fields.ts';

const NOTES_MAX = 8192;

export const typedNotesShape = z.object({
  notes: optionalText(NOTES_MAX),
  notes_additional: optionalText(NOTES_MAX),
});
