import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { cents, formatMoney } from '#kit/money.ts';
import {
  approveSecondPerson,
  declineSecondPerson,
  type SecondPersonRequest,
} from '#modules/orders/second-person/second-person.contract.ts';
import { declineShape } from '#modules/orders/decline.shapes.ts';
import { callForOne } from '#app/api/client.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { ConfirmCall } from '#app/routes/office/confirm-call.tsx';

type DecideProps = { request: SecondPersonRequest; onClose: () => void };

const words = ({ amount_cents, asked_by, reason }: SecondPersonRequest) => ({
  amount: formatMoney(cents(amount_cents)),
  staff: asked_by,
  reason,
});

const TEXTS = {
  refund: m.office_approval_refund_text,
  refund_request: m.office_approval_refund_text,
  waiver: m.office_approval_waiver_text,
  received: m.office_approval_received_text,
  aid_confirm: m.office_approval_aid_confirm_text,
  aid_end: m.office_approval_aid_end_text,
  amendment: m.office_approval_amendment_text,
};

const WAYS = {
  processor: () => m.office_approval_way_processor(),
  check: (check_number: string) => m.office_approval_way_check({ check_number }),
  driver_fund: () => m.office_approval_way_driver_fund(),
};

export const approvedText = ({
  way,
  check_number,
  ends_order,
  is_aid_spent,
}: SecondPersonRequest): string[] => [
  ...(way ? [WAYS[way](check_number ?? '')] : []),
  ...(ends_order ? [m.office_approval_ends_order()] : []),
  ...(ends_order && is_aid_spent ? [m.office_approval_aid_spent()] : []),
];

export function ApproveRequest({ request, onClose }: DecideProps) {
  const { id, order_id, kind } = request;
  const text = TEXTS[kind];
  return (
    <ConfirmCall
      title={m.office_approval_approve_title({ id: order_id })}
      description={text(words(request))}
      confirmText={m.office_approval_approve()}
      doneText={m.office_approval_approved({ id: order_id })}
      makeCall={() => callForOne(approveSecondPerson, { params: { id } })}
      onClose={onClose}
    >
      <p>{[...approvedText(request), m.office_approval_at_once()].join(' ')}</p>
    </ConfirmCall>
  );
}

type Declining = z.output<typeof declineShape>;

export function DeclineRequest({ request, onClose }: DecideProps) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<z.input<typeof declineShape>, unknown, Declining>({
    resolver: schemaResolver(declineShape),
    mode: 'onBlur',
    defaultValues: { reason: '' },
  });
  async function decline(body: Declining): Promise<void> {
    await callForOne(declineSecondPerson, { params: { id: request.id }, body });
    onClose();
    say(m.office_approval_declined({ id: request.order_id }));
    await queries.invalidateQueries();
  }
  const isOwn = request.approve_refused === 'is_first';
  const verb = isOwn ? m.office_approval_take_back() : m.office_approval_decline();
  return (
    <Dialog open onClose={onClose} title={m.office_approval_decline_title({ id: request.order_id })}>
      <Form form={form} label={verb} className="grid gap-4" onSubmit={decline}>
        <FormTextarea
          required
          name="reason"
          label={m.office_request_reason()}
          note={isOwn ? undefined : m.office_approval_reason_note({ staff: request.asked_by })}
          maxLength={500}
        />
        <FormButtons submitText={verb} look="danger" cancelText={m.office_cancel()} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
