import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';

export const declineRefundShape = z.object({ reason: requiredText(500) });
