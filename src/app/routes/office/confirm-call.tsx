import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { useAct } from '#app/forms/use-act.ts';
import { useAskedOfColleague } from '#app/refunds/use-asked-of-colleague.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import type { Elements } from '#app/ui/elements.ts';

type ConfirmCallProps = {
  title: string;
  description: string;
  confirmText: string;
  doneText: string;
  makeCall: () => Promise<unknown>;
  onClose: () => void;
  children: Elements;
};

type ConfirmActionsProps = {
  text: string;
  isBusy: boolean;
  isOff?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmActions({ text, isBusy, isOff, onConfirm, onClose }: ConfirmActionsProps) {
  return (
    <>
      <Button busy={isBusy} disabled={isOff} onClick={onConfirm}>
        {text}
      </Button>
      <Button look="secondary" disabled={isBusy} onClick={onClose}>
        {m.office_cancel()}
      </Button>
    </>
  );
}

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
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const wasAsked = useAskedOfColleague();
  const confirm = async () => {
    await act(async () => {
      try {
        await makeCall();
        say(doneText);
        onClose();
      } catch (error) {
        if (!wasAsked(error)) throw error;
        onClose();
      }
    });
    await queries.invalidateQueries();
  };
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      title={title}
      description={description}
      actions={
        <ConfirmActions
          text={confirmText}
          isBusy={isBusy}
          onConfirm={() => void confirm()}
          onClose={onClose}
        />
      }
    >
      {children}
      <ErrorNotice text={problem} className="mt-4" />
    </Dialog>
  );
}
