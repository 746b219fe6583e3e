import { z } from 'zod';
import { wireCents, wireDay } from '#kit/wire.ts';

const laterShape = z.object({ pay_on: wireDay, amount_cents: wireCents, surcharge_cents: wireCents });

/** The price by one payment type: today's lines and every later date's (P5). */
export const pricedShape = z.object({
  principal_cents: wireCents,
  surcharge_base_cents: wireCents,
  surcharge_cents: wireCents,
  due_today_cents: wireCents,
  lines: z.array(z.object({ text: z.string(), amount_cents: wireCents })),
  later: z.array(laterShape),
  year_total_cents: wireCents,
});

/** The quote of a selection (P5); only `paymentTypeNone` when nothing is due today. */
export const quoteShape = z.object({
  subtotal_cents: wireCents,
  discount_cents: wireCents,
  net_cents: wireCents,
  quote_hash: z.string(),
  by_payment_type: z.object({
    paymentTypeAch: pricedShape.optional(),
    paymentTypeCreditCard: pricedShape.optional(),
    paymentTypeNone: pricedShape.optional(),
  }),
});
export type QuoteOnTheWire = z.output<typeof quoteShape>;
