import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';

export const confirmationShape = z.object({ label: requiredText(60), code: requiredText(64) });
