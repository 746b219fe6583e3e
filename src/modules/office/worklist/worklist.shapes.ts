import { z } from 'zod';
import { dayShape, idShape } from '#kit/endpoint/wire.ts';
import { optionalText } from '#kit/rules/fields.ts';

export const WORK_NOTE_MAX = 500;

/** What staff write on an entry; null takes the value away. */
export const claimFieldsShape = z.object({
  owner_id: idShape.nullable(),
  hidden_until: dayShape.nullable(),
  note: optionalText(WORK_NOTE_MAX),
});
