import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { hasRight, type Right } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { byId } from '#kit/endpoint/wire.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { ledgerSpanQuery } from '#modules/billing/bookkeeping/bookkeeping.contract.ts';
import { ledgerFiles, openMonthFile } from '#modules/billing/bookkeeping/close-month.service.ts';
import { LEDGER_FORMATS } from '#modules/billing/bookkeeping/ledger-files.ts';
import { spanOf } from '#modules/billing/bookkeeping/read-ledger.service.ts';
import { reportRefusals } from '#modules/reports/reports.refusals.ts';
import { seasonFile } from '#modules/reports/season/season-file.ts';
import { seasonReportQuery } from '#modules/reports/season/season-report.contract.ts';
import { seasonReport } from '#modules/reports/season/season-report.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AppContext } from '#server/app-context.ts';
import type { OpenedArchive } from '#server/http/archives.ts';
import type { REPORT_FILES } from './report-files.contract.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'vault' | 'files'>;
type Name = (typeof REPORT_FILES)[number];
type Query = Record<string, string>;

type Written = { filename: string; type: string; content: string | Uint8Array };

/** What a report writes for a query that its own call takes. */
type ReportFile = { right: Right; write(deps: Deps, query: Query): Promise<Written> };

const CSV = 'text/csv; charset=utf-8';

/** @throws report_unknown for a query that the report does not take */
function checked<S extends z.ZodType>(shape: S, query: Query): z.output<S> {
  const read = shape.safeParse(query);
  if (!read.success) throw new Refusal(reportRefusals.report_unknown);
  return read.data;
}

const typeOf = (name: string) => (name.endsWith('.csv') ? CSV : 'text/plain; charset=utf-8');

/** `part`: QuickBooks Online takes a thousand lines a file. */
const ledgerFileQuery = ledgerSpanQuery.extend({
  format: z.enum(LEDGER_FORMATS),
  part: z.coerce.number().int().positive().default(1),
});

const FILES: Readonly<Record<Name, ReportFile>> = {
  season: {
    right: 'money',
    async write(deps, query) {
      const report = await seasonReport(deps, checked(seasonReportQuery, query));
      const filename = `${m.office_report_season_file({ day: report.as_of })}.csv`;
      return { filename, type: CSV, content: seasonFile(report) };
    },
  },
  ledger: {
    right: 'money',
    async write(deps, query) {
      const { format, part, ...asked } = checked(ledgerFileQuery, query);
      const files = await ledgerFiles(deps, spanOf(deps.clock.today(), asked), [format]);
      const file = files[part - 1];
      if (!file) throw new Refusal(reportRefusals.report_unknown);
      return { filename: file.name, type: typeOf(file.name), content: file.content };
    },
  },
  month: {
    right: 'money',
    async write(deps, query) {
      const file = await openMonthFile(deps, checked(byId, query).id);
      if (!file) throw new Refusal(reportRefusals.report_unknown);
      return { filename: file.name, type: typeOf(file.name), content: file.content };
    },
  },
};

/** @throws right_missing */
function fileFor(viewer: Viewer, name: Name): ReportFile {
  const file = FILES[name];
  if (!hasRight(viewer, 'export') || !hasRight(viewer, file.right))
    throw new Refusal(rightRefusals.right_missing);
  return file;
}

/**
 * Writes the file once to refuse what cannot be written.
 * @throws report_unknown, right_missing, and the refusals of the report
 */
export async function linkToReport(
  deps: Deps,
  viewer: Viewer,
  { report, query }: { report: Name; query: Query },
): Promise<{ path: string }> {
  await fileFor(viewer, report).write(deps, query);
  const asked = Buffer.from(JSON.stringify(query)).toString('base64url');
  return { path: signerOf(deps.vault, deps.clock.now(), viewer)(`/storage/reports/${report}/${asked}`) };
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
  const query = JSON.parse(Buffer.from(asked, 'base64url').toString()) as Query;
  const { filename, type, content } = await fileFor(viewer, report as Name).write(deps, query);
  await writeAudit(deps.db, deps.clock.now(), viewer, {
    action: 'list.export',
    subject: `list:${report}-report`,
    detail: { ...query },
  });
  return { filename, type, content: inOnePiece(content) };
}

async function* inOnePiece(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
