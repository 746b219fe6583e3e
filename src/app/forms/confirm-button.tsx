import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { sentencesOf } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type ConfirmButtonProps = {
  label: string;
  fullLabel?: string;
  title: string;
  description: string;
  done: string;
  look?: 'danger' | 'secondary';
  act: () => Promise<void>;
  /** what the act does in particular, below the description */
  children?: Elements;
};

function useConfirmation({ act, done }: Pick<ConfirmButtonProps, 'act' | 'done'>) {
  const [state, setState] = useState<'closed' | 'asking' | 'busy'>('closed');
  const [problem, setProblem] = useState('');
  const say = useToast();
  const close = () => {
    setState('closed');
    setProblem('');
  };
  const confirm = async () => {
    setState('busy');
    try {
      await act();
      close();
      say(done);
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
      setState('asking');
    }
  };
  return { state, problem, ask: () => setState('asking'), close, confirm };
}

/** Asks before an action without undo; a refusal stays in the dialog. */
export function ConfirmButton({
  label,
  fullLabel,
  title,
  description,
  done,
  look = 'danger',
  act,
  children,
}: ConfirmButtonProps) {
  const { state, problem, ask, close, confirm } = useConfirmation({ act, done });
  return (
    <>
      <Button look={look} size="small" aria-label={fullLabel} onClick={ask}>
        {label}
      </Button>
      <Dialog
        open={state !== 'closed'}
        onClose={close}
        title={title}
        description={description}
        actions={
          <>
            <Button busy={state === 'busy'} onClick={() => void confirm()}>
              {label}
            </Button>
            <Button look="secondary" onClick={close}>
              {m.dashboard_cancel()}
            </Button>
          </>
        }
      >
        {children satisfies Elements}
        <ErrorNotice text={problem} />
      </Dialog>
    </>
  );
}
