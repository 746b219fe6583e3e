import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';

export const declineSecondPersonShape = z.object({ reason: requiredText(500) });
