import { useState } from 'react';
import { m } from '#i18n/messages.js';
import {
  previewChanges,
  type ObjectAnswer,
  type Preview,
} from '#modules/catalog/changes/changes.contract.ts';
import { ENDED_KINDS, REMOVED_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { callForOne } from '#app/api/client.ts';
import { useAct } from '#app/forms/use-act.ts';
import { ConfirmActions } from '#app/routes/office/confirm-call.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { Effects } from './effects-dialog.tsx';
import { otherEffects, useSaveChanges, type SentChange } from './save-changes.ts';

type Act = 'end' | 'start' | 'remove';

const BUTTONS: Readonly<Record<Act, () => string>> = {
  end: m.office_object_end,
  start: m.office_object_start,
  remove: m.office_object_remove,
};

type ObjectActsProps = {
  object: ObjectAnswer;
  /** the object in a sentence: `route Round trip` */
  what: string;
  onDone: () => void;
};

const has = (kinds: readonly ObjectKind[], kind: ObjectKind) => kinds.includes(kind);

function changeOf({ kind, id, version }: ObjectAnswer, act: Act): SentChange {
  if (act === 'start') return { op: 'update', kind, id, version, fields: { is_active: true } };
  return { op: act, kind, id, version } as SentChange;
}

function sentenceOf(act: Act, what: string, users: ObjectAnswer['used_by']): string {
  const named = capital(what);
  if (act === 'remove') return m.office_object_remove_text({ what: named });
  if (act === 'start') return m.office_object_start_text({ what: named });
  if (users.length === 0) return m.office_object_end_text({ what: named });
  const list = users.map(({ n, name }) => m.office_object_use({ n, name })).join(', ');
  return m.office_object_end_used({ what: named, users: list });
}

const capital = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

type Asked = { act: Act; preview: Preview };

function useActs({ object, onDone }: Pick<ObjectActsProps, 'object' | 'onDone'>) {
  const [asked, setAsked] = useState<Asked>();
  const { isBusy, problem, act, clear } = useAct();
  const save = useSaveChanges();
  const ask = (next: Act) =>
    act(async () => {
      const changes = [changeOf(object, next)];
      setAsked({ act: next, preview: await callForOne(previewChanges, { body: { changes } }) });
    });
  const confirm = ({ act: wanted, preview }: Asked) =>
    act(async () => {
      try {
        await save([changeOf(object, wanted)], preview.hash);
        onDone();
      } catch (error) {
        const now = otherEffects(error);
        if (now) setAsked({ act: wanted, preview: now });
        throw error;
      }
    });
  const close = () => {
    setAsked(undefined);
    clear();
  };
  return { asked, isBusy, problem, ask, confirm, close };
}

type ConfirmProps = ReturnType<typeof useActs> & Pick<ObjectActsProps, 'object' | 'what'> & { asked: Asked };

/** What refers to an object keeps the object; the dialog then offers the end (SE2.1). */
function ConfirmAct({ asked, object, what, isBusy, problem, ask, confirm, close }: ConfirmProps) {
  const { act, preview } = asked;
  const [refused] = preview.problems;
  const isKept = act === 'remove' && refused && has(ENDED_KINDS, object.kind) && object.is_active !== false;
  const text = refused ? refused.sentence : sentenceOf(act, what, object.used_by);
  const confirmText = m.office_object_act({ act: BUTTONS[act](), what });
  return (
    <Dialog
      open
      title={m.office_object_act_title({ act: BUTTONS[act](), what })}
      description={text}
      onClose={isBusy ? undefined : close}
      actions={
        refused ? (
          <>
            {isKept && (
              <Button busy={isBusy} onClick={() => void ask('end')}>
                {m.office_object_act({ act: BUTTONS.end(), what })}
              </Button>
            )}
            <Button look="secondary" onClick={close}>
              {m.office_cancel()}
            </Button>
          </>
        ) : (
          <ConfirmActions
            text={confirmText}
            isBusy={isBusy}
            onConfirm={() => void confirm(asked)}
            onClose={close}
          />
        )
      }
    >
      <Effects effects={preview.effects} />
      <ErrorNotice text={problem} />
    </Dialog>
  );
}

/** End, Start again and Remove, each after a question with its effects (SE2.1). */
export function ObjectActs({ object, what, onDone }: ObjectActsProps) {
  const acts = useActs({ object, onDone });
  const { asked, isBusy, problem, ask } = acts;
  const offered: Act[] = [
    ...(has(ENDED_KINDS, object.kind)
      ? [object.is_active === false ? ('start' as const) : ('end' as const)]
      : []),
    ...(has(REMOVED_KINDS, object.kind) ? ['remove' as const] : []),
  ];
  if (offered.length === 0) return null;
  return (
    <div className="mt-6 border-t border-hair pt-4">
      {!asked && <ErrorNotice text={problem} />}
      <div className="flex flex-wrap gap-3">
        {offered.map((act) => (
          <Button
            key={act}
            size="small"
            look={act === 'start' ? 'secondary' : 'danger'}
            busy={isBusy}
            onClick={() => void ask(act)}
          >
            {BUTTONS[act]()}
          </Button>
        ))}
      </div>
      {asked && <ConfirmAct {...acts} {...{ asked, object, what }} />}
    </div>
  );
}
