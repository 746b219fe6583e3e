import { z } from 'zod';
import { milliPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { decimal, minAmount } from '#kit/rules/number.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import type { CardFee } from '#modules/catalog/catalog.contract.ts';
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
export type PriceKey = PaymentTypeKey | 'debit_card' | CappedCardPrice;

/** The price of a credit card whose state allows only so many thousandths of a percent more (S5). */
export type CappedCardPrice = `card_at_${number}`;
const CAPPED = /^card_at_(\d+)$/;

/** The prices of a card. */
export type CardPrice = 'paymentTypeCreditCard' | 'debit_card' | CappedCardPrice;
export const isCardPrice = (key: string): key is CardPrice =>
  key === 'paymentTypeCreditCard' || key === 'debit_card' || CAPPED.test(key);

/** A price of a card, as the wire names it. */
export const cardPriceShape = z.string().refine(isCardPrice) as unknown as z.ZodType<CardPrice, CardPrice>;

/** What the state of a capped price allows; undefined for another price. */
export function capOfPrice(key: PriceKey): MilliPercent | undefined {
  const cap = CAPPED.exec(key)?.[1];
  return cap === undefined ? undefined : milliPercent(Number(cap));
}

/** What decides the price of a saved card or bank account. */
export type PricedMethod = {
  paymentType: PaymentTypeKey;
  funding: string | null;
  billing_state: string | null;
};

/**
 * The price that a saved card or bank account pays. A credit card whose state is not known pays what the
 * state with the lowest cap allows: what may not be charged is not (S5).
 */
export function priceKeyOf(method: PricedMethod, { cap, state_caps }: CardFee): PriceKey {
  if (method.paymentType !== 'paymentTypeCreditCard') return method.paymentType;
  if (method.funding !== 'credit') return 'debit_card';
  const { billing_state: state } = method;
  const allowed = state === null ? Math.min(cap, ...Object.values(state_caps)) : (state_caps[state] ?? cap);
  return allowed < cap ? `card_at_${allowed}` : 'paymentTypeCreditCard';
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
  /** the price of a credit card whose state allows less, by what it allows; left out where none does (S5) */
  by_card_cap: z.record(z.string(), pricedShape).optional(),
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
  by_card_cap?: Record<string, TypeQuote>;
};

/** One price of a quote; undefined where it has none of that kind. */
export function priceIn({ by_payment_type, by_card_cap }: Quote, key: PriceKey): TypeQuote | undefined {
  const cap = capOfPrice(key);
  if (cap !== undefined) return by_card_cap?.[cap];
  return by_payment_type[key as keyof Quote['by_payment_type']];
}

/** A later payment as the wizard showed it: by a saved method, or by what pays at the checkout (MP1). */
export const laterShownShape = z.object({
  pay_on: dayShape,
  total_cents: centsShape,
  by: z.union([idShape, z.literal('checkout')]).nullable(),
});
