import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { documentRefusals } from './documents.refusals.ts';
import { fileHash } from './file-hash.ts';

export const ANSWERS = ['genuine', 'not ours'] as const;

const verifiedShape = z.object({
  answer: z.enum(ANSWERS),
  /** the number of the amendment whose paper the file is; null for the contract */
  amendment: z.number().int().nullable(),
  /** the scan of the paper that the family has signed (OF3.9) */
  is_scan: z.boolean(),
  /** how many amendments the contract has (OF5.10) */
  amendments: z.number().int(),
});
export type VerifiedDocument = z.output<typeof verifiedShape>;

export const verifyContract = endpoint({
  name: 'verifyContract',
  summary:
    'Whether a file with this SHA-256 is the signed copy of this contract number; says nothing about people',
  method: 'GET',
  path: '/contract/verify/:contract_number/:sha256',
  guard: 'anyone',
  params: z.object({ contract_number: z.string().trim().min(1).max(64).toUpperCase(), sha256: fileHash }),
  item: verifiedShape,
  refusals: [documentRefusals.too_many_checks],
});
