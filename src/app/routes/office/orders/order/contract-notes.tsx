import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { typedNotesShape } from '#modules/orders/staff/staff-orders.shapes.ts';
import { writeNotes } from '#modules/orders/staff/staff-orders.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { typed } from '#app/ui/typed.tsx';

type Props = { order: Order };
type Closing = Props & { onClose: () => void };

const notesOf = ({ order_detail: { contract } }: Order) => ({
  notes: contract.notes,
  notes_additional: contract.notes_additional,
});

function NewerNotes({ newer }: { newer: ReturnType<typeof notesOf> }) {
  return (
    <Notice tone="warning" role="alert" title={m.server_notes_edited()}>
      {m.contract_staff_notes_newer({
        notes: newer.notes ?? m.contract_staff_none(),
        additional: newer.notes_additional ?? m.contract_staff_none(),
      })}
    </Notice>
  );
}

/** For edits at the same time: the second person sees the notes of the first, and keeps the typed text. */
function NotesForm({ order, onClose }: Closing) {
  const [seen, setSeen] = useState(notesOf(order));
  const [newer, setNewer] = useState<ReturnType<typeof notesOf> | null>(null);
  const form = useForm({
    resolver: schemaResolver(typedNotesShape),
    mode: 'onBlur',
    defaultValues: { notes: seen.notes ?? '', notes_additional: seen.notes_additional ?? '' },
  });
  const queries = useQueryClient();
  const say = useToast();
  async function save(written: { notes: string | null; notes_additional: string | null }): Promise<void> {
    await call(writeNotes, { params: { id: order.id }, body: { ...written, seen } });
    onClose();
    say(m.contract_staff_notes_saved());
    await queries.invalidateQueries();
  }
  function onError(error: unknown): boolean {
    const [now] =
      error instanceof ApiError && error.status === 409 ? ((error.data.items ?? []) as Order[]) : [];
    if (!now) return false;
    setSeen(notesOf(now));
    setNewer(notesOf(now));
    return true;
  }
  return (
    <Form form={form} className="grid gap-4" onSubmit={save} onError={onError}>
      {newer && <NewerNotes newer={newer} />}
      <FormTextarea name="notes" label={m.contract_notes()} rows={4} maxLength={8192} />
      <FormTextarea name="notes_additional" label={m.contract_notes_additional()} rows={4} maxLength={8192} />
      <FormButtons
        submitText={m.contract_staff_save()}
        cancelText={m.contract_staff_cancel()}
        onCancel={onClose}
      />
    </Form>
  );
}

/** What staff noted on the contract; families never read the notes. */
export function ContractNotes({ order }: Props) {
  const [isEditing, setEditing] = useState(false);
  const mayWrite = useRight('families_write');
  const close = () => setEditing(false);
  const { notes, notes_additional } = notesOf(order);
  if (!mayWrite && !notes && !notes_additional) return null;
  return (
    <Fold title={m.contract_staff_notes_title()}>
      <Facts
        facts={[
          ...(notes ? [{ label: m.contract_notes(), value: typed(notes) }] : []),
          ...(notes_additional
            ? [{ label: m.contract_notes_additional(), value: typed(notes_additional) }]
            : []),
        ]}
      />
      {mayWrite && (
        <Button look="secondary" size="small" icon="pencil" className="mt-2" onClick={() => setEditing(true)}>
          {m.contract_staff_notes_edit()}
        </Button>
      )}
      <Dialog
        open={isEditing}
        onClose={close}
        title={m.contract_staff_notes_edit()}
        description={m.contract_staff_notes_text()}
      >
        <NotesForm order={order} onClose={close} />
      </Dialog>
    </Fold>
  );
}
