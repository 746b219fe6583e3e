import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { PAYMENT_STATE_TEXTS } from '#modules/billing/payment-state-texts.ts';
import { editPayment, type StaffPayment } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { FormText, FormTextarea, useField } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { dollarText } from '#app/orders/order-texts.ts';
import { useAskedOfColleague } from '#app/refunds/use-asked-of-colleague.ts';
import { useOrderPaths } from '#app/orders/use-order-paths.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { RadioGroup } from '#app/ui/fields/checkbox-field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import {
  editOf,
  fieldsOf,
  isOtherAmount,
  newerFields,
  OUTCOMES,
  paymentForm,
  typedMoney,
  type EditOutcome,
  type PaymentFields,
} from './payment-form-values.ts';
import { PayOnField, ReceivedFields } from './received-fields.tsx';

type Props = { payment: StaffPayment; onChange: (now: StaffPayment) => void };

const outcomes: Record<EditOutcome, { label: () => string; text: () => string }> = {
  owed: { label: m.contract_outcome_owed, text: m.contract_outcome_owed_text },
  check: { label: m.contract_outcome_check, text: m.contract_outcome_check_text },
  cash: { label: m.contract_outcome_cash, text: m.contract_outcome_cash_text },
  waived: { label: m.contract_outcome_waived, text: m.contract_outcome_waived_text },
};

const saidAfter: Record<EditOutcome, (n: { n: number }) => string> = {
  owed: m.contract_edit_payment_saved,
  check: m.contract_edit_payment_received,
  cash: m.contract_edit_payment_received,
  waived: m.contract_edit_payment_waived,
};

function OutcomeField() {
  const { input, error } = useField('outcome');
  const choices = OUTCOMES.map((value) => ({
    value,
    label: outcomes[value].label(),
    textAfter: outcomes[value].text(),
  }));
  return (
    <RadioGroup
      name="outcome"
      label={m.contract_edit_payment_outcome()}
      choices={choices}
      input={input}
      error={error}
    />
  );
}

const fieldTexts = {
  amount: { name: m.contract_edit_payment_amount, value: ({ amount }: StaffPayment) => dollarText(amount) },
  pay_on: { name: m.contract_edit_payment_date, value: ({ pay_on }: StaffPayment) => formatDate(pay_on) },
  status: {
    name: m.contract_edit_payment_state,
    value: ({ status }: StaffPayment) => PAYMENT_STATE_TEXTS[status](),
  },
  reference: {
    name: m.contract_edit_payment_reference,
    value: ({ reference }: StaffPayment) => reference ?? m.contract_staff_none(),
  },
  notes: {
    name: m.contract_edit_payment_notes,
    value: ({ notes }: StaffPayment) => notes ?? m.contract_staff_none(),
  },
};

/** A colleague saved first: the newer values, beside the typed values of this form (M8). */
function Conflict({ before, after }: { before: StaffPayment; after: StaffPayment }) {
  return (
    <Notice tone="warning" role="alert" title={m.contract_edit_payment_conflict()}>
      <ul className="my-2 list-disc pl-5">
        {newerFields(before, after).map(({ field }) => {
          const { name, value } = fieldTexts[field];
          return (
            <li key={field}>
              {m.contract_edit_payment_conflict_row({
                field: name(),
                before: value(before),
                after: value(after),
              })}
            </li>
          );
        })}
      </ul>
      <p>{m.contract_edit_payment_conflict_text()}</p>
    </Notice>
  );
}

type MoneyFieldsProps = { payment: StaffPayment; outcome: EditOutcome; isOther: boolean };

function MoneyFields({ payment, outcome, isOther }: MoneyFieldsProps) {
  return (
    <>
      {outcome === 'owed' && (
        <>
          <FormText
            name="amount"
            label={m.contract_edit_payment_amount()}
            note={m.contract_edit_payment_amount_note()}
            inputMode="decimal"
            required
            className="max-w-60"
          />
          <PayOnField payment={payment} label={m.contract_edit_payment_date()} />
        </>
      )}
      {(outcome === 'check' || outcome === 'cash') && <ReceivedFields payment={payment} />}
      {(isOther || outcome === 'waived') && (
        <FormText
          name="adjustment_reason"
          label={m.contract_edit_payment_reason()}
          note={m.contract_edit_payment_reason_note()}
          required
          maxLength={255}
        />
      )}
    </>
  );
}

