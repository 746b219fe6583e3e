import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';

export const NOTE_CHARACTERS = 8192;

/** What staff type (OF10.3). */
export const noteFieldsShape = z.object({ text: requiredText(NOTE_CHARACTERS), is_pinned: z.boolean() });
