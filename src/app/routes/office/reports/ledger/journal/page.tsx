import { m } from '#i18n/messages.js';
import { countText } from '#kit/list/found-text.ts';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate, isPlainDate, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { accountText, journalKindText } from '#modules/billing/bookkeeping/account-texts.ts';
import { listJournal } from '#modules/billing/bookkeeping/bookkeeping.contract.ts';
import type { JournalRow } from '#modules/billing/bookkeeping/journal-list-file.ts';
import { ACCOUNTS, type Account } from '#modules/billing/ledger/postings.ts';
import { DownloadList } from '#app/lists/download-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { OrderLink } from '#app/lists/row-links.tsx';
import { useList, useListQuery, type PageOf } from '#app/lists/use-list.ts';
import { BackLink } from '#app/lists/way-back.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.office_title_journal());

const columns: readonly Column<JournalRow>[] = [
  {
    key: 'kind',
    header: m.office_ledger_kind(),
    narrow: 'title',
    cell: ({ kind }) => <b>{journalKindText(kind)}</b>,
  },
  {
    key: 'booked',
    header: m.office_ledger_booked_on(),
    cell: ({ booked_on, own_on }) => (
      <>
        <DateText date={booked_on} />
        {own_on !== booked_on && (
          <span className="block text-ink-soft">{m.office_ledger_event_of({ day: formatDate(own_on) })}</span>
        )}
      </>
    ),
  },
  {
    key: 'order',
    header: m.office_column_order(),
    cell: ({ order_id, contract_number }) =>
      order_id === null ? (
        m.office_none()
      ) : (
        <>
          <OrderLink id={order_id} />
          <span className="block text-ink-soft">{contract_number ?? ''}</span>
        </>
      ),
  },
  {
    key: 'account',
    header: m.office_ledger_account(),
    cell: ({ account }) => accountText(account as Account),
  },
  {
    key: 'debit',
    header: m.office_ledger_debit(),
    numeric: true,
    cell: ({ amount_cents }) => (amount_cents > 0 ? <Money amount={amount_cents} /> : null),
  },
  {
    key: 'credit',
    header: m.office_ledger_credit(),
    numeric: true,
    cell: ({ amount_cents }) => (amount_cents < 0 ? <Money amount={cents(-amount_cents)} /> : null),
  },
];

const LONG_AGO = plainDate('2000-01-01');

const dayOr = (text: string, other: PlainDate): PlainDate => (isPlainDate(text) ? text : other);

const foundText = ({ debit_cents, credit_cents, ...found }: PageOf<typeof listJournal>): string =>
  m.office_journal_found({
    n: countText(found),
    debit: formatMoney(debit_cents),
    credit: formatMoney(credit_cents),
  });

/** The rows behind a sum of the ledger, with their orders (RP3.1). */
export default function Journal() {
  const { text, change } = useListQuery();
  const account: Account | '' = ACCOUNTS.find((one) => one === text('account')) ?? '';
  const from = dayOr(text('from'), LONG_AGO);
  const filters = { from, thru: dayOr(text('thru'), from), account };
  const journal = useList(listJournal, filters);
  return (
    <ListPage
      title={m.office_title_journal()}
      parts={journal}
      shownFilters={[
        { name: 'account', label: m.office_ledger_account(), text: account && accountText(account) },
      ]}
      foundText={foundText}
      nothing={<EmptyState title={m.office_ledger_none()} />}
      filters={
        <>
          <BackLink to="/admin/reports/ledger" text={m.office_title_ledger()} />
          <div className="mb-5 flex flex-wrap items-end gap-4">
            <SelectField
              label={m.office_ledger_account()}
              name="account"
              value={account}
              options={[
                { value: '', label: m.office_ledger_all_accounts() },
                ...ACCOUNTS.map((value) => ({ value, label: accountText(value) })),
              ]}
              onChange={({ target }) => change('account', target.value)}
            />
            <DownloadList list={listJournal} filters={filters} />
          </div>
        </>
      }
    >
      {(rows) => (
        <Table
          dense
          hideCaption
          caption={m.office_title_journal()}
          columns={columns}
          rows={rows}
          rowKey={({ posting_id }) => posting_id}
        />
      )}
    </ListPage>
  );
}
