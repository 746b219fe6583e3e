import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { accountText } from '#modules/billing/bookkeeping/account-texts.ts';
import {
  listLedgerAccounts,
  type LedgerAccount,
  type readLedger,
} from '#modules/billing/bookkeeping/bookkeeping.contract.ts';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { Table, type Column } from '#app/ui/table.tsx';
import { JournalLink } from './journal-link.tsx';
import { NameAccount } from './name-account.tsx';

export type Ledger = Answered<typeof readLedger>[number];

type Row = LedgerAccount & Pick<Ledger['totals'][number], 'debit_cents' | 'credit_cents'>;

const chartText = ({ name, number }: LedgerAccount): string =>
  name === null ? m.office_ledger_unnamed() : [number, name].filter(Boolean).join(' ');

/** Each account with its sums of the span and its name in the company's chart. */
export function AccountsTable({ ledger }: { ledger: Ledger }) {
  const { data: accounts = [] } = useItems(listLedgerAccounts, {});
  const mayName = useRight('company');
  const rows = accounts.map((account): Row => {
    const sums = ledger.totals.find((total) => total.account === account.account);
    return {
      ...account,
      debit_cents: sums?.debit_cents ?? cents(0),
      credit_cents: sums?.credit_cents ?? cents(0),
    };
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'account',
      header: m.office_ledger_account(),
      narrow: 'title',
      cell: ({ account }) => <b>{accountText(account)}</b>,
    },
    { key: 'chart', header: m.office_ledger_chart(), cell: chartText },
    { key: 'class', header: m.office_ledger_account_class(), cell: (row) => row.class ?? m.office_none() },
    ...(['debit_cents', 'credit_cents'] as const).map((side): Column<Row> => ({
      key: side,
      header: side === 'debit_cents' ? m.office_ledger_debit() : m.office_ledger_credit(),
      numeric: true,
      cell: (row) => (
        <JournalLink
          amount={row[side]}
          from={ledger.from}
          thru={ledger.thru}
          account={row.account}
          label={accountText(row.account)}
        />
      ),
    })),
    ...(mayName
      ? [
          {
            key: 'acts',
            header: m.office_season_column_acts(),
            cell: (row: Row) => <NameAccount account={row} />,
          },
        ]
      : []),
  ];
  return (
    <Table
      dense
      caption={m.office_ledger_accounts()}
      columns={columns}
      rows={rows}
      rowKey={({ account }) => account}
    />
  );
}
