import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { monthText } from '#kit/month-text.ts';
import { accountText } from './account-texts.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { getKept, sha256Of } from '#platform/files/kept-file.ts';
import {
  countClosings,
  countEntries,
  findFirstBookedDay,
  findLastClosed,
  findMonthFile,
  holdBookings,
  insertClosedMonth,
  insertMonthFile,
  listLedgerAccounts,
  listSpanLines,
  reopenMonth,
  sumByDay,
  type Span,
} from './bookkeeping.queries.ts';
import { bookkeepingRefusals } from './bookkeeping.refusals.ts';
import {
  bookkeepingFiles,
  journalFile,
  LEDGER_FORMATS,
  type LedgerFile,
  type LedgerFormat,
} from './ledger-files.ts';
import { closeBlock, closesFrom, firstOfMonth, lastOfMonth, nextMonth } from './month.ts';
import { namesOf, unnamedOf } from './read-ledger.service.ts';

type Deps = { tx: Tx; clock: Pick<Clock, 'now' | 'today' | 'time_zone'>; files: FileStore };

/** @throws account_unnamed */
export async function ledgerFiles(
  { db, clock: { time_zone } }: { db: Db; clock: Pick<Clock, 'time_zone'> },
  span: Span,
  formats: readonly LedgerFormat[],
): Promise<LedgerFile[]> {
  const sums = await sumByDay(db, span, time_zone);
  const names = namesOf(await listLedgerAccounts(db));
  const [unnamed] = unnamedOf(sums, names);
  if (unnamed)
    throw new Refusal(bookkeepingRefusals.account_unnamed, { data: { account: accountText(unnamed) } });
  const isMonth = span.from === firstOfMonth(span.from) && span.thru === lastOfMonth(span.from);
  const about = { names, span: isMonth ? span.from.slice(0, 7) : `${span.from}-${span.thru}` };
  return formats.flatMap((format) =>
    format === 'csv'
      ? [journalFile(() => listSpanLines(db, span, time_zone), about)]
      : bookkeepingFiles(format, sums, about),
  );
}

/** @throws month_empty, month_closed, month_not_next, month_not_over */
async function refuseClosing({ tx, clock }: Deps, month: PlainDate): Promise<void> {
  const [first, lastClosed] = [await findFirstBookedDay(tx), await findLastClosed(tx)];
  const firstMonth = first && firstOfMonth(first);
  const block = closeBlock(month, { today: clock.today(), firstMonth, lastClosed });
  if (!block) return;
  const data = {
    month: monthText(month),
    day: formatDate(closesFrom(month)),
    before: monthText(lastClosed ? nextMonth(lastClosed) : (firstMonth ?? month)),
  };
  throw new Refusal(bookkeepingRefusals[block], { data });
}

/**
 * Holds all bookings until the commit: a booking that waited finds the month closed and is booked in the
 * next one (RP3.4). A crash after a file leaves the file at the path of the next attempt.
 * @param month  its first day
 * @throws account_unnamed, month_empty, month_closed, month_not_next, month_not_over
 */
export async function closeLedgerMonth(
  deps: Deps,
  viewer: Viewer,
  day: PlainDate,
): Promise<{ month: PlainDate; entries: number }> {
  const { tx, clock, files } = deps;
  const month = firstOfMonth(day);
  await holdBookings(tx);
  await refuseClosing(deps, month);
  const span = { from: month, thru: lastOfMonth(month) };
  const toKeep = await ledgerFiles({ db: tx, clock }, span, LEDGER_FORMATS);
  const entries = await countEntries(tx, span);
  const nr = (await countClosings(tx, month)) + 1;
  const closed_month_id = await insertClosedMonth(tx, {
    month,
    entries,
    closed_at: clock.now(),
    closed_by_id: viewer.user_id,
  });
  for (const { name, content } of toKeep) {
    const bytes = Buffer.from(await content());
    const file_key = `ledger/${month}/${nr}/${name}`;
    await files.put(file_key, bytes, 'text/plain; charset=utf-8');
    await insertMonthFile(tx, {
      closed_month_id,
      name,
      file_key,
      sha256: sha256Of(bytes),
      size_bytes: bytes.length,
    });
  }
  await writeAudit(tx, clock.now(), viewer, {
    action: 'ledger_month.close',
    subject: `ledger_month:${month.slice(0, 7)}`,
    before: { is_closed: false },
    after: { is_closed: true, entries },
  });
  return { month, entries };
}

/** @throws month_open, month_not_last */
export async function openLedgerMonth(
  { tx, clock }: Omit<Deps, 'files'>,
  viewer: Viewer,
  { month: day, reason }: { month: PlainDate; reason: string },
): Promise<{ month: PlainDate }> {
  const month = firstOfMonth(day);
  await holdBookings(tx);
  const last = await findLastClosed(tx);
  if (!last || month > last)
    throw new Refusal(bookkeepingRefusals.month_open, { data: { month: monthText(month) } });
  const data = { month: monthText(month), last: monthText(last) };
  if (month < last) throw new Refusal(bookkeepingRefusals.month_not_last, { data });
  const isReopened = await reopenMonth(tx, month, {
    reopened_at: clock.now(),
    reopened_by_id: viewer.user_id,
  });
  if (!isReopened) throw new Refusal(bookkeepingRefusals.month_open, { data: { month: monthText(month) } });
  await writeAudit(tx, clock.now(), viewer, {
    action: 'ledger_month.open',
    subject: `ledger_month:${month.slice(0, 7)}`,
    before: { is_closed: true },
    after: { is_closed: false },
    texts: { reason },
  });
  return { month };
}

/** The bytes of the closing. @returns undefined without such a file */
export async function monthFile(
  { db, files }: { db: Db; files: FileStore },
  id: number,
): Promise<{ name: string; content: () => Promise<Uint8Array> } | undefined> {
  const row = await findMonthFile(db, id);
  return row && { name: row.name, content: () => getKept(files, row) };
}
