import { z } from 'zod';

export const cancelOrderShape = z.object({ reason: z.string().trim().min(1).min(5).max(500) });
