import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { listPayouts, type PayoutRow } from '#modules/billing/processor-books/payouts.contract.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { useList } from '#app/lists/use-list.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import type { Column } from '#app/ui/table.tsx';
import { payoutStateText } from '#modules/billing/processor-books/payouts-file.ts';
import { AddsUp } from './adds-up.tsx';
import { DownloadedTable } from './downloaded-table.tsx';

export const meta = () => pageTitle(m.office_title_payouts());

type Sum = 'payments_cents' | 'fees_cents' | 'refunds_cents' | 'disputes_cents' | 'other_cents';

const sumColumn = (name: Sum, header: string): Column<PayoutRow> => ({
  key: name,
  header,
  numeric: true,
  cell: (row) => <Money amount={row[name]} />,
});

const columns: readonly Column<PayoutRow>[] = [
  {
    key: 'day',
    header: m.office_payout_column_day(),
    narrow: 'title',
    cell: ({ ref, arrives_on, trace }) => (
      <>
        <Link
          to={`/admin/payouts/${encodeURIComponent(ref)}`}
          data-row
          aria-label={m.office_payout_lines_link({ day: formatDate(arrives_on) })}
          className={`${rowLink} font-semibold`}
        >
          <DateText date={arrives_on} />
        </Link>
        {trace && <span className="block wrap-anywhere text-ink-soft">{trace}</span>}
      </>
    ),
  },
  {
    key: 'amount',
    header: m.office_payout_column_amount(),
    numeric: true,
    cell: ({ amount_cents }) => (
      <b>
        <Money amount={amount_cents} />
      </b>
    ),
  },
  {
    key: 'state',
    header: m.office_payout_column_state(),
    cell: (row) =>
      row.state === 'failed' ? <b className="text-red">{payoutStateText(row)}</b> : payoutStateText(row),
  },
  sumColumn('payments_cents', m.office_payout_column_payments()),
  sumColumn('fees_cents', m.office_payout_column_fees()),
  sumColumn('refunds_cents', m.office_payout_column_refunds()),
  sumColumn('disputes_cents', m.office_payout_column_disputes()),
  sumColumn('other_cents', m.office_payout_column_other()),
  {
    key: 'adds_up',
    header: m.office_payout_column_adds_up(),
    cell: (row) => <AddsUp payout={row} />,
  },
];

/** Payouts to the company's bank, compared with the sum of their lines (S18). */
export default function Payouts() {
  return (
    <ListPage
      title={m.office_title_payouts()}
      parts={useList(listPayouts, {})}
      nothing={<EmptyState title={m.office_payout_none()}>{m.office_payout_none_text()}</EmptyState>}
      filters={<p className="mb-5 max-w-read">{m.office_payout_text()}</p>}
    >
      {(rows) => (
        <DownloadedTable
          list={listPayouts}
          filters={{}}
          columns={columns}
          rows={rows}
          rowKey={({ ref }) => ref}
        />
      )}
    </ListPage>
  );
}
