import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape, versionShape } from '#kit/endpoint/wire.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';

const listedObjectShape = z.object({
  id: idShape,
  version: versionShape,
  parent_id: idShape.nullable(),
  /** the natural key, as references have it; of an aid code the id */
  name: z.string(),
  /** the name for families, if another one */
  text: z.string().nullable(),
  /** null for what has no end */
  is_active: z.boolean().nullable(),
});
export type ListedObject = z.output<typeof listedObjectShape>;

export const listObjects = endpoint({
  name: 'listCatalogObjects',
  summary: 'The objects of a kind in their order, all or those below a parent (SE2.1)',
  method: 'GET',
  path: '/admin/catalog/:kind',
  guard: { right: 'season' },
  params: z.object({ kind: z.enum(OBJECT_KINDS) }),
  query: z.object({ parent: idShape.optional() }),
  item: listedObjectShape,
  refusals: [],
});
