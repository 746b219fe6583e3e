import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { byId, idShape, versionShape } from '#kit/endpoint/wire.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { oneLine } from '#kit/rules/text.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { viewFieldsShape } from './views.shapes.ts';

const viewShape = z.object({
  id: idShape,
  list: z.string(),
  name: z.string(),
  is_shared: z.boolean(),
  /** as in the address; without what the list has no more */
  query: z.record(z.string(), z.string()),
  /** what the list has no more, in words */
  gone: z.array(z.string()),
  may_change: z.boolean(),
  version: versionShape,
});
export type OfficeView = z.output<typeof viewShape>;

/** The filters, sort, columns and words of an address. */
const queryShape = z.record(z.string().max(100), z.string().max(1000).check(oneLine()));

const ofList = z.object({ list: requiredText(100) });

const writing = {
  guard: { right: 'families' },
  impersonation: 'refused',
  refusals: [
    officeRefusals.list_unknown,
    officeRefusals.view_name_taken,
    officeRefusals.too_many_views,
    rightRefusals.right_missing,
  ],
} as const;

const changing = [officeRefusals.view_not_found, accountRefusals.edited_meanwhile] as const;

export const listViews = endpoint({
  name: 'listViews',
  summary: 'The views of a list: those of everybody, then the own ones, in the order of their tabs (OF1.6)',
  method: 'GET',
  path: '/admin/views',
  guard: { right: 'families' },
  query: ofList,
  item: viewShape,
  refusals: [officeRefusals.list_unknown],
});

export const addView = endpoint({
  ...writing,
  name: 'addView',
  summary: 'Keep filters, sort, columns and words of a list under a name, for oneself or for everybody',
  method: 'POST',
  path: '/admin/views',
  audits: ['view.add'],
  /** `is_shared` needs the right season_write or company */
  body: viewFieldsShape.extend({ ...ofList.shape, is_shared: z.boolean(), query: queryShape }),
  item: viewShape,
});

export const changeView = endpoint({
  ...writing,
  name: 'changeView',
  summary: 'Rename a view, overwrite what it keeps, or move its tab',
  method: 'PUT',
  path: '/admin/views/:id',
  audits: ['view.change'],
  params: byId,
  /** `place`: of the tab, 0 for the first one of the same kind */
  body: viewFieldsShape.extend({
    query: queryShape,
    place: z.number().int().min(0).max(1000),
    version: versionShape,
  }),
  item: viewShape,
  refusals: [...writing.refusals, ...changing],
});

export const removeView = endpoint({
  ...writing,
  name: 'removeView',
  summary: 'Remove a view',
  method: 'DELETE',
  path: '/admin/views/:id',
  audits: ['view.remove'],
  params: byId,
  item: 'none',
  refusals: [officeRefusals.view_not_found, rightRefusals.right_missing],
});
