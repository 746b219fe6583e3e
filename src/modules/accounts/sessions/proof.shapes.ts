import { z } from 'zod';

export const proofShape = z.object({ password: z.string().min(1).max(255) });
