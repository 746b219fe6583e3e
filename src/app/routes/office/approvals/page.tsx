import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import {
  listSecondPersonRequests,
  type SecondPersonRequest,
} from '#modules/orders/second-person/second-person.contract.ts';
import { aidDaysText } from '#app/orders/aid-texts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { OrderLink, parentColumn, rowLink } from '#app/lists/row-links.tsx';
import { useList } from '#app/lists/use-list.ts';
import { officePaymentPath } from '#app/orders/use-order-paths.ts';
import { approvedText, ApproveRequest, DeclineRequest } from './decide-request.tsx';

export const meta = () => pageTitle(m.office_title_approvals());

const kinds = {
  refund: m.office_approval_refund,
  refund_request: m.office_approval_refund,
  waiver: m.office_approval_waiver,
  received: m.office_approval_received,
  aid_confirm: m.office_approval_aid_confirm,
  aid_end: m.office_approval_aid_end,
  amendment: m.office_approval_amendment,
};

const shared: readonly Column<SecondPersonRequest>[] = [
  {
    key: 'order',
    header: m.office_column_order(),
    narrow: 'title',
    cell: (row) => (
      <>
        <OrderLink id={row.order_id} />
        {row.payment_id !== null && (
          <Link
            to={officePaymentPath({ order_id: row.order_id, payment_id: row.payment_id })}
            className={rowLink}
          >
            {m.office_approval_payment()}
          </Link>
        )}
      </>
    ),
  },
  parentColumn(),
  {
    key: 'what',
    header: m.office_approval_what(),
    cell: (row) => (
      <>
        <b>{kinds[row.kind]()}</b>
        {approvedText(row).map((text) => (
          <span key={text} className="block">
            {text}
          </span>
        ))}
        <span className="block wrap-anywhere text-ink-soft">{row.reason}</span>
      </>
    ),
  },
  {
    key: 'amount',
    header: m.office_approval_amount(),
    numeric: true,
    cell: ({ amount_cents }) => (
      <b>
        <Money amount={cents(amount_cents)} />
      </b>
    ),
  },
  {
    key: 'asked',
    header: m.office_approval_asked_by(),
    cell: ({ asked_by, days_open }) => (
      <>
        <span className="wrap-anywhere">{asked_by}</span>
        <span className="block whitespace-nowrap text-ink-soft">{aidDaysText(days_open)}</span>
      </>
    ),
  },
];

const refusals = {
  own_order: m.office_approval_own_order,
  is_first: m.office_approval_is_first,
};

type Choosing = { row: SecondPersonRequest; choice: 'approve' | 'decline' };

type RowProps = { row: SecondPersonRequest; choose: (choosing: Choosing) => void };

function DecideButtons({ row, choose }: RowProps) {
  return (
    <>
      <span className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          disabled={row.approve_refused !== null}
          aria-label={m.office_approval_approve_of({ id: row.order_id })}
          onClick={() => choose({ row, choice: 'approve' })}
        >
          {m.office_approval_approve()}
        </Button>
        <Button
          look="quiet"
          aria-label={m.office_approval_decline_of({ id: row.order_id })}
          onClick={() => choose({ row, choice: 'decline' })}
        >
          {row.approve_refused === 'is_first' ? m.office_approval_take_back() : m.office_approval_decline()}
        </Button>
      </span>
      {row.approve_refused && (
        <span className="mt-1 block text-sm text-ink-soft">{refusals[row.approve_refused]()}</span>
      )}
    </>
  );
}

function Waiting({ rows }: { rows: readonly SecondPersonRequest[] }) {
  const [choosing, choose] = useState<Choosing | null>(null);
  const columns: readonly Column<SecondPersonRequest>[] = [
    ...shared,
    {
      key: 'decide',
      header: m.office_approval_decide(),
      cell: (row) => <DecideButtons row={row} choose={choose} />,
    },
  ];
  const close = () => choose(null);
  return (
    <>
      <Table
        dense
        hideCaption
        caption={m.office_title_approvals()}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {choosing?.choice === 'approve' && <ApproveRequest request={choosing.row} onClose={close} />}
      {choosing?.choice === 'decline' && <DeclineRequest request={choosing.row} onClose={close} />}
    </>
  );
}

/** Requests above the company's limit: a second person decides (H4). */
export default function Approvals() {
  const requests = useList(listSecondPersonRequests, {});
  return (
    <ListPage
      title={m.office_title_approvals()}
      parts={requests}
      filters={null}
      nothing={<EmptyState title={m.office_approval_none()}>{m.office_approval_none_text()}</EmptyState>}
    >
      {(rows) => <Waiting rows={rows} />}
    </ListPage>
  );
}
