import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';

/** Why staff decline a request; the requester reads the reason. */
export const declineShape = z.object({ reason: requiredText(500) });
