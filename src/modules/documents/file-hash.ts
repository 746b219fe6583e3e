import { z } from 'zod';

/** SHA-256 in hex; capitals and spaces are allowed, because people type the hash from a printed page. */
export const fileHash = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, '').toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{64}$/));
