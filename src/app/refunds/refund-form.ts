import { z } from 'zod';
import { choice, optionalText, requiredText } from '#kit/rules/fields.ts';
import { cents, formatMoney, sum } from '#kit/money.ts';
import {
  refundableOfOrder,
  planRefund,
  type RefundPlan,
  type CapturedPayment,
} from '#modules/billing/refunds/refund-plan.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import type { RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import type { FinishRefund } from '#modules/orders/order-requests.contract.ts';
import type { RefundOrderBody } from '#modules/orders/staff/refund-order.contract.ts';
import { isObject } from '#kit/rules/rule.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';

export const CHECK_NUMBER_MAX = 50;

const refundShape = <R extends z.ZodType<string, string>>(reason: R) =>
  z
    .object({
      how_much: choice(['everything', 'part']),
      amount: z.string(),
      way: choice(REFUND_CHANNELS),
      check_number: optionalText(CHECK_NUMBER_MAX),
      reason,
      cancel_order: z.boolean(),
      is_aid_spent: z.boolean(),
    })
    .refine(({ how_much, amount }) => how_much === 'everything' || amount.trim() !== '', {
      path: ['amount'],
      params: { rule: 'required' },
      when: isObject,
    })
    .refine(
      ({ how_much, amount }) => how_much === 'everything' || amount.trim() === '' || typedAmount(amount),
      { path: ['amount'], params: { rule: 'decimal' }, when: isObject },
    )
    .refine(({ way, check_number }) => way !== 'check' || Boolean(check_number), {
      path: ['check_number'],
      params: { rule: 'required' },
      when: isObject,
    });

export const refundFormShape = refundShape(requiredText(500));

/** The request itself is the reason. */
export const requestedRefundFormShape = refundShape(z.string());

export type RefundValues = z.input<typeof refundFormShape>;
export type CheckedRefund = z.output<typeof refundFormShape>;

export const emptyRefund: RefundValues = {
  how_much: 'everything',
  amount: '',
  way: 'processor',
  check_number: '',
  reason: '',
  cancel_order: false,
  is_aid_spent: false,
};

/** A number typed before a change of the channel is not sent. */
export const refundRequestBody = ({ how_much, amount, way, check_number }: CheckedRefund): FinishRefund => ({
  amount_cents: how_much === 'everything' ? null : typedAmount(amount)!,
  way,
  check_number: way === 'check' ? check_number : null,
});

export function refundBody(values: CheckedRefund): RefundOrderBody {
  const { check_number, ...body } = refundRequestBody(values);
  const { reason, cancel_order, is_aid_spent } = values;
  return { ...body, reference: check_number, reason, cancel_order, is_aid_spent, ended_on: null };
}

const capturedPaymentsOf = ({ taken }: Pick<RefundsOfOrder, 'taken'>): CapturedPayment[] =>
  taken.map((payment) => ({
    ...payment,
    principal_cents: cents(payment.principal_cents),
    surcharge_cents: cents(payment.surcharge_cents),
    refunded_principal_cents: cents(payment.refunded_principal_cents),
    refunded_surcharge_cents: cents(payment.refunded_surcharge_cents),
  }));

export function refundPlanOf(
  refunds: Pick<RefundsOfOrder, 'taken' | 'fee_refund'>,
  { how_much, amount, way }: Pick<RefundValues, 'how_much' | 'amount' | 'way'>,
): RefundPlan | undefined {
  const asked = how_much === 'everything' ? ('everything' as const) : typedAmount(amount);
  return asked === undefined
    ? undefined
    : planRefund({
        captured: capturedPaymentsOf(refunds),
        asked,
        is_through_processor: way === 'processor',
        fee: refunds.fee_refund,
      });
}

export function refundableTexts(refunds: Pick<RefundsOfOrder, 'taken'>): {
  total: string;
  principal: string;
  fees: string | null;
} {
  const { principal_cents, surcharge_cents } = refundableOfOrder(capturedPaymentsOf(refunds));
  return {
    total: formatMoney(sum([principal_cents, surcharge_cents])),
    principal: formatMoney(principal_cents),
    fees: surcharge_cents > 0 ? formatMoney(surcharge_cents) : null,
  };
}
