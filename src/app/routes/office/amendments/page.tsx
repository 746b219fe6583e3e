import { useState } from 'react';
import { m } from '#i18n/messages.js';
import {
  AMENDMENT_SHOWS,
  listAmendments,
  withdrawAmendment,
  type AmendmentRow,
} from '#modules/orders/amendments/amendments.contract.ts';
import { isOpenAmendment } from '#modules/orders/amendment.states.ts';
import { changesText } from '#modules/orders/contract-changes.ts';
import { callForOne } from '#app/api/client.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { OrderLink, parentColumn } from '#app/lists/row-links.tsx';
import { shownChoice, ShowField } from '#app/lists/show-field.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { signedMoney } from '#app/orders/amendment-plan.tsx';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { STATE_TEXTS } from './state-texts.ts';

export const meta = () => pageTitle(m.office_title_amendments());

const views = { open: m.office_amendments_open, ...STATE_TEXTS, all: m.office_amendments_all };

const columns: readonly Column<AmendmentRow>[] = [
  {
    key: 'contract',
    header: m.office_amendment_contract(),
    narrow: 'title',
    cell: ({ order_id, contract_number, number }) => (
      <>
        <span className="whitespace-nowrap">{contract_number}</span>
        <span className="block">{m.document_amendment_short({ number })}</span>
        <OrderLink id={order_id} />
      </>
    ),
  },
  parentColumn(),
  {
    key: 'what',
    header: m.office_amendment_what(),
    cell: ({ changes, reason }) => (
      <>
        <span className="wrap-anywhere">{changesText(changes)}</span>
        <span className="block wrap-anywhere text-ink-soft">{reason}</span>
      </>
    ),
  },
  {
    key: 'difference',
    header: m.document_difference(),
    numeric: true,
    cell: ({ difference_cents }) => <b className="figures">{signedMoney(difference_cents)}</b>,
  },
];

function Proposed({ row }: { row: AmendmentRow }) {
  const timeText = useCompanyTime();
  return (
    <>
      <span className="wrap-anywhere">{row.proposed_by}</span>
      <span className="block text-ink-soft">{timeText(row.proposed_at)}</span>
    </>
  );
}

function State({ row, onWithdraw }: { row: AmendmentRow; onWithdraw: () => void }) {
  const timeText = useCompanyTime();
  return (
    <>
      <b>{STATE_TEXTS[row.state]()}</b>
      {row.waits_for_approval && <span className="block">{m.office_amendment_waits_approval()}</span>}
      {row.answer_reason && <span className="block wrap-anywhere text-ink-soft">{row.answer_reason}</span>}
      {isOpenAmendment(row.state) && (
        <>
          <span className="block text-ink-soft">
            {m.office_amendment_until({ until: timeText(row.ends_at) })}
          </span>
          <Button
            look="quiet"
            aria-label={m.office_amendment_withdraw_of({
              contract: row.contract_number ?? '',
              number: row.number,
            })}
            onClick={onWithdraw}
          >
            {m.office_amendment_withdraw()}
          </Button>
        </>
      )}
    </>
  );
}

export function WithdrawDialog({ id, family, onClose }: { id: number; family: string; onClose: () => void }) {
  return (
    <NoteDialog
      title={m.office_amendment_withdraw_title()}
      description={m.office_amendment_withdraw_text({ family })}
      field={{ name: 'reason', label: m.office_amendment_withdraw_reason() }}
      confirmText={m.office_amendment_withdraw()}
      doneText={m.office_amendment_withdrawn()}
      send={(reason) => callForOne(withdrawAmendment, { params: { id }, body: { reason } })}
      onClose={onClose}
    />
  );
}

function Amendments({ rows }: { rows: readonly AmendmentRow[] }) {
  const [withdrawing, withdraw] = useState<AmendmentRow | null>(null);
  return (
    <>
      <Table
        dense
        hideCaption
        caption={m.office_title_amendments()}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          ...columns,
          { key: 'by', header: m.office_amendment_proposed_by(), cell: (row) => <Proposed row={row} /> },
          {
            key: 'state',
            header: m.office_column_state(),
            cell: (row) => <State row={row} onWithdraw={() => withdraw(row)} />,
          },
        ]}
      />
      {withdrawing && (
        <WithdrawDialog
          id={withdrawing.id}
          family={`${withdrawing.parent.first_name} ${withdrawing.parent.last_name}`}
          onClose={() => withdraw(null)}
        />
      )}
    </>
  );
}

/** Changes of signed contracts: those that wait, and those of before (OF5). */
export default function AmendmentsPage() {
  const { choice, change } = useListQuery();
  const show = choice('show', AMENDMENT_SHOWS);
  return (
    <ListPage
      title={m.office_title_amendments()}
      parts={useList(listAmendments, { show })}
      shownFilters={[shownChoice({ value: show, views, choices: AMENDMENT_SHOWS })]}
      nothing={<EmptyState title={m.office_amendments_none()}>{m.office_amendments_none_text()}</EmptyState>}
      filters={<ShowField value={show} views={views} choices={AMENDMENT_SHOWS} change={change} />}
    >
      {(rows) => <Amendments rows={rows} />}
    </ListPage>
  );
}
