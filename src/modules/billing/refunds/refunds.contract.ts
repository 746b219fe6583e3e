import { z } from 'zod';
import { centsShape, dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { CARD_FEE_REFUNDS } from '#modules/catalog/card-fee.states.ts';
import { CAPTURE_STATUSES, REFUND_CHANNELS, REFUND_STATES } from './refund.states.ts';

/** A million dollars: no order costs as much, and a larger amount is a slip. */
export const MOST_REFUND_CENTS = 100_000_000;

export const capturedPaymentShape = z.object({
  payment_id: idShape,
  payment_number: z.number().int(),
  taken_at: instantShape.nullable(),
  principal_cents: centsShape,
  surcharge_cents: centsShape,
  refunded_principal_cents: centsShape,
  refunded_surcharge_cents: centsShape,
  standing: z.enum(CAPTURE_STATUSES),
  /** `Visa ****4242`; null when the office received the money */
  method: z.string().nullable(),
  /** last day for a return of a settled bank debit; null for any other payment */
  returnable_until: dayShape.nullable(),
});
export type CapturedPaymentResponse = z.output<typeof capturedPaymentShape>;

export const orderRefundShape = z.object({
  id: idShape,
  created_at: instantShape,
  amount_cents: centsShape,
  is_whole: z.boolean(),
  way: z.enum(REFUND_CHANNELS),
  reference: z.string().nullable(),
  reason: z.string(),
  approved_by: z.string(),
  /** a part per payment, in the order of the requests to the processor */
  parts: z.array(
    z.object({
      payment_number: z.number().int(),
      amount_cents: centsShape,
      surcharge_cents: centsShape,
      state: z.enum(REFUND_STATES),
      is_short_of_balance: z.boolean(),
      /** by staff, who had entered the refund by hand (MC9) */
      is_taken_back: z.boolean(),
      /** the processor cannot report a result, and nothing happens by itself any more */
      needs_person: z.boolean(),
      method: z.string().nullable(),
    }),
  ),
});
export type OrderRefund = z.output<typeof orderRefundShape>;

export const refundsOfOrderShape = z.object({
  order_id: idShape,
  /** only an active order can be made inactive with a refund (M11) */
  is_active: z.boolean(),
  fee_refund: z.enum(CARD_FEE_REFUNDS),
  taken: z.array(capturedPaymentShape),
  refunds: z.array(orderRefundShape),
});
export type RefundsOfOrder = z.output<typeof refundsOfOrderShape>;
