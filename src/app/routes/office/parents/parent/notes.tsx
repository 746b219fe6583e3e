import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { addNote, changeNote, listNotes, removeNote, type Note } from '#modules/students/notes.contract.ts';
import { NOTE_CHARACTERS, noteFieldsShape } from '#modules/students/notes.shapes.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { call } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { FormCheckbox, FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';

type Child = { id: number; first_name: string; last_name: string };
type Family = {
  user_id: number;
  children: readonly Child[];
  /** shows the notes on this child alone */
  student_id?: number;
};

function useNotesAgain() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: itemsKey(listNotes) });
}

const OF_FAMILY = '';

type FormProps = Family & {
  /** undefined for a new note */
  note?: Note;
  onDone: () => void;
};

function NoteForm({ user_id, children, student_id: of, note, onDone }: FormProps) {
  const readAgain = useNotesAgain();
  const [about, setAbout] = useState(of === undefined ? OF_FAMILY : String(of));
  const form = useForm({
    resolver: schemaResolver(noteFieldsShape),
    defaultValues: { text: note?.text ?? '', is_pinned: note?.is_pinned ?? false },
  });
  const send = async (fields: { text: string; is_pinned: boolean }) => {
    const student_id = about === OF_FAMILY ? null : Number(about);
    if (note) await call(changeNote, { params: { id: note.id }, body: fields });
    else await call(addNote, { params: { id: user_id }, body: { ...fields, student_id } });
    await readAgain();
    onDone();
  };
  return (
    <Form form={form} label={m.notes_form()} onSubmit={send} className="mt-3 grid max-w-form gap-4">
      {!note && of === undefined && children.length > 0 && (
        <SelectField
          name="about"
          label={m.notes_about()}
          value={about}
          options={[
            { value: OF_FAMILY, label: m.notes_about_family() },
            ...children.map((child) => ({ value: String(child.id), label: shownName(child) })),
          ]}
          onChange={({ target }) => setAbout(target.value)}
        />
      )}
      <FormTextarea
        name="text"
        label={m.notes_text()}
        note={m.notes_text_note()}
        required
        rows={4}
        maxLength={NOTE_CHARACTERS}
      />
      <FormCheckbox name="is_pinned" label={m.notes_pin()} />
      <FormButtons submitText={m.notes_save()} cancelText={m.office_cancel()} onCancel={onDone} />
    </Form>
  );
}

function PinButton({ note, act }: { note: Note; act: (work: () => Promise<void>) => void }) {
  const readAgain = useNotesAgain();
  const { id, text, is_pinned } = note;
  const turn = async () => {
    await call(changeNote, { params: { id }, body: { text, is_pinned: !is_pinned } });
    await readAgain();
  };
  return (
    <Button look="quiet" size="small" onClick={() => act(turn)}>
      {is_pinned ? m.notes_unpin() : m.notes_pin_button()}
    </Button>
  );
}

function NoteActs({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const readAgain = useNotesAgain();
  const { problem, act } = useAct();
  return (
    <>
      <div className="-ml-3 flex flex-wrap gap-2 print:hidden">
        <PinButton note={note} act={(work) => void act(work)} />
        {note.may_change && (
          <>
            <Button look="quiet" size="small" onClick={onEdit}>
              {m.notes_edit()}
            </Button>
            <ConfirmButton
              label={m.notes_remove()}
              title={m.notes_remove_title()}
              description={m.notes_remove_text()}
              done={m.notes_removed()}
              look="secondary"
              act={async () => {
                await call(removeNote, { params: { id: note.id } });
                await readAgain();
              }}
            />
          </>
        )}
      </div>
      <ErrorNotice text={problem} />
    </>
  );
}

function NoteItem({ note, ...family }: Family & { note: Note }) {
  const mayWrite = useRight('families_write');
  const timeText = useCompanyTime();
  const [isEdited, setEdited] = useState(false);
  const child = family.children.find(({ id }) => id === note.student_id);
  const by = m.notes_by({ name: note.by, at: timeText(note.at) });
  return (
    <li className={note.is_pinned ? 'border-l-4 border-bus pl-3' : 'border-l-4 border-transparent pl-3'}>
      <p className="text-sm text-ink-soft">
        {note.is_pinned && <b>{`${m.notes_pinned()} · `}</b>}
        {child && <span>{`${m.notes_of({ name: shownName(child) })} · `}</span>}
        <span className="figures">{by}</span>
        {note.edited_at && <span>{` · ${m.notes_edited({ at: timeText(note.edited_at) })}`}</span>}
      </p>
      {isEdited ? (
        <NoteForm {...family} note={note} onDone={() => setEdited(false)} />
      ) : (
        <>
          <p className="whitespace-pre-line wrap-anywhere">
            <bdi>{note.text}</bdi>
          </p>
          {mayWrite && <NoteActs note={note} onEdit={() => setEdited(true)} />}
        </>
      )}
    </li>
  );
}

function NoteList({ notes, ...family }: Family & { notes: readonly Note[] }) {
  if (notes.length === 0) return <p className="text-ink-soft">{m.notes_none()}</p>;
  return (
    <ul className="grid gap-4">
      {notes.map((note) => (
        <NoteItem key={note.id} {...family} note={note} />
      ))}
    </ul>
  );
}

/** What staff noted about a family and its children (OF10.3). */
export function Notes(family: Family) {
  const mayWrite = useRight('families_write');
  const [isNew, setNew] = useState(false);
  const notes = useItems(listNotes, { params: { id: family.user_id } });
  const isShown = ({ student_id }: Note) =>
    family.student_id === undefined || student_id === family.student_id;
  return (
    <Fold title={m.notes_title()}>
      <Loaded query={notes} loading={m.office_loading()}>
        {(all) => <NoteList {...family} notes={all.filter(isShown)} />}
      </Loaded>
      {isNew && <NoteForm {...family} onDone={() => setNew(false)} />}
      {mayWrite && !isNew && (
        <Button look="secondary" size="small" className="mt-4" onClick={() => setNew(true)}>
          {m.notes_new()}
        </Button>
      )}
    </Fold>
  );
}
