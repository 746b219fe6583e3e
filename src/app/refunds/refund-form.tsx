import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import type { RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import { FormCheckbox, FormRadios, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import type { RefundPlan } from '#modules/billing/refunds/refund-plan.ts';
import { refundDenial } from '#modules/billing/refunds/refund-denial.ts';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import {
  emptyRefund,
  refundableTexts,
  refundFormShape,
  refundPlanOf,
  requestedRefundFormShape,
  type CheckedRefund,
  type RefundValues,
} from './refund-form.ts';
import { AidSpent } from './aid-spent.tsx';
import { RefundChannelFields } from './refund-channel-fields.tsx';
import { refundChannelText, type CheckAddress } from './refund-texts.ts';

type PlannedPart = Extract<RefundPlan, { k: 'plan' }>['parts'][number];

type PlanProps = {
  plan: RefundPlan;
  taken: RefundsOfOrder['taken'];
  way: RefundChannel;
};

const amountColumns: readonly Column<PlannedPart>[] = [
  {
    key: 'principal',
    header: m.office_refund_plan_principal(),
    numeric: true,
    cell: ({ principal_cents }) => <Money amount={principal_cents} />,
  },
  {
    key: 'fee',
    header: m.office_refund_plan_fee(),
    numeric: true,
    cell: ({ surcharge_cents }) => <Money amount={surcharge_cents} />,
  },
];

/** The payments and amounts of a planned refund, before the confirmation (R4). */
function RefundPlanTable({ plan, taken, way }: PlanProps) {
  if (plan.k === 'refused') return <Notice tone="warning">{refundDenial(plan).sentences.join(' ')}</Notice>;
  const methodOf = (payment_id: number) =>
    taken.find((payment) => payment.payment_id === payment_id)?.method ?? '';
  return (
    <>
      <Table
        dense
        caption={m.office_refund_plan()}
        rows={plan.parts}
        rowKey={({ payment_id }) => payment_id}
        columns={[
          {
            key: 'payment',
            header: m.office_refund_plan_payment(),
            narrow: 'title',
            cell: ({ payment_number }) => m.office_refund_payment({ n: payment_number }),
          },
          {
            key: 'to',
            header: m.office_refund_plan_to(),
            cell: ({ payment_id }) => (way === 'processor' ? methodOf(payment_id) : refundChannelText(way)),
          },
          ...amountColumns,
        ]}
      />
      <p className="mt-2 flex justify-between gap-4 font-bold">
        <span>{m.office_refund_plan_total()}</span>
        <span className="figures">{formatMoney(plan.amount_cents)}</span>
      </p>
    </>
  );
}

/** Bank debits in the plan with a possible return: then the company would pay twice. */
function ReturnableDebits({ plan, taken }: Pick<PlanProps, 'plan' | 'taken'>) {
  if (plan.k === 'refused') return null;
  const debits = taken.flatMap(({ payment_id, payment_number: n, returnable_until }) =>
    returnable_until && plan.parts.some((part) => part.payment_id === payment_id)
      ? [{ n, day: formatDate(returnable_until) }]
      : [],
  );
  if (debits.length === 0) return null;
  return (
    <Notice tone="warning" className="mt-4" title={m.office_refund_returnable_title()}>
      {debits.map((debit) => (
        <p key={debit.n}>{m.office_refund_returnable(debit)}</p>
      ))}
      <p>{m.office_refund_returnable_todo()}</p>
    </Notice>
  );
}

type RefundFormProps = {
  refunds: RefundsOfOrder;
  label: string;
  /** the family's request, answered by this refund without another reason */
  requested?: RefundChannel;
  wish?: RefundChannel;
  /** the home address in the contract, for a check */
  address: CheckAddress;
  /** offers to end the order with the refund (M11) */
  mayCancelOrder?: boolean;
  /** the aid code that the order would give back (MC11) */
  aidCode?: string | null;
  submitText: (total: string | undefined) => string;
  onSubmit: (values: CheckedRefund) => Promise<void>;
  onCancel?: () => void;
};

const partNotes = { whole: m.office_refund_part_note, prorated: m.office_refund_part_note_prorated };

function HowMuch({ refunds, isPart }: { refunds: RefundsOfOrder; isPart: boolean }) {
  const { total, principal, fees } = refundableTexts(refunds);
  return (
    <>
      <FormRadios
        name="how_much"
        label={m.office_refund_how_much()}
        choices={[
          {
            value: 'everything',
            label: m.office_refund_everything(),
            aside: m.office_refund_left({ total }),
            ...(fees && { textAfter: m.office_refund_everything_fees({ fees }) }),
          },
          { value: 'part', label: m.office_refund_part(), textAfter: partNotes[refunds.fee_refund]() },
        ]}
      />
      {isPart && (
        <FormText
          name="amount"
          label={m.office_refund_amount()}
          note={m.office_refund_amount_note({ most: principal })}
          inputMode="decimal"
          required
          autoComplete="off"
        />
      )}
    </>
  );
}

function Reason({ mayCancelOrder, aidCode = null }: Pick<RefundFormProps, 'mayCancelOrder' | 'aidCode'>) {
  const isEnding = useWatch<RefundValues, 'cancel_order'>({ name: 'cancel_order' });
  return (
    <>
      <FormTextarea
        name="reason"
        label={m.office_refund_reason()}
        note={m.office_refund_reason_note()}
        required
        maxLength={500}
        rows={2}
      />
      {mayCancelOrder && (
        <FormCheckbox
          name="cancel_order"
          label={m.office_refund_cancel_order()}
          note={m.office_refund_cancel_order_note()}
        />
      )}
      {mayCancelOrder && isEnding && <AidSpent code={aidCode} />}
    </>
  );
}

type FieldsProps = Omit<RefundFormProps, 'label' | 'onSubmit'>;

function Fields({ refunds, requested, wish, address, submitText, onCancel, ...ending }: FieldsProps) {
  const { control, formState } = useFormContext<RefundValues>();
  const [how_much, amount, way] = useWatch({ control, name: ['how_much', 'amount', 'way'] });
  const plan = refundPlanOf(refunds, { how_much, amount, way });
  const isSending = formState.isSubmitting;
  return (
    <>
      <HowMuch refunds={refunds} isPart={how_much === 'part'} />
      <RefundChannelFields chosen={requested ?? wish} address={address} isByCheck={way === 'check'} />
      {!requested && <Reason {...ending} />}
      <div aria-live="polite">
        {plan && <RefundPlanTable plan={plan} taken={refunds.taken} way={way} />}
        {plan && <ReturnableDebits plan={plan} taken={refunds.taken} />}
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={isSending} disabled={plan?.k === 'refused'}>
          {submitText(plan?.k === 'plan' ? formatMoney(plan.amount_cents) : undefined)}
        </Button>
        {onCancel && (
          <Button look="secondary" disabled={isSending} onClick={onCancel}>
            {m.office_cancel()}
          </Button>
        )}
      </div>
    </>
  );
}

export function RefundForm({ label, onSubmit, ...fields }: RefundFormProps) {
  const { requested, wish } = fields;
  const chosen = requested ?? wish;
  const form = useForm<RefundValues, unknown, CheckedRefund>({
    resolver: schemaResolver(requested ? requestedRefundFormShape : refundFormShape),
    mode: 'onBlur',
    defaultValues: { ...emptyRefund, ...(chosen && { way: chosen }) },
  });
  return (
    <Form form={form} label={label} className="grid gap-5" onSubmit={onSubmit}>
      <Fields {...fields} />
    </Form>
  );
}
