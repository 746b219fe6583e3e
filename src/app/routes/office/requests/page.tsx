import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import {
  listReassignApprovals,
  listRefundRequests,
  type ApprovalRow,
  type InboxRow,
  type InboxShow,
} from '#modules/orders/requests/refund-inbox.contract.ts';
import { refundChoices, refundStateText } from '#modules/orders/requests/request-texts.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { RequestWindows } from './request-windows.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { ShowField, shownChoice } from '#app/lists/show-field.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import type { Elements } from '#app/ui/elements.ts';
import { classNames } from '#app/ui/class-names.ts';

export const meta = () => pageTitle(m.office_title_requests());

const views = {
  open: m.office_requests_open,
  ended: m.office_requests_ended,
  approvals: m.office_requests_approvals,
};
type View = keyof typeof views;
const VIEWS = ['open', 'ended', 'approvals'] as const satisfies readonly View[];

type Row = InboxRow | ApprovalRow;

const rowLink = (to: string, id: number) => (
  <Link
    to={to}
    data-row
    className={classNames(
      'figures inline-flex whitespace-nowrap min-h-9 items-center',
      'font-semibold underline underline-offset-4 max-sm:min-h-11',
    )}
  >
    {m.contract_order_id({ id })}
  </Link>
);

const shared: readonly Column<Row>[] = [
  {
    key: 'contract',
    header: m.office_column_contract(),
    cell: (row) => (
      <span className="figures whitespace-nowrap">{row.contract_number ?? m.office_none()}</span>
    ),
  },
  {
    key: 'parent',
    header: m.office_column_parent(),
    cell: ({ parent }) => (
      <Link to={`/admin/users/parents/${parent.id}`} className="underline underline-offset-4">
        {shownName(parent)}
      </Link>
    ),
  },
  {
    key: 'program',
    header: m.office_column_program(),
    narrow: 'hidden',
    cell: (row) => m.office_request_program({ school: row.school, program: row.program, period: row.period }),
  },
];

function Refunds({ rows, caption }: { rows: readonly InboxRow[]; caption: string }) {
  const dayText = useCompanyDay();
  const columns: readonly Column<InboxRow>[] = [
    {
      key: 'order',
      header: m.office_column_order(),
      narrow: 'title',
      cell: (row) => rowLink(`/admin/requests/${row.id}`, row.order_id),
    },
    ...shared,
    {
      key: 'choice',
      header: m.office_column_chosen(),
      narrow: 'hidden',
      cell: ({ request }) => refundChoices[request.type].label(),
    },
    { key: 'state', header: m.office_column_state(), cell: ({ request }) => refundStateText(request.state) },
    {
      key: 'day',
      header: m.office_column_requested(),
      numeric: true,
      cell: ({ request }) => dayText(request.requested_at),
    },
  ];
  return <Table dense hideCaption caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}

function Approvals({ rows, caption }: { rows: readonly ApprovalRow[]; caption: string }) {
  const dayText = useCompanyDay();
  const columns: readonly Column<ApprovalRow>[] = [
    {
      key: 'order',
      header: m.office_column_order(),
      narrow: 'title',
      cell: (row) => rowLink(`/dashboard/orders/${row.order_id}`, row.order_id),
    },
    ...shared,
    {
      key: 'day',
      header: m.office_column_approved(),
      numeric: true,
      cell: (row) => dayText(row.requested_at),
    },
  ];
  return <Table dense hideCaption caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}

function Nothing({ view }: { view: View }) {
  if (view === 'open')
    return <EmptyState title={m.office_requests_none()}>{m.office_requests_none_text()}</EmptyState>;
  return (
    <EmptyState
      title={view === 'ended' ? m.office_requests_none_ended() : m.office_requests_none_approvals()}
    />
  );
}

type ListProps<V extends View> = { view: V; filters: Elements };

function RefundList({ view, filters }: ListProps<InboxShow>) {
  return (
    <ListPage
      title={m.office_title_requests()}
      parts={useList(listRefundRequests, { show: view })}
      shownFilters={[shownChoice({ value: view, views, choices: VIEWS })]}
      nothing={<Nothing view={view} />}
      filters={filters}
    >
      {(rows) => <Refunds rows={rows} caption={views[view]()} />}
    </ListPage>
  );
}

function ApprovalList({ view, filters }: ListProps<'approvals'>) {
  return (
    <ListPage
      title={m.office_title_requests()}
      parts={useList(listReassignApprovals, {})}
      shownFilters={[shownChoice({ value: view, views, choices: VIEWS })]}
      nothing={<Nothing view={view} />}
      filters={filters}
    >
      {(rows) => <Approvals rows={rows} caption={views[view]()} />}
    </ListPage>
  );
}

export default function Requests() {
  const { choice, change } = useListQuery();
  const view = choice('show', VIEWS);
  const filters = <ShowField value={view} views={views} choices={VIEWS} change={change} />;
  return (
    <>
      {view === 'approvals' ? (
        <ApprovalList view={view} filters={filters} />
      ) : (
        <RefundList view={view} filters={filters} />
      )}
      <RequestWindows />
    </>
  );
}
