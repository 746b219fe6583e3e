import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';

export const noteShape = z.object({ note: requiredText(2000) });
