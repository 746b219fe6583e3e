import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { FILE_KINDS } from '#modules/catalog/objects/object-kinds.ts';

const uploadedShape = z.object({
  /** the value for the field of the object that is to have the file */
  file_name: z.string(),
  /** where the store keeps the file */
  key: z.string(),
  size_bytes: z.number().int(),
});
export type UploadedFile = z.output<typeof uploadedShape>;

export const uploadFile = endpoint({
  name: 'uploadCatalogFile',
  summary:
    'Store a PDF or a picture (multipart part `file`); an object names it in a change set within 7 days',
  method: 'POST',
  path: '/admin/files',
  guard: { right: 'season_write' },
  audits: ['file.upload'],
  impersonation: 'refused',
  // The kind of the object that is to have the file; without, the file itself tells PDF or picture.
  query: z.object({ kind: z.enum(FILE_KINDS).optional() }),
  body: 'multipart',
  item: uploadedShape,
  refusals: [
    catalogRefusals.upload_refused,
    catalogRefusals.too_many_uploads,
    accountRefusals.refused_while_impersonating,
  ],
});
