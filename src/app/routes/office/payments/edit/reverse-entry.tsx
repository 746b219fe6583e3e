import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import { requiredText, usDate } from '#kit/rules/fields.ts';
import {
  reverseEntry,
  type ReversalReason,
  type StaffPayment,
} from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { FormDate, FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { dollarText, paymentName } from '#app/orders/order-texts.ts';
import { useOrderPaths } from '#app/orders/use-order-paths.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';

type Props = { payment: StaffPayment; onChange: (now: StaffPayment) => void };
type DialogProps = Props & { why: ReversalReason; onClose: () => void };

const REASON_MAX = 500;

const titles: Record<ReversalReason, () => string> = {
  returned_by_bank: m.contract_reverse_check,
  entered_by_mistake: m.contract_reverse_mistake,
};

function whatHappens({ reversible, order_is_active, amount }: StaffPayment): string {
  if (!order_is_active) return m.contract_reverse_what_ended();
  const said = { amount: dollarText(amount) };
  return reversible === 'waiver' ? m.contract_reverse_what_waiver(said) : m.contract_reverse_what(said);
}

const reversalForm = (isOwed: boolean) =>
  z.object({ pay_on: isOwed ? usDate() : z.string(), reason: requiredText(REASON_MAX) });
type Fields = { pay_on: string; reason: string };

function dateNote({ method, earliest }: StaffPayment): string {
  return method?.kind === 'bank'
    ? m.contract_reverse_pay_on_note_bank({ day: formatDate(earliest.other_day) })
    : m.contract_edit_payment_date_note();
}

/** The bank returns a check whole (MC12). */
function SameCheck({ payment: { same_check } }: Pick<Props, 'payment'>) {
  if (same_check.length === 0) return null;
  return (
    <div className="mb-4">
      <p>{m.contract_reverse_same_check()}</p>
      <ul className="list-disc pl-5">
        {same_check.map((one) => (
          <li key={one.id}>
            {m.contract_reverse_same_check_row({
              name: paymentName({ ...one, is_congestion_fee: false, is_aid_difference: false }),
              id: one.order_id,
              amount: dollarText(one.amount),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ReversalDialog({ payment, why, onChange, onClose }: DialogProps) {
  const { order_id, id, version, order_is_active: isOwed, payment_number: n } = payment;
  const navigate = useNavigate();
  const { orderPath } = useOrderPaths();
  const say = useToast();
  const form = useForm<Fields>({
    resolver: schemaResolver(reversalForm(isOwed), 'payment'),
    mode: 'onBlur',
    defaultValues: { pay_on: '', reason: '' },
  });
  async function reverse({ pay_on, reason }: Fields): Promise<void> {
    const body = { version, why, reason, ...(isOwed && { pay_on: parseUsDate(pay_on) }) };
    onChange(await callForOne(reverseEntry, { params: { order_id, payment_id: id }, body }));
    onClose();
    say(isOwed ? m.contract_reversed({ n }) : m.contract_reversed_ended());
    await navigate(orderPath(order_id));
  }
  return (
    <Dialog open onClose={onClose} title={titles[why]()} description={whatHappens(payment)}>
      <SameCheck payment={payment} />
      <Form form={form} label={titles[why]()} className="grid gap-4" onSubmit={reverse}>
        {isOwed && (
          <FormDate
            name="pay_on"
            label={m.contract_edit_payment_date()}
            note={dateNote(payment)}
            placeholder="MM/DD/YYYY"
            required
          />
        )}
        <FormTextarea
          name="reason"
          label={m.contract_reverse_reason()}
          note={m.contract_edit_payment_office_note()}
          required
          maxLength={REASON_MAX}
        />
        <FormButtons submitText={titles[why]()} cancelText={m.contract_staff_cancel()} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Takes back a check or cash received, or a waiver (MC9). */
export function ReverseEntry({ payment, onChange }: Props) {
  const [why, setWhy] = useState<ReversalReason | null>(null);
  if (payment.reversible === null) return null;
  return (
    <Card title={m.contract_reverse_title()}>
      <p className="mb-4">{m.contract_reverse_text()}</p>
      <div className="flex flex-wrap gap-3">
        {payment.reversible === 'check' && (
          <Button look="secondary" onClick={() => setWhy('returned_by_bank')}>
            {m.contract_reverse_check()}
          </Button>
        )}
        <Button look="secondary" onClick={() => setWhy('entered_by_mistake')}>
          {m.contract_reverse_mistake()}
        </Button>
      </div>
      {why && <ReversalDialog payment={payment} why={why} onChange={onChange} onClose={() => setWhy(null)} />}
    </Card>
  );
}
