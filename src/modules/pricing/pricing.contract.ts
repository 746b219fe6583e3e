import { z } from 'zod';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { decimal, minAmount } from '#kit/rules/number.ts';
import { centsShape, dayShape } from '#kit/endpoint/wire.ts';
import { MINIMUM_AID_CENTS } from './financial-aid.ts';

/** How money can be paid (option category `paymentType`). */
export const PAYMENT_TYPES = [
  'paymentTypeNone',
  'paymentTypeCreditCard',
  'paymentTypeAch',
  'paymentTypeCheck',
  'paymentTypeCash',
] as const;
export type PaymentTypeKey = (typeof PAYMENT_TYPES)[number];

/**
 * A price of a quote. A card pays the card's surcharge only while it is a credit card: a debit or prepaid
 * card, and one that its processor cannot tell, has a price of its own, which carries none (S5).
 */
export type PriceKey = PaymentTypeKey | 'debit_card';

/** The two prices of a card. */
export const CARD_PRICES = ['paymentTypeCreditCard', 'debit_card'] as const;
export type CardPrice = (typeof CARD_PRICES)[number];
export const isCardPrice = (key: PriceKey): key is CardPrice =>
  (CARD_PRICES as readonly PriceKey[]).includes(key);

/** The price that a saved card or bank account pays. */
export function priceKeyOf(method: { paymentType: PaymentTypeKey; funding: string | null }): PriceKey {
  const isOtherCard = method.paymentType === 'paymentTypeCreditCard' && method.funding !== 'credit';
  return isOtherCard ? 'debit_card' : method.paymentType;
}

/** What a family with aid pays for the year: two decimals, 1.00 at least (A2). */
export const aidAmountShape = z.number().check(minAmount(MINIMUM_AID_CENTS), decimal(2));

const laterShape = z.object({ pay_on: dayShape, amount_cents: centsShape, surcharge_cents: centsShape });

/** The price by one payment type: today's lines and every later date's (P5). */
export const pricedShape = z.object({
  principal_cents: centsShape,
  surcharge_base_cents: centsShape,
  surcharge_cents: centsShape,
  due_today_cents: centsShape,
  lines: z.array(z.object({ text: z.string(), amount_cents: centsShape })),
  later: z.array(laterShape),
  year_total_cents: centsShape,
});

/** The quote of a selection (P5); only `paymentTypeNone` when nothing is due today. */
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
  }),
});
export type QuoteResponse = z.output<typeof quoteShape>;

/** A row of the fee table. A discount is negative; the rows add up to what is due today. */
export type QuoteLine = { text: string; amount_cents: Cents };

/** A payment after today, with the surcharge that it would carry at today's rates (S2). */
export type LaterCharge = { pay_on: PlainDate; amount_cents: Cents; surcharge_cents: Cents };

export type TypeQuote = {
  principal_cents: Cents;
  surcharge_base_cents: Cents;
  surcharge_cents: Cents;
  due_today_cents: Cents;
  lines: QuoteLine[];
  later: LaterCharge[];
  year_total_cents: Cents;
};

/** The prices of what is due today, by what it may be charged to (P5, S5). */
export const CHARGED_PRICE_KEYS = ['paymentTypeAch', 'paymentTypeCreditCard', 'debit_card'] as const;
export type ChargedPriceKey = (typeof CHARGED_PRICE_KEYS)[number];

/** The whole price of a selection: by bank and by card, or by neither when nothing is due today (P5). */
export type Quote = {
  subtotal_cents: Cents;
  discount_cents: Cents;
  net_cents: Cents;
  quote_hash: string;
  by_payment_type:
    | (Record<ChargedPriceKey, TypeQuote> & { paymentTypeNone?: undefined })
    | ({ paymentTypeNone: TypeQuote } & { [key in ChargedPriceKey]?: undefined });
};
