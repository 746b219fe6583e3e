import { m } from '#i18n/messages.js';
import { addDays, dayIn, plainDate, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { PAYMENT_SURCHARGE } from '#modules/billing/billing.contract.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { placeOf } from '#modules/documents/letterhead.ts';
import { reportRefusals } from '#modules/reports/reports.refusals.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { giveUpFiles } from '#platform/files/file-deletions.ts';
import { getKept, sha256Of } from '#platform/files/kept-file.ts';
import { jsonHash } from '#platform/json-hash.ts';
import { enqueueAll } from '#platform/outbox/outbox.ts';
import type { Tx } from '#platform/db/database.ts';
import type { FileRows } from '#platform/vault/sealed-files.ts';
import type { AppContext } from '#server/app-context.ts';
import { statementDocument, type StatementFacts } from './statement-document.ts';
import { statementOf, type StatementLine } from './statement.ts';
import {
  countMailed,
  deleteStatementsOf,
  findFamily,
  findLastEdition,
  holdStatements,
  insertStatement,
  listPayers,
  listStatementContracts,
  listStatementLines,
  listYears,
  lockNextStatements,
  type Instants,
} from './statement.queries.ts';

export type Deps = Pick<AppContext, 'db' | 'clock' | 'vault' | 'files' | 'pdfRenderer'>;
type OfYear = { user_id: number; year: number };

export const STATEMENT_READY = 'reports.statement_ready';

/** The last year is named from January 2 to April 15 (RP4.4). */
export function namedYear(today: PlainDate): number | undefined {
  const [year, day] = [Number(today.slice(0, 4)), today.slice(5)];
  return day >= '01-02' && day <= '04-15' ? year - 1 : undefined;
}

function instantsOf(time_zone: string, year: number): Instants {
  const last = plainDate(`${year}-12-31`);
  return {
    from: startOfDayIn(time_zone, plainDate(`${year}-01-01`)),
    until: startOfDayIn(time_zone, addDays(last, 1)),
  };
}

const METHOD_TEXTS: Readonly<Record<string, () => string>> = {
  paymentTypeCreditCard: m.office_report_type_credit_card,
  paymentTypeAch: m.office_report_type_bank,
  paymentTypeCheck: m.office_report_type_check,
  paymentTypeCash: m.office_report_type_cash,
};

type LineRow = Awaited<ReturnType<typeof listStatementLines>>[number];

const toLine = (row: LineRow, time_zone: string): StatementLine => ({
  order_id: row.order_id,
  payment_id: row.payment_id,
  charge_attempt_id: row.charge_attempt_id,
  payment_number: row.payment_number,
  day: dayIn(time_zone, row.created_at),
  method: row.method ? nameOfMethod(row.method) : (METHOD_TEXTS[row.payment_type]?.() ?? m.statement_other()),
  is_fee: row.description_detail === PAYMENT_SURCHARGE,
  is_credit: row.is_credit,
  is_refund: row.is_adjustment,
  value_cents: row.value_cents,
});

/** @throws statement_not_found for a year without payments */
export async function readFacts(
  { db, vault, clock: { time_zone } }: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { user_id, year }: OfYear,
): Promise<StatementFacts> {
  const family = await findFamily(db, user_id);
  const rows = await listStatementLines(db, user_id, instantsOf(time_zone, year));
  const contracts = (await listStatementContracts(db, user_id)).map(({ snapshot, ...contract }) => {
    const { student_id } = contract;
    const { student } = openContract(vault, { snapshot: readContractSnapshot(snapshot), student_id });
    return { ...contract, student: fullName(student), place: placeOf(student) };
  });
  const statement = statementOf(
    contracts,
    rows.map((row) => toLine(row, time_zone)),
  );
  if (!family || statement.children.length === 0) throw new Refusal(reportRefusals.statement_not_found);
  return {
    year,
    family: { name: fullName(family), place: contracts.at(-1)!.place },
    ...statement,
  };
}

export async function statementYears({ db, clock }: Pick<Deps, 'db' | 'clock'>, user_id: number) {
  const named = namedYear(clock.today());
  return (await listYears(db, user_id, clock.time_zone)).map((year) => ({ year, is_named: year === named }));
}

const pathOf = ({ user_id, year }: OfYear) => `/storage/statements/${user_id}/${year}.pdf`;

export const signedPath = ({ vault, clock }: Deps, viewer: Viewer, of: OfYear): string =>
  signerOf(vault, clock.now(), viewer)(pathOf(of));

const PDF = 'application/pdf';

/**
 * The same facts are the same file; other facts are another edition (decision 79). The file is written before
 * the row, under the lock of the family.
 */
async function keptPdf(deps: Deps, of: OfYear): Promise<Uint8Array> {
  const { db, clock, files, pdfRenderer } = deps;
  const facts = await readFacts(deps, of);
  const facts_hash = jsonHash(facts);
  const known = await contentOf(deps, await findLastEdition(db, of), facts_hash);
  if (known) return known;
  const content = await pdfRenderer.print(statementDocument(facts));
  return db.transaction(async (tx) => {
    await holdStatements(tx, of.user_id);
    const last = await findLastEdition(tx, of);
    const other = await contentOf(deps, last, facts_hash);
    if (other) return other;
    const edition = (last?.edition ?? 0) + 1;
    const file_key = `statements/${of.user_id}/${of.year}-${edition}.pdf`;
    await files.put(file_key, content, PDF);
    const kept = { facts_hash, file_key, sha256: sha256Of(content), size_bytes: content.length };
    await insertStatement(tx, { ...of, edition, ...kept, printed_at: clock.now() });
    return content;
  });
}

type Edition = Awaited<ReturnType<typeof findLastEdition>>;

const contentOf = async ({ files }: Pick<Deps, 'files'>, last: Edition, facts_hash: string) =>
  last?.facts_hash === facts_hash ? getKept(files, last) : undefined;

/** For the family, and for staff with the right to money, who leave an audit row. */
export async function openStatement(deps: Deps, viewer: Viewer, path: string) {
  const named = /^statements\/(\d{1,15})\/(\d{4})\.pdf$/.exec(path);
  if (!named) return undefined;
  const of = { user_id: Number(named[1]), year: Number(named[2]) };
  if (of.user_id !== viewer.user_id) {
    if (!viewer.rights.has('money')) return undefined;
    await writeAudit(deps.db, deps.clock.now(), viewer, {
      action: 'statement.read',
      subject: `user:${of.user_id}`,
      detail: { year: of.year },
    });
  }
  const content = await keptPdf(deps, of).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  return content && { content, contentType: PDF, filename: m.statement_file({ year: of.year }) };
}

export async function countStatementMails({ db, clock }: Pick<Deps, 'db' | 'clock'>, year: number) {
  const families = await listPayers(db, instantsOf(clock.time_zone, year));
  return { year, families: families.length, mailed: await countMailed(db, STATEMENT_READY, year) };
}

/** Once a family and year, by the name of the mail. @throws year_not_over */
export async function mailAll(
  tx: Tx,
  { now, today, time_zone }: { now: Date; today: PlainDate; time_zone: string },
  viewer: Viewer,
  year: number,
): Promise<number> {
  if (Number(today.slice(0, 4)) <= year) throw new Refusal(reportRefusals.year_not_over, { data: { year } });
  const before = await countMailed(tx, STATEMENT_READY, year);
  const payers = await listPayers(tx, instantsOf(time_zone, year));
  await enqueueAll(
    tx,
    now,
    payers.map((user_id) => ({
      kind: STATEMENT_READY,
      ref: `${year}-${user_id}`,
      payload: { user_id, year },
    })),
  );
  const mailed = (await countMailed(tx, STATEMENT_READY, year)) - before;
  await writeAudit(tx, now, viewer, {
    action: 'statements.mail',
    subject: `statements:${year}`,
    detail: { mailed },
  });
  return mailed;
}

/** With the account; the caller deletes the files after the commit. */
export async function eraseStatementsOf(tx: Tx, now: Date, user_id: number): Promise<void> {
  await giveUpFiles(tx, await deleteStatementsOf(tx, user_id), now);
}

export const statementFiles: FileRows = { name: 'kept_statements', lockNext: lockNextStatements };
