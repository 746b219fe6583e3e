import { z } from 'zod';
import { decimal, minAmount } from '#kit/rules/number.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { MINIMUM_AID_CENTS } from './financial-aid.ts';
import { type CardPrice, isCardPrice } from './quoted-prices.ts';

export const cardPriceShape = z
  .custom<CardPrice>((key) => typeof key === 'string' && isCardPrice(key))
  .meta({ type: 'string' });

/** A2 */
export const aidAmountShape = z.number().check(minAmount(MINIMUM_AID_CENTS), decimal(2));

const laterShape = z.object({ pay_on: dayShape, amount_cents: centsShape, surcharge_cents: centsShape });

export const pricedShape = z.object({
  principal_cents: centsShape,
  surcharge_base_cents: centsShape,
  surcharge_cents: centsShape,
  due_today_cents: centsShape,
  lines: z.array(z.object({ text: z.string(), amount_cents: centsShape })),
  later: z.array(laterShape),
  year_total_cents: centsShape,
});

/** Only `paymentTypeNone` when nothing is due today (P5). */
export const quoteShape = z.object({
  subtotal_cents: centsShape,
  discount_cents: centsShape,
  net_cents: centsShape,
  quote_hash: z.string(),
  by_payment_type: z.object({
    paymentTypeAch: pricedShape.optional(),
    paymentTypeCreditCard: pricedShape.optional(),
    debit_card: pricedShape.optional(),
    paymentTypeNone: pricedShape.optional(),
    /** in offers of staff alone (OF3.4) */
    paymentTypeCheck: pricedShape.optional(),
    paymentTypeCash: pricedShape.optional(),
  }),
  /** credit card prices by state cap; absent without a lower state cap (S5) */
  by_card_cap: z.record(z.string(), pricedShape).optional(),
});

export type QuoteResponse = z.output<typeof quoteShape>;

/** MP1 */
export const laterShownShape = z.object({
  pay_on: dayShape,
  total_cents: centsShape,
  by: z.union([idShape, z.literal('checkout')]).nullable(),
});
