import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { FILE_FORMATS } from '#kit/list/list-file.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { oneLine } from '#kit/rules/text.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';

/** The most rows of a file (decision 127). */
export const MOST_EXPORTED = 200_000;

export const exportList = endpoint({
  name: 'exportList',
  summary: 'A link of five minutes to a list as a file, with the rows of all pages in the order of the list',
  method: 'POST',
  path: '/admin/exports',
  guard: { right: 'export' },
  audits: ['list.export'],
  proof: 'recent',
  impersonation: 'refused',
  /** `query`: the filters and the sort of the list, as the list itself takes them */
  body: z.object({
    list: requiredText(100),
    query: z.record(z.string().max(100), z.string().max(500).check(oneLine())).default({}),
    format: z.enum(FILE_FORMATS).default('csv'),
    /** keys of columns in order, with commas, of a list with chosen columns; blank for the delivered ones */
    columns: z.string().max(1000).check(oneLine()).default(''),
  }),
  item: z.object({ path: z.string() }),
  refusals: [officeRefusals.list_unknown, officeRefusals.too_many_rows, rightRefusals.right_missing],
});
