import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape } from '#kit/endpoint/wire.ts';

export const contentBlockShape = z.object({
  id: idShape,
  key: z.string(),
  category: z.string(),
  /** a path below `/storage/`, or a full URL beginning with http */
  content: z.string(),
  helper_text: z.string().nullable(),
  is_active: z.boolean(),
});
export type ContentBlock = z.output<typeof contentBlockShape>;

export const listContentBlocks = endpoint({
  name: 'listContentBlocks',
  summary: 'The content blocks of the public site, in the order of the season file',
  method: 'GET',
  path: '/content-block',
  guard: 'anyone',
  item: contentBlockShape,
  refusals: [],
});
