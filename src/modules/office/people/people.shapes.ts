import { z } from 'zod';

export const impersonationReasonShape = z.object({ reason: z.string().trim().min(1).min(10).max(500) });
