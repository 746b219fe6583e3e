import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import {
  explainDifference,
  takeInDifference,
  type Difference,
  type TakeInResult,
} from '#modules/billing/reconciliation/reconciliation.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';

type CloseProps = { difference: Difference; onClose: () => void };

const results: Record<TakeInResult, () => string> = {
  gone: m.office_reconciliation_taken_gone,
  still: m.office_reconciliation_taken_still,
  absent: m.office_reconciliation_taken_absent,
  unread: m.office_reconciliation_taken_unread,
};

/** Asks the processor again and shows the result in the dialog. */
export function TakeIn({ difference: { id, ref }, onClose }: CloseProps) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<TakeInResult>();
  const [problem, setProblem] = useState('');
  const queries = useQueryClient();
  const ask = async () => {
    setBusy(true);
    setProblem('');
    try {
      setResult((await callForOne(takeInDifference, { params: { id } })).result);
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
    }
    setBusy(false);
  };
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
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}

/** Records an explanation of a difference between both ledgers. */
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
