import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { oneLine } from '#kit/rules/text.ts';
import { bookkeepingRefusals } from '#modules/billing/bookkeeping/bookkeeping.refusals.ts';
import { reportRefusals } from '#modules/reports/reports.refusals.ts';

export const REPORT_FILES = ['season', 'ledger', 'month'] as const;

export const exportReport = endpoint({
  name: 'exportReport',
  summary: 'A link of five minutes to a report as a file',
  method: 'POST',
  path: '/admin/reports/files',
  guard: { right: 'export' },
  audits: ['list.export'],
  proof: 'recent',
  impersonation: 'refused',
  /** `query`: as the report itself takes it */
  body: z.object({
    report: z.enum(REPORT_FILES),
    query: z.record(z.string().max(100), z.string().max(100).check(oneLine())).default({}),
  }),
  item: z.object({ path: z.string() }),
  refusals: [
    reportRefusals.report_unknown,
    reportRefusals.season_unknown,
    reportRefusals.day_ahead,
    bookkeepingRefusals.account_unnamed,
    bookkeepingRefusals.span_backwards,
    bookkeepingRefusals.span_too_long,
    rightRefusals.right_missing,
  ],
});
