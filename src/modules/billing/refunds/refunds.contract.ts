import { z } from 'zod';
import { centsShape, dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { CARD_FEE_REFUNDS } from '#modules/catalog/card-fee.states.ts';
import { CAPTURE_STATUSES, REFUND_CHANNELS, REFUND_STATES } from './refund.states.ts';

/** A million dollars: no order costs as much, so a larger amount is a slip. */
export const MOST_REFUND_CENTS = 100_000_000;

/** A payment that took money, with what of it went back or is about to. */
export const capturedPaymentShape = z.object({
  payment_id: idShape,
  payment_number: z.number().int(),
  taken_at: instantShape.nullable(),
  principal_cents: centsShape,
  surcharge_cents: centsShape,
  refunded_principal_cents: centsShape,
  refunded_surcharge_cents: centsShape,
  standing: z.enum(CAPTURE_STATUSES),
  /** where the money came from, and would go back to: `Visa ****4242`; null when the office received it */
  method: z.string().nullable(),
  /** of a settled bank debit, the last day on which its bank may still send it back; else null */
  returnable_until: dayShape.nullable(),
});
export type CapturedPaymentResponse = z.output<typeof capturedPaymentShape>;

export const orderRefundShape = z.object({
  id: idShape,
  created_at: instantShape,
  amount_cents: centsShape,
  /** all that the order had taken, card fees included */
  is_whole: z.boolean(),
  way: z.enum(REFUND_CHANNELS),
  reference: z.string().nullable(),
  reason: z.string(),
  approved_by: z.string(),
  /** one for each payment, in the order in which the processor is asked */
  parts: z.array(
    z.object({
      payment_number: z.number().int(),
      amount_cents: centsShape,
      surcharge_cents: centsShape,
      state: z.enum(REFUND_STATES),
      /** refused, as our balance at the processor did not reach for it */
      is_short_of_balance: z.boolean(),
      /** the processor cannot tell what became of it: nothing happens by itself any more */
      needs_person: z.boolean(),
      method: z.string().nullable(),
    }),
  ),
});
export type OrderRefund = z.output<typeof orderRefundShape>;

/** What an order has taken, and what staff decided to give back of it, the newest decision first. */
export const refundsOfOrderShape = z.object({
  order_id: idShape,
  /** only an active order can be made inactive with a refund (M11) */
  is_active: z.boolean(),
  /** whether a part takes its share of the card fee along */
  fee_refund: z.enum(CARD_FEE_REFUNDS),
  taken: z.array(capturedPaymentShape),
  refunds: z.array(orderRefundShape),
});
export type RefundsOfOrder = z.output<typeof refundsOfOrderShape>;
