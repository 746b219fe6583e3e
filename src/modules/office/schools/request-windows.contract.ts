import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, idShape, seenVersion, versionShape } from '#kit/endpoint/wire.ts';
import { optionalText } from '#kit/rules/fields.ts';
import { flag, writtenDay } from '#kit/rules/object-fields.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { companyIsNamed } from './request-windows.shapes.ts';

/** Opened or shut, and the last day in company time; null never ends (R1). */
export const windowChangeShape = z
  .object({
    refund_open: flag(),
    refund_cutoff: writtenDay().nullable(),
    reassign_open: flag(),
    reassign_cutoff: writtenDay().nullable(),
    /** the company that takes the contracts over, as the text that families approve names it */
    reassign_to: optionalText(),
    ...seenVersion,
  })
  .refine(...companyIsNamed);

export const periodWindowShape = z.object({
  id: idShape,
  refund_open: z.boolean(),
  refund_cutoff: dayShape.nullable(),
  reassign_open: z.boolean(),
  reassign_cutoff: dayShape.nullable(),
  reassign_to: z.string().nullable(),
  version: versionShape,
  name: z.string(),
  text: z.string(),
  /** the company offers refunds for this school year at all; the season file says so */
  refund_offered: z.boolean(),
});

export type PeriodWindow = z.output<typeof periodWindowShape>;

export const listRequestWindows = endpoint({
  name: 'listRequestWindows',
  summary: 'When families may ask for a refund and approve a reassignment, the latest school year first',
  method: 'GET',
  path: '/admin/request-windows',
  guard: { right: 'season' },
  item: periodWindowShape,
  refusals: [],
});

export const saveRequestWindow = endpoint({
  name: 'saveRequestWindow',
  summary: "Open or shut a school year's requests and set their last days",
  method: 'PUT',
  path: '/admin/request-windows/:id',
  guard: { right: 'season_write' },
  audits: ['period.requests'],
  params: z.object({ id: idShape }),
  body: windowChangeShape,
  item: periodWindowShape,
  refusals: [catalogRefusals.not_found, catalogRefusals.edited_meanwhile],
});
