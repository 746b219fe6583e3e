import { z } from 'zod';
import { wireCents, wireId, wireInstant } from '#kit/wire.ts';
import { REFUND_STATES } from './refund-transitions.ts';

export const REFUND_WAYS = ['processor', 'check', 'driver_fund'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

const STANDINGS = ['arrived', 'received', 'unsettled', 'on_its_way', 'returned'] as const;

/** A payment that took money, with what of it went back or is about to. */
export const takenPaymentShape = z.object({
  payment_id: wireId,
  payment_number: z.number().int(),
  taken_at: wireInstant.nullable(),
  principal_cents: wireCents,
  surcharge_cents: wireCents,
  refunded_principal_cents: wireCents,
  refunded_surcharge_cents: wireCents,
  standing: z.enum(STANDINGS),
  /** where the money came from, and would go back to: `Visa ****4242`; null when the office received it */
  method: z.string().nullable(),
});
export type TakenOnTheWire = z.output<typeof takenPaymentShape>;

export const orderRefundShape = z.object({
  id: wireId,
  created_at: wireInstant,
  amount_cents: wireCents,
  /** all that the order had taken, card fees included */
  is_whole: z.boolean(),
  way: z.enum(REFUND_WAYS),
  reference: z.string().nullable(),
  reason: z.string(),
  approved_by: z.string(),
  /** one for each payment, in the order in which the processor is asked */
  parts: z.array(
    z.object({
      payment_number: z.number().int(),
      amount_cents: wireCents,
      surcharge_cents: wireCents,
      state: z.enum(REFUND_STATES),
      /** the processor cannot tell what became of it: nothing happens by itself any more */
      needs_person: z.boolean(),
      method: z.string().nullable(),
    }),
  ),
});
export type OrderRefund = z.output<typeof orderRefundShape>;

/** What an order has taken, and what staff decided to give back of it, the newest decision first. */
export const refundsOfOrderShape = z.object({
  order_id: wireId,
  /** only an active order can be made inactive with a refund (M11) */
  is_active: z.boolean(),
  taken: z.array(takenPaymentShape),
  refunds: z.array(orderRefundShape),
});
export type RefundsOfOrder = z.output<typeof refundsOfOrderShape>;
