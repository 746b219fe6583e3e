import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import {
  explainDifference,
  takeInDifference,
  type Difference,
  type TakeInResult,
} from '#modules/billing/reconciliation/reconciliation.contract.ts';
import { useAct } from '#app/forms/use-act.ts';
import { callForOne } from '#app/api/client.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';

type CloseProps = { difference: Difference; onClose: () => void };

const results: Record<TakeInResult, () => string> = {
  gone: m.office_reconciliation_taken_gone,
  still: m.office_reconciliation_taken_still,
  absent: m.office_reconciliation_taken_absent,
  unread: m.office_reconciliation_taken_unread,
};

export function TakeIn({ difference: { id, ref }, onClose }: CloseProps) {
  const { isBusy, problem, act } = useAct();
  const [result, setResult] = useState<TakeInResult>();
  const queries = useQueryClient();
  const ask = () =>
    act(async () => setResult((await callForOne(takeInDifference, { params: { id } })).result));
  const close = () => {
    onClose();
    void queries.invalidateQueries();
  };
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : close}
      title={m.office_reconciliation_take_in_title()}
      description={m.office_reconciliation_take_in_text({ ref })}
      actions={
        <>
          {!result && (
            <Button busy={isBusy} onClick={() => void ask()}>
              {m.office_reconciliation_take_in()}
            </Button>
          )}
          <Button look="secondary" disabled={isBusy} onClick={close}>
            {result ? m.office_reconciliation_close() : m.office_cancel()}
          </Button>
        </>
      }
    >
      {result && (
        <Notice tone={result === 'gone' ? 'success' : 'warning'} role="status">
          {results[result]()}
        </Notice>
      )}
      <ErrorNotice text={problem} />
    </Dialog>
  );
}

export function Explain({ difference: { id }, onClose }: CloseProps) {
  return (
    <NoteDialog
      title={m.office_reconciliation_explain_title()}
      description={m.office_reconciliation_explain_text()}
      field={{ name: 'explanation', label: m.office_reconciliation_explain_note() }}
      confirmText={m.office_reconciliation_explain()}
      doneText={m.office_reconciliation_explain_done()}
      send={(explanation) => callForOne(explainDifference, { params: { id }, body: { explanation } })}
      onClose={onClose}
    />
  );
}

export type Choosing = { difference: Difference; choice: 'take_in' | 'record' | 'explain' };

type StepsProps = { difference: Difference; choose: (choosing: Choosing) => void };

export function DifferenceSteps({ difference, choose }: StepsProps) {
  const { ref, can_record, can_take_in, taken_in_at } = difference;
  return (
    <>
      <span className="flex flex-wrap gap-2 max-md:justify-end">
        {can_record && (
          <Button
            look="secondary"
            aria-label={m.office_record_refund_of({ ref })}
            onClick={() => choose({ difference, choice: 'record' })}
          >
            {m.office_record_refund()}
          </Button>
        )}
        {can_take_in && !can_record && (
          <Button
            look="secondary"
            aria-label={m.office_reconciliation_take_in_of({ ref })}
            onClick={() => choose({ difference, choice: 'take_in' })}
          >
            {m.office_reconciliation_take_in()}
          </Button>
        )}
        <Button
          look={can_take_in ? 'quiet' : 'secondary'}
          aria-label={m.office_reconciliation_explain_of({ ref })}
          onClick={() => choose({ difference, choice: 'explain' })}
        >
          {m.office_reconciliation_explain()}
        </Button>
      </span>
      {taken_in_at && (
        <span className="mt-1 block text-sm text-ink-soft">{m.office_reconciliation_asked_again()}</span>
      )}
    </>
  );
}
