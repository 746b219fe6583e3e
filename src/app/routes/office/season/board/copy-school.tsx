import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { readObject } from '#modules/catalog/changes/changes.contract.ts';
import { readCopy } from '#modules/catalog/changes/copies.contract.ts';
import type { BoardSchool } from '#modules/office/seasons/board.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { useProposedKey } from '#app/routes/office/season/objects/proposed-key.ts';
import type { TypedFields } from '#app/routes/office/season/objects/typed-fields.ts';
import { useSaveUnasked } from '#app/routes/office/season/save-changes.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { schoolCopyChanges } from './school-copy.ts';

type CopyProps = { school: BoardSchool; season_id: number };

const soldPrograms = ({ programs }: BoardSchool) =>
  programs.filter(({ is_active, period_program }) => is_active && period_program.is_active);

/** The school, what the school has in the season, and each of its programs with all below. */
async function changesOf({ school, season_id }: CopyProps, to: { path: string; name: string }) {
  const { id, period_group } = school;
  const read = (kind: 'program_group' | 'period_group', object: number) =>
    callForOne(readObject, { params: { kind, id: object } });
  const own = await read('program_group', id);
  const inSeason = period_group ? await read('period_group', period_group.id) : undefined;
  const copies = await Promise.all(
    soldPrograms(school).map(async ({ name, period_program }) => {
      const params = { kind: 'period_program' as const, id: period_program.id };
      return { text: name, changes: (await callForOne(readCopy, { params })).changes };
    }),
  );
  const { division, line_color } = own.fields;
  const from = { name: school.name, division, line_color, fields: inSeason?.fields ?? {} };
  return schoolCopyChanges({ season_id, from, to, programs: copies });
}

function CopyDialog({ onClose, ...copied }: CopyProps & { onClose: () => void }) {
  const { name } = copied.school;
  const form = useForm<TypedFields>({ defaultValues: { text: '', path: '' } });
  useProposedKey({ kind: 'program_group', id: undefined, parent: undefined }, form);
  const save = useSaveUnasked();
  async function submit({ text, path }: TypedFields) {
    const changes = await changesOf(copied, { name: String(text).trim(), path: String(path).trim() });
    // A school that is not open shows families nothing, so nobody is asked about effects.
    await save(changes, { doneText: m.office_copy_school_done({ school: String(text).trim() }) });
    onClose();
  }
  return (
    <Dialog
      open
      title={m.office_copy_school_title({ school: name })}
      description={m.office_copy_school_text({ school: name })}
      onClose={onClose}
    >
      <Form
        form={form}
        label={m.office_copy_school_title({ school: name })}
        onSubmit={submit}
        className="grid gap-4"
      >
        <FormText required name="text" label={objectFieldLabel(['text'])} autoComplete="off" />
        <FormText required name="path" label={objectFieldLabel(['path'])} autoComplete="off" />
        <FormButtons
          submitText={m.office_copy_school_confirm()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** Makes a new school that sells what this school sells, under its own name. */
export function CopySchool(props: CopyProps) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useRight('season_write');
  // A copy has the amounts of its original.
  const seesMoney = useRight('money');
  if (!mayWrite || !seesMoney || soldPrograms(props.school).length === 0) return null;
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        <span>{m.office_copy_school()}</span>{' '}
        <span className="sr-only">{m.office_object_new_of({ of: props.school.name })}</span>
      </Button>
      {isOpen && <CopyDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
