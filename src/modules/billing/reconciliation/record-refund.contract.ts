import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, idShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';

/** A refund made by hand at the processor. */
const refundElsewhereShape = z.object({
  ref: z.string(),
  charge_ref: z.string(),
  amount_cents: centsShape,
  surcharge_cents: centsShape,
  /** `pending`: accepted by the processor; `bounced`: the money came back */
  state: z.enum(['pending', 'succeeded', 'bounced']),
  order_id: idShape,
  payment_number: z.number().int(),
  parent: z.object({ id: idShape, first_name: z.string(), last_name: z.string() }),
  is_recorded: z.boolean(),
});
export type RefundElsewhere = z.output<typeof refundElsewhereShape>;

const about = {
  guard: { right: 'money_write' },
  params: z.object({ ref: z.string().regex(/^[\w-]{1,200}$/) }),
  item: refundElsewhereShape,
  refusals: [
    billingRefusals.payments_closed,
    billingRefusals.refund_unread,
    billingRefusals.refund_not_there,
    billingRefusals.refund_has_failed,
    billingRefusals.refund_of_unknown_charge,
    billingRefusals.refund_above_books,
    billingRefusals.refund_charge_on_its_way,
    billingRefusals.refund_not_settled,
    billingRefusals.refund_disputed,
    billingRefusals.refund_returned,
    billingRefusals.refund_elsewhere,
    billingRefusals.refund_received_outside,
    accountRefusals.own_order,
    accountRefusals.refused_while_impersonating,
  ],
} as const;

export const readRefundElsewhere = endpoint({
  ...about,
  name: 'readRefundElsewhere',
  summary: 'A refund that was made by hand at the processor, with the order that it belongs to (S25)',
  method: 'GET',
  path: '/admin/money/refunds/:ref',
});

export const recordRefundElsewhere = endpoint({
  ...about,
  name: 'recordRefundElsewhere',
  proof: 'recent',
  summary: 'Record on its order a refund that was made by hand at the processor, read again there (S25)',
  method: 'POST',
  path: '/admin/money/refunds/:ref/record',
  audits: ['money.record_refund'],
  impersonation: 'refused',
});
