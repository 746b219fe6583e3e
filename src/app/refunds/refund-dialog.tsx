import { useForm, useWatch } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { REFUND_CHANNELS, type RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import { refundOrder } from '#modules/orders/staff/refund-order.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { FormCheckbox, FormInlineRadios, FormRadios, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import {
  refundBody,
  emptyRefund,
  refundableTexts,
  refundPlanOf,
  refundFormShape,
  type RefundValues,
} from './refund-form.ts';
import { RefundPlanTable } from './refund-plan-table.tsx';
import { isUnderWay, refundChannelText } from './refund-texts.ts';

/** An order that has ended cannot be ended once more (M11). */
type DialogProps = { refunds: RefundsOfOrder; is_active: boolean; isOpen: boolean; onClose: () => void };

type Output = z.output<typeof refundFormShape>;

/** Asks the server once, however often it is pressed, and says what has become of it. */
function useRefund(order_id: number, onDone: () => void): (values: Output) => Promise<void> {
  const once = useOnce();
  const queries = useQueryClient();
  const say = useToast();
  return async (values) => {
    const body = refundBody(values);
    const send = (headers: { 'idempotency-key': string }) =>
      callForOne(refundOrder, { params: { id: order_id }, headers, body });
    // What the plan was made from may be out of date, also when it was refused.
    const {
      refunds: [made],
    } = await once({ order_id, ...body }, send).finally(() => queries.invalidateQueries());
    onDone();
    const total = formatMoney(cents(made!.amount_cents));
    if (made!.parts.some(({ state }) => state === 'failed')) say(m.admin_refund_failed());
    else say(isUnderWay(made!) ? m.admin_refund_open({ total }) : m.admin_refund_done({ total }));
  };
}

function HowMuch({ refunds, isPart }: { refunds: RefundsOfOrder; isPart: boolean }) {
  const { total, principal, fees } = refundableTexts(refunds);
  return (
    <>
      <FormRadios
        name="how_much"
        label={m.admin_refund_how_much()}
        choices={[
          {
            value: 'everything',
            label: m.admin_refund_everything(),
            aside: total,
            ...(fees && { textAfter: m.admin_refund_everything_fees({ fees }) }),
          },
          { value: 'part', label: m.admin_refund_part(), textAfter: m.admin_refund_part_note() },
        ]}
      />
      {isPart && (
        <FormText
          name="amount"
          label={m.admin_refund_amount()}
          note={m.admin_refund_amount_note({ most: principal })}
          inputMode="decimal"
          required
          autoComplete="off"
        />
      )}
    </>
  );
}

function RefundForm({ refunds, is_active, onClose }: Omit<DialogProps, 'isOpen'>) {
  const form = useForm<RefundValues, unknown, Output>({
    resolver: schemaResolver(refundFormShape),
    mode: 'onBlur',
    defaultValues: emptyRefund,
  });
  const refund = useRefund(refunds.order_id, onClose);
  const [how_much, amount, way] = useWatch({ control: form.control, name: ['how_much', 'amount', 'way'] });
  const plan = refundPlanOf(refunds, { how_much, amount, way });
  const isSending = form.formState.isSubmitting;
  return (
    <Form form={form} label={m.admin_refund()} className="grid gap-5" onSubmit={refund}>
      <HowMuch refunds={refunds} isPart={how_much === 'part'} />
      <FormInlineRadios
        name="way"
        label={m.admin_refund_channel()}
        choices={REFUND_CHANNELS.map((value) => ({ value, label: refundChannelText(value) }))}
      />
      {way === 'check' && (
        <FormText
          name="check_number"
          label={m.admin_refund_check_number()}
          required
          autoComplete="off"
          maxLength={255}
        />
      )}
      <FormTextarea
        name="reason"
        label={m.admin_refund_reason()}
        note={m.admin_refund_reason_note()}
        required
        maxLength={500}
        rows={2}
      />
      {is_active && (
        <FormCheckbox
          name="cancel_order"
          label={m.admin_refund_cancel_order()}
          note={m.admin_refund_cancel_order_note()}
        />
      )}
      <div aria-live="polite">{plan && <RefundPlanTable plan={plan} taken={refunds.taken} way={way} />}</div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={isSending} disabled={plan?.k === 'refused'}>
          {plan?.k === 'plan'
            ? m.admin_refund_confirm({ total: formatMoney(plan.amount_cents) })
            : m.admin_refund()}
        </Button>
        <Button look="secondary" disabled={isSending} onClick={onClose}>
          {m.admin_cancel()}
        </Button>
      </div>
    </Form>
  );
}

/**
 * Staff give money of an order back: how much, by which way, and what that takes from which payment before it
 * is confirmed.
 */
export function RefundDialog({ isOpen, ...form }: DialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={form.onClose}
      title={m.admin_refund_title({ id: form.refunds.order_id })}
      size="wide"
    >
      <RefundForm {...form} />
    </Dialog>
  );
}
