import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cancelOrderShape, typedNotesShape } from '#modules/orders/staff/staff-orders.shapes.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { cancelOrder, writeNotes } from '#modules/orders/staff/staff-orders.contract.ts';
import { listOrders, type Order } from '#modules/orders/orders.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { AidSpent, codeHeldBy } from '#app/refunds/aid-spent.tsx';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { dollarText } from '#app/orders/order-texts.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type Props = { order: Order };
type Closing = Props & { onClose: () => void };

const useReread = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: itemsKey(listOrders) });
};

function Consequences({ due }: { due: number }) {
  const follows = [
    due > 0 ? m.contract_staff_end_unpaid({ due: dollarText(due) }) : m.contract_staff_end_unpaid_none(),
    m.contract_staff_end_seat(),
    m.contract_staff_end_kept(),
    m.contract_staff_end_told(),
    m.contract_staff_end_final(),
  ];
  return (
    <ul className="list-disc pl-5">
      {follows.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Ends an order after a list of all consequences (M11). */
function EndForm({ order, onClose }: Closing) {
  const form = useForm({
    resolver: schemaResolver(cancelOrderShape),
    mode: 'onBlur',
    defaultValues: { reason: '', is_aid_spent: false },
  });
  const reread = useReread();
  const say = useToast();
  const { id, _order_due: due } = order;
  async function end(body: z.output<typeof cancelOrderShape>): Promise<void> {
    await call(cancelOrder, { params: { id }, body });
    onClose();
    say(m.contract_staff_ended({ id }));
    await reread();
  }
  return (
    <Form form={form} className="grid gap-4" onSubmit={end}>
      <Consequences due={due} />
      <FormTextarea
        name="reason"
        label={m.contract_staff_end_reason()}
        note={m.contract_staff_end_reason_note()}
        required
        maxLength={500}
      />
      <AidSpent code={codeHeldBy(order)} />
      <FormButtons
        submitText={m.contract_staff_end()}
        look="danger"
        cancelText={m.contract_staff_cancel()}
        onCancel={onClose}
      />
    </Form>
  );
}

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
  const reread = useReread();
  const say = useToast();
  async function save(written: { notes: string | null; notes_additional: string | null }): Promise<void> {
    await call(writeNotes, { params: { id: order.id }, body: { ...written, seen } });
    onClose();
    say(m.contract_staff_notes_saved());
    await reread();
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

export default function StaffOrderActions({ order }: Props) {
  const [open, setOpen] = useState<'end' | 'notes' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title={m.contract_staff()}>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" icon="pencil" onClick={() => setOpen('notes')}>
          {m.contract_staff_notes_edit()}
        </Button>
        {order.is_active && (
          <LinkButton look="secondary" to={`/admin/orders/${order.id}/change`}>
            {m.contract_staff_change()}
          </LinkButton>
        )}
        {order.is_active && (
          <Button look="danger" onClick={() => setOpen('end')}>
            {m.contract_staff_end()}
          </Button>
        )}
      </div>
      <Dialog
        open={open === 'notes'}
        onClose={close}
        title={m.contract_staff_notes_title()}
        description={m.contract_staff_notes_text()}
      >
        <NotesForm order={order} onClose={close} />
      </Dialog>
      <Dialog open={open === 'end'} onClose={close} title={m.contract_staff_end_title({ id: order.id })}>
        <EndForm order={order} onClose={close} />
      </Dialog>
    </Card>
  );
}
