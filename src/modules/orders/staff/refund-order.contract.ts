import { z } from 'zod';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { REFUND_CHANNELS, REFUND_REVERSALS } from '#modules/billing/refunds/refund.states.ts';
import { MOST_REFUND_CENTS, refundsOfOrderShape } from '#modules/billing/refunds/refunds.contract.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { choice, optionalText, requiredText } from '#kit/rules/fields.ts';
import { dayShape, idShape, keyHeaders } from '#kit/endpoint/wire.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { isObject } from '#kit/rules/rule.ts';

/** The server plans the refund again from the order's transactions (C4). */
export const refundOrderShape = z
  .object({
    /** null refunds everything, card fees included */
    amount_cents: z.number().int().min(1).max(MOST_REFUND_CENTS).nullable(),
    way: choice(REFUND_CHANNELS),
    reference: optionalText(),
    reason: requiredText(500),
    /** M11 */
    cancel_order: z.boolean().default(false),
    /** of an order that ends: the aid code may not be used once more (MC11) */
    is_aid_spent: z.boolean().default(false),
    /** the last day of a contract that ends (OF10.6) */
    ended_on: dayShape.nullable().default(null),
  })
  .refine(({ way, reference }) => way !== 'check' || Boolean(reference), {
    path: ['reference'],
    params: { rule: 'required' },
    when: isObject,
  });
export type RefundOrderBody = z.output<typeof refundOrderShape>;

export const readRefunds = endpoint({
  name: 'readRefunds',
  summary: 'What an order has taken, what of it can go back, and what staff have given back',
  method: 'GET',
  path: '/admin/order/:id/refunds',
  guard: { right: 'money' },
  params: z.object({ id: idShape }),
  item: refundsOfOrderShape,
  refusals: [orderRefusals.order_not_found],
});

export const refundOrder = endpoint({
  name: 'refundOrder',
  summary: 'Give money of an order back (R2, R4); exactly once for each Idempotency-Key',
  method: 'POST',
  proof: 'recent',
  path: '/admin/order/:id/refund',
  guard: { right: 'money_write' },
  audits: ['order.refund', 'order.cancel', 'refund_request.finish', 'second_person.ask'],
  impersonation: 'refused',
  params: z.object({ id: idShape }),
  headers: keyHeaders,
  body: refundOrderShape,
  item: refundsOfOrderShape,
  refusals: [
    orderRefusals.order_not_found,
    billingRefusals.refund_nothing_left,
    billingRefusals.refund_above_left,
    billingRefusals.refund_above_principal,
    billingRefusals.refund_charge_on_its_way,
    billingRefusals.refund_not_settled,
    billingRefusals.refund_elsewhere,
    billingRefusals.refund_too_old,
    billingRefusals.refund_disputed,
    billingRefusals.refund_returned,
    billingRefusals.refund_received_outside,
    billingRefusals.payments_closed,
    billingRefusals.processor_busy,
    billingRefusals.refund_key_reused,
    accountRefusals.own_order,
    billingRefusals.second_person_asked,
    billingRefusals.second_person_other,
    billingRefusals.second_person_meanwhile,
    accountRefusals.refused_while_impersonating,
  ],
});

export const reverseRefundShape = z.object({
  why: z.enum(REFUND_REVERSALS),
  reason: requiredText(500),
});

export const reverseRefund = endpoint({
  name: 'reverseRefund',
  summary: 'Take back a refund by check or to the driver fund that nobody has received (MC9)',
  method: 'POST',
  proof: 'recent',
  path: '/admin/order/:id/refund/:refund_id/reverse',
  guard: { right: 'money_write' },
  audits: ['order.refund_reverse'],
  impersonation: 'refused',
  params: z.object({ id: idShape, refund_id: idShape }),
  body: reverseRefundShape,
  item: refundsOfOrderShape,
  refusals: [
    orderRefusals.order_not_found,
    billingRefusals.refund_not_found,
    billingRefusals.refund_not_by_hand,
    billingRefusals.refund_taken_back,
    billingRefusals.only_checks_are_cashed,
    accountRefusals.own_order,
    accountRefusals.refused_while_impersonating,
  ],
});
