import { m } from '#i18n/messages.js';
import { decimalDollars, cents, ZERO, type Cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { CSV_START, csvLine } from '#kit/text/csv.ts';
import type { Account } from '#modules/billing/ledger/postings.ts';

export const LEDGER_FORMATS = ['csv', 'quickbooks_online', 'quickbooks_desktop'] as const;
export type LedgerFormat = (typeof LEDGER_FORMATS)[number];

export type AccountName = { name: string; number: string | null; class: string | null };
export type AccountNames = ReadonlyMap<string, AccountName>;

/** The sums of an account on a booked day; `own_on` is the day of the events. */
export type DaySum = {
  booked_on: PlainDate;
  own_on: PlainDate;
  account: string;
  debit_cents: Cents;
  credit_cents: Cents;
};

/** One posting with its journal row. */
export type JournalLine = {
  journal_id: number;
  booked_on: PlainDate;
  own_on: PlainDate;
  kind: string;
  order_id: number | null;
  contract_number: string | null;
  account: string;
  amount_cents: Cents;
};

/** The content is made only for who takes the file. */
export type LedgerFile = { name: string; content: () => Promise<string> };

/** An entry with a customer is accepted on lines of a receivable account alone. */
const RECEIVABLE: Account = 'owed';
/** QuickBooks Online takes no more lines in a file; QuickBooks Desktop has no such limit. */
const MOST_LINES = 1000;

type Line = { account: AccountName; customer: string; memo: string; debit: Cents; credit: Cents };
type Entry = { day: PlainDate; number: string; lines: Line[] };

function nameOf(names: AccountNames, account: string): AccountName {
  return names.get(account)!;
}

const memoOf = ({ booked_on, own_on }: Pick<DaySum, 'booked_on' | 'own_on'>) =>
  booked_on === own_on
    ? m.office_ledger_memo({ day: formatDate(own_on) })
    : m.office_ledger_memo_late({ day: formatDate(own_on) });

/** One entry a day; debits and credits of an account stay two lines, so that a file has the ledger's sums. */
function dayEntries(sums: readonly DaySum[], names: AccountNames): Entry[] {
  const days = new Map<PlainDate, Line[]>();
  for (const sum of sums) {
    const lines = days.get(sum.booked_on) ?? [];
    days.set(sum.booked_on, lines);
    const line = {
      account: nameOf(names, sum.account),
      customer: sum.account === RECEIVABLE ? m.office_ledger_families() : '',
      memo: memoOf(sum),
    };
    if (sum.debit_cents > 0) lines.push({ ...line, debit: sum.debit_cents, credit: ZERO });
    if (sum.credit_cents > 0) lines.push({ ...line, debit: ZERO, credit: sum.credit_cents });
  }
  return [...days].map(([day, lines]) => ({ day, number: `SR-${day}`, lines }));
}

/** Whole entries, at most a thousand lines a file, for QuickBooks Online. */
function inFiles(entries: readonly Entry[]): Entry[][] {
  const files: Entry[][] = [[]];
  let lines = 0;
  for (const entry of entries) {
    if (lines + entry.lines.length > MOST_LINES && lines > 0) {
      files.push([]);
      lines = 0;
    }
    files.at(-1)!.push(entry);
    lines += entry.lines.length;
  }
  return files;
}

const amountOrBlank = (amount: Cents) => (amount === 0 ? '' : decimalDollars(amount));

const ONLINE_HEAD = ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name'];

function onlineFile(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ day, number, lines: all }) =>
    all.map(({ account, customer, memo, debit, credit }) => [
      number,
      formatDate(day),
      account.name,
      amountOrBlank(debit),
      amountOrBlank(credit),
      memo,
      customer,
    ]),
  );
  return [ONLINE_HEAD, ...lines].map(csvLine).join('');
}

const IIF_FIELDS = ['TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'CLASS', 'AMOUNT', 'DOCNUM', 'MEMO'];

const tabbed = (cells: readonly string[]): string => `${cells.join('\t')}\r\n`;

/** The amounts of an entry sum to 0; debits are positive. */
function iifFile(entries: readonly Entry[]): string {
  const head = [tabbed(['!TRNS', ...IIF_FIELDS]), tabbed(['!SPL', ...IIF_FIELDS]), tabbed(['!ENDTRNS'])];
  const written = entries.flatMap(({ day, number, lines }) => [
    ...lines.map(({ account, customer, memo, debit, credit }, at) =>
      tabbed([
        at === 0 ? 'TRNS' : 'SPL',
        'GENERAL JOURNAL',
        formatDate(day),
        account.name,
        customer,
        account.class ?? '',
        decimalDollars(cents(debit - credit)),
        number,
        memo,
      ]),
    ),
    tabbed(['ENDTRNS']),
  ]);
  return [...head, ...written].join('');
}

/** How many files of QuickBooks Online the sums have. */
export const countOnlineFiles = (sums: readonly DaySum[], names: AccountNames): number =>
  inFiles(dayEntries(sums, names)).length;

/** QuickBooks files, by day and account. */
export function bookkeepingFiles(
  format: Exclude<LedgerFormat, 'csv'>,
  sums: readonly DaySum[],
  { names, span }: { names: AccountNames; span: string },
): LedgerFile[] {
  const all = dayEntries(sums, names);
  if (format === 'quickbooks_desktop')
    return [{ name: `quickbooks-desktop-${span}.iif`, content: async () => iifFile(all) }];
  const files = inFiles(all);
  return files.map((entries, nr) => {
    const part = files.length > 1 ? `-${nr + 1}` : '';
    return { name: `quickbooks-online-${span}${part}.csv`, content: async () => onlineFile(entries) };
  });
}

const HEAD = [
  m.office_ledger_booked_on,
  m.office_ledger_own_day,
  m.office_ledger_journal,
  m.office_ledger_kind,
  m.office_column_order,
  m.office_ledger_contract,
  m.office_ledger_account,
  m.office_ledger_account_name,
  m.office_ledger_account_number,
  m.office_ledger_account_class,
  m.office_ledger_debit,
  m.office_ledger_credit,
];

/** Every posting with its order and contract; no file of the ledger names a person (RP3.3). */
export const journalFile = (
  readLines: () => Promise<readonly JournalLine[]>,
  { names, span }: { names: AccountNames; span: string },
): LedgerFile => ({
  name: `journal-${span}.csv`,
  content: async () => journalText(await readLines(), names),
});

function journalText(lines: readonly JournalLine[], names: AccountNames): string {
  const rows = lines.map(({ account, amount_cents, ...row }) => {
    const own = nameOf(names, account);
    return [
      formatDate(row.booked_on),
      formatDate(row.own_on),
      row.journal_id,
      row.kind,
      row.order_id,
      row.contract_number,
      account,
      own.name,
      own.number,
      own.class,
      amountOrBlank(amount_cents > 0 ? amount_cents : ZERO),
      amountOrBlank(amount_cents < 0 ? cents(-amount_cents) : ZERO),
    ];
  });
  return CSV_START + [HEAD.map((text) => text()), ...rows].map(csvLine).join('');
}
