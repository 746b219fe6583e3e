import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { undoChanges, type ChangeSetAnswer, type Undone } from '#modules/catalog/changes/changes.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { kindText } from '#app/routes/office/season/changes/change-words.ts';
import { ToldEffects } from '#app/routes/office/season/effects/effects-dialog.tsx';

type Named = Undone['left'];

function Objects({ title, objects }: { title: string; objects: Named }) {
  if (objects.length === 0) return null;
  return (
    <div className="mb-3">
      <p className="font-bold">{title}</p>
      <ul className="list-disc pl-6">
        {objects.map(({ kind, id, name }) => (
          <li key={`${kind}:${id}`} className="wrap-anywhere">
            {m.office_change_object({ kind: kindText(kind), name })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an undo would do; writes nothing. */
const lookAt = (id: number, all?: boolean): Promise<Undone> =>
  callForOne(undoChanges, { params: { id }, body: { all } });

function Preview({ preview, set }: { preview: Undone; set: ChangeSetAnswer }) {
  const timeText = useCompanyTime();
  const { left, ended, left_text, problems } = preview;
  const n = set.objects - left.length;
  const at = timeText(set.at);
  return (
    <>
      {left_text !== null && <Objects title={left_text} objects={left} />}
      <Objects title={m.office_undo_ended()} objects={ended} />
      {problems.length > 0 && (
        <Notice tone="danger" role="alert" className="mb-3" title={m.office_undo_problems()}>
          <ul className="list-disc pl-6">
            {problems.map(({ sentence }, at) => (
              <li key={at}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {n > 0 && problems.length === 0 && <ToldEffects told={preview} readAll={() => lookAt(set.id, true)} />}
      <p className="mt-3">{n === 1 ? m.office_undo_text_one({ at }) : m.office_undo_text({ n, at })}</p>
    </>
  );
}

function useUndo(set: ChangeSetAnswer) {
  const [preview, setPreview] = useState<Undone>();
  const looking = useAct();
  const undoing = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const look = () => looking.act(async () => setPreview(await lookAt(set.id)));
  const undo = (seen: string) =>
    undoing.act(async () => {
      try {
        await callForOne(undoChanges, { params: { id: set.id }, body: { seen } });
        setPreview(undefined);
        say(m.office_undo_done());
      } catch (error) {
        // The effects may be others by now: the sentence says so, beside what would be done now.
        setPreview(await lookAt(set.id));
        throw error;
      } finally {
        await queries.invalidateQueries();
      }
    });
  const close = () => {
    setPreview(undefined);
    undoing.clear();
  };
  return { preview, looking, undoing, look, undo, close };
}

/** Shows what an undo would do, the exceptions first, and undoes (SE3.7). */
export function UndoChange({ set }: { set: ChangeSetAnswer }) {
  const { preview, looking, undoing, look, undo, close } = useUndo(set);
  const n = preview ? set.objects - preview.left.length : 0;
  return (
    <>
      <ErrorNotice text={looking.problem} />
      <Button look="secondary" busy={looking.isBusy} onClick={() => void look()}>
        {m.office_undo()}
      </Button>
      {preview && (
        <Dialog
          open
          size="wide"
          title={m.office_undo_title()}
          onClose={undoing.isBusy ? undefined : close}
          actions={
            <>
              {n > 0 && preview.problems.length === 0 && (
                <Button busy={undoing.isBusy} onClick={() => void undo(preview.hash)}>
                  {n === 1 ? m.office_undo_button_one() : m.office_undo_button({ n })}
                </Button>
              )}
              <Button look="secondary" disabled={undoing.isBusy} onClick={close}>
                {m.office_cancel()}
              </Button>
            </>
          }
        >
          <Preview preview={preview} set={set} />
          <ErrorNotice text={undoing.problem} className="mt-4" />
        </Dialog>
      )}
    </>
  );
}
