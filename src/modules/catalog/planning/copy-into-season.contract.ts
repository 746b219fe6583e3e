import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape } from '#kit/endpoint/wire.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { createShape, keyShape } from '#modules/catalog/changes/changes.contract.ts';
import { COPIED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { planningRefusals } from './planning.refusals.ts';

export const readCopyInto = endpoint({
  name: 'readCatalogCopyInto',
  summary: 'The changes that add an object to another season, by the rules of the roll-over; writes nothing',
  method: 'GET',
  path: '/admin/catalog/:kind/:id/copy-into/:season_id',
  guard: { right: 'season_write' },
  params: z.object({ kind: z.enum(COPIED_KINDS), id: idShape, season_id: idShape }),
  item: z.object({
    /** for `POST /admin/catalog/changes`; without the right money they lack the amounts */
    changes: z.array(createShape),
    /** the key of the copy itself */
    key: keyShape,
  }),
  refusals: [catalogRefusals.not_found, planningRefusals.no_place_for_copy],
});
