import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { choice, optionalText } from '#kit/rules/fields.ts';
import { cents, centsFromDollars, formatMoney } from '#kit/money.ts';
import {
  declineRefund,
  declineRefundShape,
  finishRefund,
  takeUpRefund,
  type RefundRequestForStaff,
} from '#modules/orders/requests/refund-inbox.contract.ts';
import { readRefunds } from '#modules/orders/staff/refund-order.contract.ts';
import { REFUND_CHANNELS, type RefundChannel } from '#modules/orders/order-requests.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { useItems } from '#app/api/use-items.ts';
import { FormRadios, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { addressLine } from '#app/addresses/address-form.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';

type AnswerProps = { request: RefundRequestForStaff; onAnswered: (items: RefundRequestForStaff[]) => void };

/** Tells the family that somebody is at it. */
export function StartReview({ request: { id }, onAnswered }: AnswerProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const startReview = async () => {
    setBusy(true);
    setProblem('');
    try {
      onAnswered(await call(takeUpRefund, { params: { id } }));
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
    }
    setBusy(false);
  };
  return (
    <Card className="grid justify-items-start gap-3">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <p>{m.admin_request_take_up_text()}</p>
      <Button look="secondary" busy={isBusy} onClick={() => void startReview()}>
        {m.admin_request_take_up()}
      </Button>
    </Card>
  );
}

const isObject = (payload: { value: unknown }) => typeof payload.value === 'object' && payload.value !== null;
const DOLLARS = /^\d{1,7}(\.\d{1,2})?$/;

const issueRefundShape = z
  .object({
    way: choice(REFUND_CHANNELS),
    check_number: optionalText(50),
    amount: z.string().trim().regex(DOLLARS).or(z.literal('')),
  })
  .refine(({ way, check_number }) => way !== 'check' || Boolean(check_number), {
    path: ['check_number'],
    params: { rule: 'required' },
    when: isObject,
  });
type Typed = z.input<typeof issueRefundShape>;

/** What the order has taken and not given back yet; undefined while it is being read. */
function useRefundable(order_id: number): string | undefined {
  const [refunds] = useItems(readRefunds, { params: { id: order_id } }).data ?? [];
  if (!refunds) return undefined;
  const left = refunds.taken
    .filter(({ standing }) => standing === 'arrived' || standing === 'received')
    .map(
      (of) =>
        of.principal_cents + of.surcharge_cents - of.refunded_principal_cents - of.refunded_surcharge_cents,
    );
  return formatMoney(cents(left.reduce((sum, amount) => sum + amount, 0)));
}

const channelTexts: Record<
  RefundChannel,
  { label: () => string; text: (said: { address: string }) => string }
> = {
  check: { label: m.admin_request_channel_check, text: m.admin_request_channel_check_text },
  driver_fund: { label: m.admin_request_channel_fund, text: m.admin_request_channel_fund_text },
  processor: { label: m.admin_request_channel_processor, text: m.admin_request_channel_processor_text },
};
const CHOSEN: Record<0 | 1, RefundChannel> = { 0: 'check', 1: 'driver_fund' };

/** By check, to the driver fund, or back to where it came from; the server makes it happen once (R2, R4). */
export function IssueRefund({ request: of, onAnswered }: AnswerProps) {
  const chosen = CHOSEN[of.request.type];
  const left = useRefundable(of.order_id);
  const form = useForm<Typed, unknown, z.output<typeof issueRefundShape>>({
    resolver: schemaResolver(issueRefundShape),
    defaultValues: { way: chosen, check_number: '', amount: '' },
  });
  const isByCheck = useWatch({ control: form.control, name: 'way' }) === 'check';
  const complete = async ({ way, check_number, amount }: z.output<typeof issueRefundShape>) => {
    const body = {
      way,
      check_number: way === 'check' ? check_number : null,
      amount_cents: amount === '' ? null : centsFromDollars(Number(amount)),
    };
    onAnswered(await call(finishRefund, { params: { id: of.id }, body }));
  };
  return (
    <Card title={m.admin_request_issue_refund()}>
      <Form form={form} label={m.admin_request_issue_refund()} className="grid gap-5" onSubmit={complete}>
        <FormRadios
          required
          name="way"
          label={m.admin_request_channel()}
          choices={REFUND_CHANNELS.map((way) => ({
            value: way,
            label: channelTexts[way].label(),
            textAfter: channelTexts[way].text({ address: addressLine(of.address) }),
            textBefore: way === chosen ? m.admin_request_channel_chosen() : undefined,
          }))}
        />
        {isByCheck && (
          <FormText required name="check_number" label={m.admin_request_check_number()} autoComplete="off" />
        )}
        <FormText
          name="amount"
          inputMode="decimal"
          label={m.admin_request_amount()}
          note={
            left === undefined
              ? m.admin_request_amount_note_unknown()
              : m.admin_request_amount_note({ amount: left })
          }
          autoComplete="off"
        />
        <Button type="submit" className="justify-self-start" busy={form.formState.isSubmitting}>
          {m.admin_request_complete()}
        </Button>
      </Form>
    </Card>
  );
}

/** No, and why. */
export function DeclineRequest({ request: { id }, onAnswered }: AnswerProps) {
  const form = useForm<{ reason: string }, unknown, { reason: string }>({
    resolver: schemaResolver(declineRefundShape),
    defaultValues: { reason: '' },
  });
  return (
    <Card title={m.admin_request_decline_title()}>
      <Form
        form={form}
        label={m.admin_request_decline_title()}
        className="grid gap-4"
        onSubmit={async (body) => onAnswered(await call(declineRefund, { params: { id }, body }))}
      >
        <FormTextarea
          required
          name="reason"
          label={m.admin_request_reason()}
          note={m.admin_request_reason_note()}
        />
        <Button type="submit" look="danger" className="justify-self-start" busy={form.formState.isSubmitting}>
          {m.admin_request_decline()}
        </Button>
      </Form>
    </Card>
  );
}
