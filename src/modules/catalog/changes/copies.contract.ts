import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape } from '#kit/endpoint/wire.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { COPIED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { createShape, keyShape, removeShape } from './changes.contract.ts';

export const readCopy = endpoint({
  name: 'readCatalogCopy',
  summary: 'The changes that add a copy of an object beside it, ended, with what hangs below; writes nothing',
  method: 'GET',
  path: '/admin/catalog/:kind/:id/copy',
  guard: { right: 'season_write' },
  params: z.object({ kind: z.enum(COPIED_KINDS), id: idShape }),
  item: z.object({
    /** for `POST /admin/catalog/changes`; without the right money they lack the amounts */
    changes: z.array(createShape),
    /** the key of the copy itself */
    key: keyShape,
  }),
  refusals: [catalogRefusals.not_found],
});

export const readRemoval = endpoint({
  name: 'readSeasonRemoval',
  summary: 'The changes that remove a draft season with everything below; writes nothing',
  method: 'GET',
  path: '/admin/catalog/period/:id/removal',
  guard: { right: 'season_write' },
  params: byId,
  /** for `POST /admin/catalog/changes` */
  item: z.object({ changes: z.array(removeShape) }),
  refusals: [catalogRefusals.not_found],
});
