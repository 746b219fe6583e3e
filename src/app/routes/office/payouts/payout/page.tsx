import { Link, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import { listPayoutLines, type PayoutLine } from '#modules/billing/processor-books/payout-lines.contract.ts';
import { movementText } from '#modules/billing/processor-books/payout-lines-file.ts';
import type { PayoutRow } from '#modules/billing/processor-books/payouts.contract.ts';
import { payoutStateText } from '#modules/billing/processor-books/payout-list.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { DownloadList } from '#app/lists/download-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { BackLink } from '#app/lists/way-back.tsx';
import { OrderLink, rowLink } from '#app/lists/row-links.tsx';
import { useList } from '#app/lists/use-list.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { AddsUp } from '#app/routes/office/payouts/adds-up.tsx';

export const meta = () => pageTitle(m.office_title_payouts());

function About({ line: { payment, parent } }: { line: PayoutLine }) {
  if (!payment || !parent) return null;
  return (
    <>
      <span className="flex flex-wrap gap-x-3 max-md:justify-end">
        <OrderLink id={payment.order_id} />
        <span>{m.office_owed_payment({ n: payment.payment_number })}</span>
      </span>
      <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
        {shownName(parent)}
      </Link>
    </>
  );
}

const columns: readonly Column<PayoutLine>[] = [
  {
    key: 'kind',
    header: m.office_movement_column_kind(),
    narrow: 'title',
    cell: (line) => <b>{movementText(line)}</b>,
  },
  { key: 'day', header: m.office_movement_column_day(), cell: ({ made_on }) => <DateText date={made_on} /> },
  { key: 'about', header: m.office_column_order(), cell: (line) => <About line={line} /> },
  {
    key: 'amount',
    header: m.office_movement_column_amount(),
    numeric: true,
    cell: ({ amount_cents }) => <Money amount={amount_cents} />,
  },
  {
    key: 'fee',
    header: m.office_movement_column_fee(),
    numeric: true,
    cell: ({ fee_cents }) => <Money amount={fee_cents} />,
  },
  {
    key: 'net',
    header: m.office_movement_column_net(),
    numeric: true,
    cell: ({ net_cents }) => (
      <b>
        <Money amount={net_cents} />
      </b>
    ),
  },
];

function PayoutFacts({ payout }: { payout: PayoutRow }) {
  return (
    <Card className="mb-4">
      <Facts
        facts={[
          { label: m.office_payout_column_day(), value: <DateText date={payout.arrives_on} withWeekday /> },
          { label: m.office_payout_column_amount(), value: <Money amount={payout.amount_cents} /> },
          { label: m.office_payout_column_state(), value: payoutStateText(payout) },
          {
            label: m.office_payout_column_trace(),
            value: <span className="wrap-anywhere">{payout.trace ?? m.contract_not_available()}</span>,
          },
          { label: m.office_payout_column_adds_up(), value: <AddsUp payout={payout} /> },
        ]}
      />
    </Card>
  );
}

/** The lines of a payout, with order and family of each (MS13). */
export default function Payout() {
  const { payout_ref = '' } = useParams();
  const filters = { payout: payout_ref };
  const parts = useList(listPayoutLines, filters);
  if (isNotFound(parts.error)) return <ToNotFound />;
  const [first] = parts.data?.pages ?? [];
  return (
    <ListPage
      title={
        first
          ? m.office_payout_lines_title({ total: formatMoney(first.payout.amount_cents) })
          : m.office_title_payouts()
      }
      parts={parts}
      foundText={({ total }) =>
        total === 1 ? m.office_payout_lines_one() : m.office_payout_lines_count({ n: total })
      }
      nothing={
        <EmptyState title={m.office_payout_lines_none()}>{m.office_payout_lines_none_text()}</EmptyState>
      }
      filters={
        <>
          <BackLink to="/admin/payouts" text={m.office_payout_lines_back()} />
          {first && <PayoutFacts payout={first.payout} />}
        </>
      }
    >
      {(rows) => (
        <>
          <div className="mb-4 flex">
            <DownloadList list={listPayoutLines} filters={filters} />
          </div>
          <Table
            dense
            hideCaption
            caption={m.office_title_payouts()}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </ListPage>
  );
}
