import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { plainText } from '#kit/text/plain-text.ts';
import { discardTextDraft, saveTextDraft, type TextAnswer } from '#modules/catalog/texts/texts.contract.ts';
import { call, callForOne } from '#app/api/client.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Form } from '#app/forms/form.tsx';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { ConfirmCall } from '#app/routes/office/confirm-call.tsx';
import { TextEditor } from '#app/routes/office/season/texts/editor/text-editor.tsx';
import { textName } from '#app/routes/office/season/texts/text-names.ts';
import { Button } from '#app/ui/button.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';
import { PutInForce } from './put-in-force.tsx';
import { useMayWriteText } from './use-may-write-text.ts';

const FORCE = 'force';

/** The form of the text, also of the button beside a comparison. */
export const TEXT_FORM = 'text';

type EditTextProps = {
  text: TextAnswer;
  typed: string;
  onType: (html: string) => void;
  /** begins anew with a text that the server knows by now */
  onRestart: (html: string) => void;
};

type DraftProps = Omit<EditTextProps, 'onRestart'> & { onForce: () => void };

type Typed = { html: string };
type Stored = { html: string | null; version: number };

function StateLine({ text: { versions, draft } }: Pick<EditTextProps, 'text'>) {
  const timeText = useCompanyTime();
  const inForce = versions.find(({ is_in_force }) => is_in_force);
  return (
    <div className="mb-3">
      <p>{inForce ? m.office_text_in_force_as({ n: inForce.number }) : m.office_text_nothing_in_force()}</p>
      {draft && <p>{m.office_text_draft_as({ by: draft.saved_by, at: timeText(draft.saved_at) })}</p>}
    </div>
  );
}

/** Both buttons save what is typed as the draft; a text is put in force as it was saved. */
function useDraft({ text, typed, onType, onForce }: DraftProps) {
  const { field, kind, id, draft, draft_version, html } = text;
  const queries = useQueryClient();
  const say = useToast();
  // The save after a conflict is without a press, so the earlier press counts.
  const forces = useRef(false);
  const form = useForm<Typed>({ defaultValues: { html: typed } });
  const toSeen = (record: Stored) => ({
    version: record.version,
    values: { html: record.html ?? html },
  });
  const { save, dialog } = useVersionedSave<Typed, Typed, Stored>({
    form,
    record: { html: draft?.html ?? null, version: draft_version },
    parts: () => [{ label: textName(text), names: ['html'], say: (values) => plainText(values.html) }],
    toSeen,
    async send(values, version = 0, { seen }) {
      if (values.html === seen?.values.html) {
        if (forces.current) onForce();
        else say(m.office_text_untouched());
        return undefined;
      }
      const params = { field, kind, id };
      return callForOne(saveTextDraft, { params, body: { html: values.html, version } });
    },
    async onSaved() {
      onType(form.getValues('html'));
      if (!forces.current) say(m.office_text_saved());
      await queries.invalidateQueries();
      if (forces.current) onForce();
    },
  });
  const submit = (values: Typed, pressed?: string) => {
    forces.current = pressed === FORCE;
    return save(values);
  };
  return { form, submit, dialog };
}

type Asked = 'discard' | 'force';

function Discard({ text, onClose, onDone }: { text: TextAnswer; onClose: () => void; onDone: () => void }) {
  const queries = useQueryClient();
  const { field, kind, id, draft, draft_version } = text;
  return (
    <ConfirmCall
      title={m.office_text_discard_title()}
      description={m.office_text_discard_text({ by: draft?.saved_by ?? '' })}
      confirmText={m.office_text_discard()}
      doneText={m.office_text_discarded()}
      makeCall={async () => {
        await call(discardTextDraft, {
          params: { field, kind, id },
          query: { version: draft_version },
        });
        await queries.invalidateQueries();
        onDone();
      }}
      onClose={onClose}
    >
      {null}
    </ConfirmCall>
  );
}

/** Saves what is typed as the draft, and asks before the draft is in force. */
export function ForceButton({ look }: { look?: 'secondary' }) {
  return (
    <Button type="submit" form={TEXT_FORM} look={look} value={FORCE}>
      {m.office_text_force()}
    </Button>
  );
}

/** The editor with the draft, or with the text in force where there is no draft (SE4.5). */
export function EditText({ text, typed, onType, onRestart }: EditTextProps) {
  const mayWrite = useMayWriteText(text);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const onForce = () => setAsked('force');
  const { form, submit, dialog } = useDraft({ text, typed, onType, onForce });
  const show = (html: string) => {
    form.setValue('html', html, { shouldDirty: true });
    onType(html);
  };
  return (
    <Form form={form} id={TEXT_FORM} label={textName(text)} onSubmit={submit}>
      {dialog satisfies Elements}
      <StateLine text={text} />
      <TextEditor label={textName(text)} value={typed} onChange={show} isReadOnly={!mayWrite} />
      {mayWrite && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit">{m.office_text_save_draft()}</Button>
          <ForceButton look="secondary" />
          {text.draft && (
            <Button look="danger" onClick={() => setAsked('discard')}>
              {m.office_text_discard()}
            </Button>
          )}
        </div>
      )}
      {asked === 'discard' && <Discard text={text} onClose={close} onDone={() => onRestart(text.html)} />}
      {asked === 'force' && (
        <PutInForce text={text} html={typed} onClose={close} onDone={() => onRestart(typed)} />
      )}
    </Form>
  );
}
