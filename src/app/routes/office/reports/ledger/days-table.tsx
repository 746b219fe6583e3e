import { m } from '#i18n/messages.js';
import type { Cents } from '#kit/money.ts';
import { formatDate, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { accountText } from '#modules/billing/bookkeeping/account-texts.ts';
import type { Account } from '#modules/billing/ledger/postings.ts';
import { FoldName, PartName, useFolds, type Folds } from '#app/routes/office/reports/folds.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import type { Ledger } from './accounts-table.tsx';
import { JournalLink } from './journal-link.tsx';

type Day = Ledger['days'][number];
type Side = 'debit_cents' | 'credit_cents';

/** The sums of a day, or of one account on that day. */
type Row = {
  id: string;
  day: PlainDate;
  account: Account | null;
  accounts: readonly Account[];
  debit_cents: Cents;
  credit_cents: Cents;
};

function rowsOf({ booked_on: day, accounts, ...sums }: Day, isOpen: boolean): Row[] {
  const row = { id: day, day, account: null, accounts: accounts.map(({ account }) => account), ...sums };
  if (!isOpen) return [row];
  return [row, ...accounts.map((own) => ({ ...own, id: `${day} ${own.account}`, day, accounts: [] }))];
}

const nameColumn = (folds: Folds): Column<Row> => ({
  key: 'day',
  header: m.office_ledger_booked_on(),
  narrow: 'title',
  cell: ({ id, day, account }) =>
    account === null ? (
      <FoldName id={id} text={formatDateWithWeekday(day)} {...folds} />
    ) : (
      <PartName text={accountText(account)} />
    ),
});

const accountsColumn: Column<Row> = {
  key: 'accounts',
  header: m.office_ledger_account(),
  cell: ({ accounts }) => accounts.map(accountText).join(', '),
};

const sumColumn = (side: Side): Column<Row> => ({
  key: side,
  header: side === 'debit_cents' ? m.office_ledger_debit() : m.office_ledger_credit(),
  numeric: true,
  cell: ({ day, account, ...sums }) => (
    <JournalLink
      amount={sums[side]}
      from={day}
      thru={day}
      {...(account && { account })}
      label={[account && accountText(account), formatDate(day)].filter(Boolean).join(', ')}
    />
  ),
});

/** The sums of each day and, unfolded, of each account of the day; each sum opens the booked rows (RP3.1). */
export function DaysTable({ days }: Pick<Ledger, 'days'>) {
  const folds = useFolds();
  return (
    <Table
      dense
      caption={m.office_ledger_days()}
      columns={[nameColumn(folds), accountsColumn, sumColumn('debit_cents'), sumColumn('credit_cents')]}
      rows={days.flatMap((day) => rowsOf(day, folds.open.has(day.booked_on)))}
      rowKey={({ id }) => id}
    />
  );
}