type PaymentUseForm = UseFormReturn<PaymentFields, unknown, PaymentFields>;
type SaveButtonProps = { form: PaymentUseForm; payment: StaffPayment; outcome: EditOutcome };

function SaveButton({ form, payment, outcome }: SaveButtonProps) {
  const amount = useWatch({ control: form.control, name: 'amount' });
  const isFinal = outcome !== 'owed';
  const text: Record<EditOutcome, string> = {
    owed: m.contract_edit_payment_save(),
    check: m.contract_edit_payment_receive({ amount: typedMoney(amount, payment) }),
    cash: m.contract_edit_payment_receive({ amount: typedMoney(amount, payment) }),
    waived: m.contract_edit_payment_waive({ amount: dollarText(payment.amount) }),
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button type="submit" busy={form.formState.isSubmitting}>
        {text[outcome]}
      </Button>
      {isFinal && <span className="text-sm text-ink-soft">{m.contract_edit_payment_final()}</span>}
    </div>
  );
}

function ReferenceField({ isCheck }: { isCheck: boolean }) {
  return (
    <FormText
      name="reference"
      label={isCheck ? m.contract_edit_payment_check_number() : m.contract_edit_payment_reference()}
      note={isCheck ? m.contract_edit_payment_check_note() : m.contract_edit_payment_office_note()}
      required={isCheck}
      maxLength={255}
      autoComplete="off"
      className="sm:max-w-100"
    />
  );
}

type Collision = { before: StaffPayment; after: StaffPayment };

/** The newer payment after an edit by a colleague; the form follows in all untouched fields. */
function useCollision({ payment, onChange }: Props, form: PaymentUseForm) {
  const [conflict, setConflict] = useState<Collision | null>(null);
  function meets(error: unknown): boolean {
    const [after] =
      error instanceof ApiError && error.status === 409 ? ((error.data.items ?? []) as StaffPayment[]) : [];
    if (!after) return false;
    setConflict({ before: payment, after });
    onChange(after);
    form.reset(fieldsOf(after), { keepDirtyValues: true });
    return true;
  }
  return { conflict, meets };
}

type Saving = Props & { form: PaymentUseForm; outcome: EditOutcome };

function useSavePayment({ payment, onChange, form, outcome }: Saving) {
  const { dirtyFields } = form.formState;
  const { conflict, meets } = useCollision({ payment, onChange }, form);
  const navigate = useNavigate();
  const { orderPath } = useOrderPaths();
  const say = useToast();
  const wasAsked = useAskedOfColleague();
  const { order_id, id, payment_number: n } = payment;

  async function save(fields: PaymentFields): Promise<void> {
    onChange(
      await callForOne(editPayment, {
        params: { order_id, payment_id: id },
        body: editOf({ ...fields, outcome }, dirtyFields, payment),
      }),
    );
    say(saidAfter[outcome]({ n }));
    await navigate(orderPath(order_id));
  }

  function onError(error: unknown): boolean {
    if (!wasAsked(error)) return meets(error);
    void navigate(orderPath(order_id));
    return true;
  }
  return { save, onError, conflict };
}

/** The editable fields of a payment: all fields while owed, later only texts (M8). */
export function PaymentForm({ payment, onChange }: Props) {
  const form = useForm<PaymentFields, unknown, PaymentFields>({
    resolver: schemaResolver(paymentForm(payment), 'payment'),
    mode: 'onBlur',
    defaultValues: fieldsOf(payment),
  });
  const isOwed = payment.may_change === 'everything';
  const [chosen, amount] = useWatch({ control: form.control, name: ['outcome', 'amount'] });
  const outcome = isOwed ? chosen : 'owed';
  const { save, onError, conflict } = useSavePayment({ payment, onChange, form, outcome });
  return (
    <Card>
      <Form form={form} className="grid gap-5" onSubmit={save} onError={onError}>
        {conflict && <Conflict {...conflict} />}
        {isOwed && <OutcomeField />}
        {isOwed && (
          <MoneyFields
            payment={payment}
            outcome={outcome}
            isOther={outcome === 'owed' && isOtherAmount(amount, payment)}
          />
        )}
        {outcome !== 'waived' && <ReferenceField isCheck={outcome === 'check'} />}
        <FormTextarea
          name="notes"
          label={m.contract_edit_payment_notes()}
          note={m.contract_edit_payment_office_note()}
          maxLength={8192}
        />
        <SaveButton form={form} payment={payment} outcome={outcome} />
      </Form>
    </Card>
  );
}
