import { useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { previewChanges, type Preview, type SentChange } from '#modules/catalog/changes/changes.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useAct } from '#app/forms/use-act.ts';
import { ConfirmActions } from '#app/routes/office/confirm-call.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { PreviewedEffects } from './effects/effects-dialog.tsx';
import { otherEffects, previewOf, useSaveChanges, type SaveWords } from './save-changes.ts';

type ConfirmChangesProps = {
  title: string;
  /** one sentence: the effect of the save, with numbers (OF0.27) */
  description: string;
  confirmText: string;
  doneText?: string;
  /** in the history of changes */
  changeTitle?: string;
  source?: SaveWords['source'];
  changes: SentChange[];
  /** of a lawyer, to bank terms (SE4.11) */
  approval?: string;
  /** stands above the effects */
  children?: Elements;
  size?: 'narrow' | 'wide';
  /** offered where a rule refuses the changes */
  instead?: Elements;
  onClose: () => void;
  onDone?: () => void;
};

function useConfirm({
  changes,
  doneText,
  changeTitle: title,
  source,
  approval,
  onClose,
  onDone = onClose,
}: ConfirmChangesProps) {
  const save = useSaveChanges();
  const queries = useQueryClient();
  const queryKey = [previewChanges.name, changes, approval];
  const preview = useQuery({ queryKey, queryFn: () => previewOf(changes, { approval }), gcTime: 0 });
  const { isBusy, problem, act } = useAct();
  const confirm = ({ hash }: Preview) =>
    act(async () => {
      try {
        await save(changes, hash, { doneText, title, source, approval });
        onDone();
      } catch (error) {
        const now = otherEffects(error);
        if (now) queries.setQueryData(queryKey, now);
        throw error;
      }
    });
  return { preview, isBusy, problem, confirm };
}

/** The sentences of a refusal, each once: forty changes may break one rule. */
const sentencesOf = ({ problems }: Preview) => [...new Set(problems.map(({ sentence }) => sentence))];

/** The last question before a change set, with what the change does to families, or why it is refused. */
export function ConfirmChanges(props: ConfirmChangesProps) {
  const { title, description, confirmText, changes, instead, children, size, onClose } = props;
  const { preview, isBusy, problem, confirm } = useConfirm(props);
  const found = preview.data;
  const refused = found ? sentencesOf(found) : [];
  const isRefused = refused.length > 0;
  return (
    <Dialog
      open
      size={size}
      title={title}
      description={isRefused ? refused.join(' ') : description}
      onClose={isBusy ? undefined : onClose}
      actions={
        isRefused ? (
          <>
            {instead satisfies Elements}
            <Button look="secondary" onClick={onClose}>
              {m.office_cancel()}
            </Button>
          </>
        ) : (
          <ConfirmActions
            text={confirmText}
            isBusy={isBusy || preview.isLoading}
            onConfirm={() => found && void confirm(found)}
            onClose={onClose}
          />
        )
      }
    >
      {children satisfies Elements}
      <Loaded query={preview} loading={m.office_loading()}>
        {(previewed) => !isRefused && <PreviewedEffects preview={previewed} changes={changes} />}
      </Loaded>
      <ErrorNotice text={problem} className="mt-4" />
    </Dialog>
  );
}
