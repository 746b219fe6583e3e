import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { documentRefusals } from './documents.refusals.ts';

/** SHA-256 in hex; capitals and spaces are allowed, because people type the hash from a printed page. */
export const fileHash = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, '').toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{64}$/));

export const ANSWERS = ['genuine', 'not ours'] as const;

export const verifyContract = endpoint({
  name: 'verifyContract',
  summary:
    'Whether a file with this SHA-256 is the signed copy of this contract number; says nothing about people',
  method: 'GET',
  path: '/contract/verify/:contract_number/:sha256',
  guard: 'anyone',
  params: z.object({ contract_number: z.string().trim().min(1).max(64).toUpperCase(), sha256: fileHash }),
  item: z.object({ answer: z.enum(ANSWERS) }),
  refusals: [documentRefusals.too_many_checks],
});
