import { z } from 'zod';
import { choice, optionalText, requiredText } from '#kit/rules/fields.ts';
import { cents, formatMoney, sum, type Cents } from '#kit/money.ts';
import {
  refundableOfOrder,
  planRefund,
  type RefundPlan,
  type CapturedPayment,
} from '#modules/billing/refunds/refund-plan.ts';
import { REFUND_CHANNELS, type RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import type { RefundOrderBody } from '#modules/orders/staff/refund-order.contract.ts';

const isObject = (payload: { value: unknown }) => typeof payload.value === 'object' && payload.value !== null;

/** `1,000.50` or `$1000` as a person types it, in cents; undefined when it is no amount. */
export function typedAmount(typed: string): Cents | undefined {
  const plain = typed.replaceAll(/[$,\s]/g, '');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return undefined;
  const [dollars = '0', parts = ''] = plain.split('.');
  return cents(Number(dollars) * 100 + Number(parts.padEnd(2, '0')));
}

/** The form of staff; the server checks what it becomes with its own shape. */
export const refundFormShape = z
  .object({
    how_much: choice(['everything', 'part']),
    amount: z.string(),
    way: choice(REFUND_CHANNELS),
    check_number: optionalText(),
    reason: requiredText(500),
    cancel_order: z.boolean(),
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
export type RefundValues = z.input<typeof refundFormShape>;

export const emptyRefund: RefundValues = {
  how_much: 'everything',
  amount: '',
  way: 'processor',
  check_number: '',
  reason: '',
  cancel_order: false,
};

export function refundBody({
  how_much,
  amount,
  way,
  check_number,
  reason,
  cancel_order,
}: z.output<typeof refundFormShape>): RefundOrderBody {
  // A number that was typed before another way was chosen is not sent along.
  return {
    amount_cents: how_much === 'everything' ? null : typedAmount(amount)!,
    way,
    reference: way === 'check' ? check_number : null,
    reason,
    cancel_order,
  };
}

const capturedPaymentsOf = ({ taken }: Pick<RefundsOfOrder, 'taken'>): CapturedPayment[] =>
  taken.map((payment) => ({
    ...payment,
    principal_cents: cents(payment.principal_cents),
    surcharge_cents: cents(payment.surcharge_cents),
    refunded_principal_cents: cents(payment.refunded_principal_cents),
    refunded_surcharge_cents: cents(payment.refunded_surcharge_cents),
  }));

/**
 * What the server will do with the form as it stands, by the same rule; undefined while no amount is typed.
 */
export function refundPlanOf(
  refunds: Pick<RefundsOfOrder, 'taken'>,
  { how_much, amount, way }: Pick<RefundValues, 'how_much' | 'amount' | 'way'>,
): RefundPlan | undefined {
  const asked = how_much === 'everything' ? ('everything' as const) : typedAmount(amount);
  return asked === undefined
    ? undefined
    : planRefund({ captured: capturedPaymentsOf(refunds), asked, is_through_processor: way === 'processor' });
}

/** What of an order can go back, as people read it. */
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
