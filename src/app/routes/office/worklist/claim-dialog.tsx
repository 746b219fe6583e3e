import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import { optionalText, optionalUsDate } from '#kit/rules/fields.ts';
import { claimWork, type WorkItem, type WorkPage } from '#modules/office/worklist/worklist.contract.ts';
import { WORK_NOTE_MAX } from '#modules/office/worklist/worklist.shapes.ts';
import { callForOne } from '#app/api/client.ts';
import type { FormPart } from '#app/forms/edit-conflict.ts';
import { FormDate, FormSelect, FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';
import { detailText, workName } from './work-texts.ts';

/** What stands on the entry, as the call wants it. */
export const claimOf = ({ kind, subject, owner, hidden_until, note, is_done, version }: WorkItem) => ({
  kind,
  subject,
  owner_id: owner?.id ?? null,
  hidden_until,
  note,
  is_done,
  version,
});

const fieldsShape = z.object({
  owner_id: z.string(),
  hidden_until: optionalUsDate(),
  note: optionalText(WORK_NOTE_MAX),
});
type Values = z.input<typeof fieldsShape>;
type Typed = z.output<typeof fieldsShape>;

const toSeen = ({ owner, hidden_until, note, version }: WorkItem) => ({
  version,
  values: {
    owner_id: owner ? String(owner.id) : '',
    hidden_until: hidden_until ? formatDate(hidden_until) : '',
    note: note ?? '',
  },
});

type DialogProps = { item: WorkItem; people: WorkPage['people']; onClose: () => void };

/** Who may read the entry, and the present owner. */
function ownersOf({ item: { kind, owner }, people }: Pick<DialogProps, 'item' | 'people'>) {
  const able = people.filter(({ kinds }) => kinds.includes(kind));
  return owner && !able.some(({ id }) => id === owner.id) ? [owner, ...able] : able;
}

function useClaimForm({ item, people, onClose }: DialogProps) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<Values, unknown, Typed>({
    resolver: schemaResolver(fieldsShape),
    mode: 'onBlur',
    defaultValues: toSeen(item).values,
  });
  const nameOf = (id: string) =>
    people.find((one) => String(one.id) === id)?.name ?? m.office_work_owner_nobody();
  const parts = (): readonly FormPart<Values>[] => [
    { label: m.office_work_give(), names: ['owner_id'], say: ({ owner_id }) => nameOf(owner_id) },
    { label: m.office_work_until(), names: ['hidden_until'], say: (values) => values.hidden_until ?? '' },
    { label: m.office_work_note(), names: ['note'], say: (values) => values.note ?? '' },
  ];
  const { save, dialog } = useVersionedSave<Values, Typed, WorkItem>({
    form,
    record: item,
    parts,
    toSeen,
    send: ({ owner_id, hidden_until, note }, version = item.version) =>
      callForOne(claimWork, {
        body: {
          ...claimOf(item),
          owner_id: owner_id === '' ? null : Number(owner_id),
          hidden_until: hidden_until ? (parseUsDate(hidden_until) ?? null) : null,
          note,
          version,
        },
      }),
    onSaved: async () => {
      onClose();
      say(m.office_work_saved());
      await queries.invalidateQueries();
    },
  });
  return { form, save, dialog };
}

export function ClaimDialog(props: DialogProps) {
  const { item, onClose } = props;
  const { form, save, dialog } = useClaimForm(props);
  const title = m.office_work_claim_title({ kind: workName(item), title: item.title || detailText(item) });
  return (
    <Dialog open onClose={onClose} title={title} description={m.office_work_change_text()}>
      <Form form={form} label={title} className="grid gap-4" onSubmit={save}>
        {dialog satisfies Elements}
        <FormSelect
          name="owner_id"
          label={m.office_work_give()}
          placeholder={m.office_work_owner_nobody()}
          options={ownersOf(props).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <FormDate name="hidden_until" label={m.office_work_until()} note={m.office_work_until_text()} />
        <FormTextarea name="note" label={m.office_work_note()} maxLength={WORK_NOTE_MAX} />
        <FormButtons submitText={m.office_work_save()} cancelText={m.office_cancel()} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
