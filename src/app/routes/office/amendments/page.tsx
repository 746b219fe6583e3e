import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { fullName } from '#kit/text/full-name.ts';
import { AMENDMENT_STATE_TEXTS } from '#modules/orders/amendment-state-texts.ts';
import { isOpenAmendment } from '#modules/orders/amendment.states.ts';
import { amendmentList } from '#modules/orders/amendments/amendment-list.ts';
import { listAmendments, type AmendmentRow } from '#modules/orders/amendments/amendment-list.contract.ts';
import { withdrawAmendment } from '#modules/orders/amendments/amendments.contract.ts';
import { changesText } from '#modules/orders/contract-changes.ts';
import { callForOne } from '#app/api/client.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { ContractLink, FamilyLink } from '#app/lists/row-links.tsx';
import { signedMoney } from '#app/orders/amendment-plan.tsx';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import type { Column } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.office_title_amendments());

function State({ row }: { row: AmendmentRow }) {
  const timeText = useCompanyTime();
  return (
    <>
      <b>{AMENDMENT_STATE_TEXTS[row.state]()}</b>
      {row.waits_for_approval && <span className="block">{m.office_amendment_waits_approval()}</span>}
      {row.answer_reason && <span className="block wrap-anywhere text-ink-soft">{row.answer_reason}</span>}
      {isOpenAmendment(row.state) && (
        <span className="block text-ink-soft">
          {m.office_amendment_until({ until: timeText(row.ends_at) })}
        </span>
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

function Withdraw({ row }: { row: AmendmentRow }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpenAmendment(row.state)) return null;
  return (
    <>
      <Button
        look="quiet"
        aria-label={m.office_amendment_withdraw_of({
          contract: row.contract_number ?? '',
          number: row.number,
        })}
        onClick={() => setOpen(true)}
      >
        {m.office_amendment_withdraw()}
      </Button>
      {isOpen && <WithdrawDialog id={row.id} family={fullName(row.parent)} onClose={() => setOpen(false)} />}
    </>
  );
}

const cells = {
  contract: (row: AmendmentRow) => <ContractLink {...row} isRow />,
  family: ({ parent }: AmendmentRow) => FamilyLink(parent),
  what: ({ changes, reason }: AmendmentRow) => (
    <>
      <span className="wrap-anywhere">{changesText(changes)}</span>
      <span className="block wrap-anywhere text-ink-soft">{reason}</span>
    </>
  ),
  difference: ({ difference_cents }: AmendmentRow) => (
    <b className="figures">{signedMoney(difference_cents)}</b>
  ),
  state: (row: AmendmentRow) => <State row={row} />,
};

const acts: readonly Column<AmendmentRow>[] = [
  { key: 'act', header: m.office_waiting_acts(), cell: (row) => <Withdraw row={row} /> },
];

/** Changes of signed contracts: those that wait, and those of before (OF5). */
export default function AmendmentsPage() {
  return (
    <OfficeList
      list={listAmendments}
      view={amendmentList}
      path="/admin/amendments"
      cells={cells}
      extra={acts}
    />
  );
}
