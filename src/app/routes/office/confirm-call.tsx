import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { sentencesOf } from '#app/api/api-error.ts';
import { useAskedOfColleague } from '#app/refunds/use-asked-of-colleague.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import type { Elements } from '#app/ui/elements.ts';

type ConfirmCallProps = {
  title: string;
  description: string;
  confirmText: string;
  /** the toast after the call */
  doneText: string;
  makeCall: () => Promise<unknown>;
  onClose: () => void;
  children: Elements;
};

/** The last question before a call that moves money; a refusal stays in the dialog. */
export function ConfirmCall({
  title,
  description,
  confirmText,
  doneText,
  makeCall,
  onClose,
  children,
}: ConfirmCallProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const queries = useQueryClient();
  const say = useToast();
  const wasAsked = useAskedOfColleague();
  const confirm = async () => {
    setBusy(true);
    setProblem('');
    try {
      await makeCall();
      say(doneText);
      onClose();
    } catch (error) {
      if (wasAsked(error)) onClose();
      else setProblem(sentencesOf(error).join(' '));
    }
    setBusy(false);
    await queries.invalidateQueries();
  };
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button busy={isBusy} onClick={() => void confirm()}>
            {confirmText}
          </Button>
          <Button look="secondary" disabled={isBusy} onClick={onClose}>
            {m.office_cancel()}
          </Button>
        </>
      }
    >
      {children}
      {problem && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}
