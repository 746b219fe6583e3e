import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { hasRight, type Right } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { byId } from '#kit/endpoint/wire.ts';
import { FILE_FORMATS, FILE_TYPES } from '#kit/list/list-file.ts';
import { ofPathPart, signerOf, toPathPart } from '#modules/accounts/sessions/links.service.ts';
import { ledgerSpanQuery } from '#modules/billing/bookkeeping/bookkeeping.contract.ts';
import { ledgerFiles, monthFile } from '#modules/billing/bookkeeping/close-month.service.ts';
import { LEDGER_FORMATS } from '#modules/billing/bookkeeping/ledger-files.ts';
import { spanOf } from '#modules/billing/bookkeeping/read-ledger.service.ts';
import { reportRefusals } from '#modules/reports/reports.refusals.ts';
import { seasonLines, seasonPages } from '#modules/reports/season/season-file.ts';
import { seasonReportQuery, type SeasonReport } from '#modules/reports/season/season-report.contract.ts';
import { askedReport, seasonReport } from '#modules/reports/season/season-report.service.ts';
import { workbookOf } from '#platform/sheets/workbook.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AppContext } from '#server/app-context.ts';
import type { OpenedArchive } from '#server/http/archives.ts';
import type { REPORT_FILES } from './report-files.contract.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'vault' | 'files'>;
type Name = (typeof REPORT_FILES)[number];
type Query = Record<string, string>;
type Wanted = { report: Name; query: Query };

/** Named and checked; the content is made only for who opens the link. */
type Prepared = { filename: string; type: string; content: () => Promise<string | Uint8Array> };

/** Prepares the file of a report; the report's own call takes the same query. */
type ReportFile = (deps: Deps, query: Query) => Promise<Prepared>;

/** As the reports themselves. */
const READ_RIGHT: Right = 'money';

/** @throws report_unknown for a query that the report does not take */
function checked<S extends z.ZodType>(shape: S, query: Query): z.output<S> {
  const read = shape.safeParse(query);
  if (!read.success) throw new Refusal(reportRefusals.report_unknown);
  return read.data;
}

const typeOf = (name: string) => (name.endsWith('.csv') ? FILE_TYPES.csv : 'text/plain; charset=utf-8');

/** A workbook with a page for each grouping, figures as numbers (RP2.4). */
async function seasonBook(report: SeasonReport): Promise<Buffer> {
  const pages = seasonPages(report).map((page) => ({ ...page, batches: [page.rows] }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbookOf(pages)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const seasonFileQuery = seasonReportQuery.extend({ format: z.enum(FILE_FORMATS).default('csv') });

/** `part`: QuickBooks Online takes a thousand lines a file. */
const ledgerFileQuery = ledgerSpanQuery.extend({
  format: z.enum(LEDGER_FORMATS),
  part: z.coerce.number().int().positive().default(1),
});

const FILES: Readonly<Record<Name, ReportFile>> = {
  async season(deps, query) {
    const { format, ...wanted } = checked(seasonFileQuery, query);
    const asked = await askedReport(deps, wanted);
    const write = format === 'csv' ? seasonLines : seasonBook;
    return {
      filename: `${m.office_report_season_file({ day: asked.as_of })}.${format}`,
      type: FILE_TYPES[format],
      content: async () => write(await seasonReport(deps, asked)),
    };
  },
  async ledger(deps, query) {
    const { format, part, ...asked } = checked(ledgerFileQuery, query);
    const files = await ledgerFiles(deps, spanOf(deps.clock.today(), asked), [format]);
    return prepared(files[part - 1]);
  },
  month: async (deps, query) => prepared(await monthFile(deps, checked(byId, query).id)),
};

/** @throws report_unknown without the file */
function prepared(file: { name: string; content: Prepared['content'] } | undefined): Prepared {
  if (!file) throw new Refusal(reportRefusals.report_unknown);
  return { filename: file.name, type: typeOf(file.name), content: file.content };
}

/** @throws right_missing, report_unknown, and the refusals of the report */
function prepare(deps: Deps, viewer: Viewer, { report, query }: Wanted): Promise<Prepared> {
  if (!hasRight(viewer, 'export') || !hasRight(viewer, READ_RIGHT))
    throw new Refusal(rightRefusals.right_missing);
  return FILES[report](deps, query);
}

/** @throws right_missing, report_unknown, and the refusals of the report */
export async function linkToReport(deps: Deps, viewer: Viewer, wanted: Wanted): Promise<{ path: string }> {
  await prepare(deps, viewer, wanted);
  const sign = signerOf(deps.vault, deps.clock.now(), viewer);
  return { path: sign(`/storage/reports/${wanted.report}/${toPathPart(wanted.query)}`) };
}

/** @param path  below /storage */
export async function openReport(
  deps: Deps,
  viewer: Viewer,
  path: string,
): Promise<OpenedArchive | undefined> {
  const [, report, asked] = /^reports\/(\w+)\/([\w-]*)$/.exec(path) ?? [];
  if (!report || !Object.hasOwn(FILES, report) || asked === undefined || viewer.impersonator_id !== null)
    return undefined;
  const query = ofPathPart(asked) as Record<string, string>;
  const file = await prepare(deps, viewer, { report: report as Name, query });
  const content = Buffer.from(await file.content());
  await writeAudit(deps.db, deps.clock.now(), viewer, {
    action: 'list.export',
    subject: `list:${report}-report`,
    detail: { ...query },
  });
  return { filename: file.filename, type: file.type, content };
}
