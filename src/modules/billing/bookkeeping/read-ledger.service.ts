import { sum } from '#kit/money.ts';
import { daysBetween, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { totalOf } from '#kit/list/list-total.ts';
import { fullName } from '#kit/text/full-name.ts';
import { ACCOUNTS, type Account } from '#modules/billing/ledger/postings.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page-of-rows.ts';
import type { LedgerAccount, LedgerMonth, readLedger } from './bookkeeping.contract.ts';
import { bookkeepingRefusals } from './bookkeeping.refusals.ts';
import {
  countByMonth,
  findFirstBookedDay,
  findLastClosed,
  listClosedMonths,
  listJournalPage,
  listLedgerAccounts,
  sumByDay,
  sumJournal,
  type Span,
} from './bookkeeping.queries.ts';
import { countOnlineFiles, type AccountNames, type DaySum } from './ledger-files.ts';
import { closeBlock, closesFrom, firstOfMonth, lastOfMonth, monthsUntil, nextMonth } from './month.ts';

export type Deps = { db: Db; clock: Pick<Clock, 'now' | 'today' | 'time_zone'> };
export type Ledger = Answered<typeof readLedger>[number];
export type AskedSpan = { from?: PlainDate | undefined; thru?: PlainDate | undefined };

/** A school year and a half; a longer span is another report. */
const MOST_DAYS = 550;

/** @throws span_backwards, span_too_long */
export function spanOf(today: PlainDate, { from, thru }: AskedSpan): Span {
  const span = {
    from: from ?? firstOfMonth(thru ?? today),
    thru: thru ?? (from ? lastOfMonth(from) : today),
  };
  if (span.thru < span.from) throw new Refusal(bookkeepingRefusals.span_backwards);
  if (daysBetween(span.from, span.thru) > MOST_DAYS) throw new Refusal(bookkeepingRefusals.span_too_long);
  return span;
}

const summed = (sums: readonly DaySum[]) => ({
  debit_cents: sum(sums.map(({ debit_cents }) => debit_cents)),
  credit_cents: sum(sums.map(({ credit_cents }) => credit_cents)),
});

/** In the order of the accounts. */
const byAccount = (sums: readonly DaySum[]) =>
  ACCOUNTS.flatMap((account) => {
    const own = sums.filter((sum) => sum.account === account);
    return own.length === 0 ? [] : [{ account, ...summed(own) }];
  });

export const namesOf = (rows: readonly (AccountNamesRow & { account: string })[]): AccountNames =>
  new Map(rows.map(({ account, name, number, class: own }) => [account, { name, number, class: own }]));
type AccountNamesRow = { name: string; number: string | null; class: string | null };

export const unnamedOf = (sums: readonly { account: string }[], names: AccountNames): Account[] =>
  ACCOUNTS.filter((account) => !names.has(account) && sums.some((sum) => sum.account === account));

/** @throws span_backwards, span_too_long */
export async function ledgerOf({ db, clock }: Deps, asked: AskedSpan): Promise<Ledger> {
  const today = clock.today();
  const span = spanOf(today, asked);
  const [sums, accounts, months] = await atOnce([
    sumByDay(db, span, clock.time_zone),
    listLedgerAccounts(db),
    ledgerMonths({ db, clock }),
  ]);
  const days = [...new Set(sums.map(({ booked_on }) => booked_on))];
  const names = namesOf(accounts);
  const unnamed = unnamedOf(sums, names);
  return {
    ...span,
    today,
    days: days.map((booked_on) => {
      const ofDay = sums.filter((sum) => sum.booked_on === booked_on);
      return { booked_on, ...summed(ofDay), accounts: byAccount(ofDay) };
    }),
    totals: byAccount(sums),
    unnamed,
    online_files: unnamed.length > 0 ? 0 : countOnlineFiles(sums, names),
    months,
  };
}

/** The newest first. */
async function ledgerMonths({ db, clock }: Deps): Promise<LedgerMonth[]> {
  const today = clock.today();
  const [first, lastClosed] = await atOnce([findFirstBookedDay(db), findLastClosed(db)]);
  const facts = { today, firstMonth: first && firstOfMonth(first), lastClosed };
  const months = monthsUntil(facts);
  if (months.length === 0) return [];
  const [closed, counts] = await atOnce([
    listClosedMonths(db, { from: months.at(-1)!, thru: months[0]! }),
    countByMonth(db, lastClosed ? nextMonth(lastClosed) : months.at(-1)!),
  ]);
  return months.map((month) => {
    const own = closed.find((one) => one.month === month);
    return {
      month,
      is_closed: own !== undefined,
      closed_at: own?.closed_at.toISOString() ?? null,
      closed_by: own ? fullName(own.closed_by) : null,
      entries: own?.entries ?? null,
      entries_now: own?.entries ?? counts.get(month) ?? 0,
      files: own?.files ?? [],
      can_close: closeBlock(month, facts) === undefined,
      closes_from: closesFrom(month),
      can_open: month === lastClosed,
    };
  });
}

type JournalPlace = Place & Span & { account: string };

export async function listJournalRows({ db, clock }: Deps, place: JournalPlace) {
  const [found, { total, ...sums }] = await atOnce([
    listJournalPage(db, { ...place, time_zone: clock.time_zone }),
    sumJournal(db, place),
  ]);
  const { rows, next } = pageOf(found, place, ({ keys }) => keys);
  return { rows: rows.map(({ keys: _, ...row }) => row), ...totalOf(total), next, ...sums };
}

export async function listAccounts(db: Db): Promise<LedgerAccount[]> {
  const known = await listLedgerAccounts(db);
  return ACCOUNTS.map((account) => {
    const own = known.find((row) => row.account === account);
    return own ? { ...own, account } : { account, name: null, number: null, class: null, version: 0 };
  });
}
