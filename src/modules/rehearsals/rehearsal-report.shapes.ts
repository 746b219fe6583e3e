import { z } from 'zod';
import { centsShape, dayShape } from '#kit/endpoint/wire.ts';
import { CHECK_CODES } from '#modules/catalog/checks/check.states.ts';
import { readSeasonReport } from '#modules/reports/season/season-report.contract.ts';

const count = z.number().int();

/** What came of a rehearsal (RP5.4). */
export const rehearsalReportShape = z.object({
  /** the first day of the sale, and the last day that was played */
  from: dayShape,
  thru: dayShape,
  families: z.object({ came: count, bought: count }),
  routes: z.array(
    z.object({
      school: z.string(),
      route: z.string(),
      /** null: without a limit */
      capacity: count.nullable(),
      sold: count,
      full_on: dayShape.nullable(),
      /** an ended contract gives its seat back */
      days: z.array(z.object({ day: dayShape, sold: count, ended: count })),
    }),
  ),
  months: z.array(
    z.object({
      month: z.string(),
      charged_cents: centsShape,
      failed: count,
      failed_cents: centsShape,
      recovered_cents: centsShape,
      returned_cents: centsShape,
      refunded_cents: centsShape,
      /** at the end of the month */
      outstanding_cents: centsShape,
      past_due_cents: centsShape,
    }),
  ),
  unsold: z.array(
    z.object({
      /** the reason of the catalog, or the code of the refusal */
      why: z.string(),
      /** of the refusal */
      sentence: z.string().nullable(),
      families: count,
      /** checks about the reason; `is_found`: stood before the first day of the sale */
      checks: z.array(z.object({ code: z.enum(CHECK_CODES), is_found: z.boolean() })),
    }),
  ),
  mails: z.array(z.object({ kind: z.string(), mails: count })),
  season: readSeasonReport.item,
});
export type RehearsalReport = z.output<typeof rehearsalReportShape>;
