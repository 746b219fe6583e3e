import { milliPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { CardFee } from '#modules/catalog/catalog.contract.ts';

export const PAYMENT_TYPES = [
  'paymentTypeNone',
  'paymentTypeCreditCard',
  'paymentTypeAch',
  'paymentTypeCheck',
  'paymentTypeCash',
] as const;

export type PaymentTypeKey = (typeof PAYMENT_TYPES)[number];

/** Only a credit card pays the card surcharge (S5). */
export type PriceKey = PaymentTypeKey | 'debit_card' | CappedCardPrice;

/** In thousandths of a percent (S5). */
export type CappedCardPrice = `card_at_${number}`;

const CAPPED = /^card_at_(\d+)$/;

export type CardPrice = 'paymentTypeCreditCard' | 'debit_card' | CappedCardPrice;

export const isCardPrice = (key: string): key is CardPrice =>
  key === 'paymentTypeCreditCard' || key === 'debit_card' || CAPPED.test(key);

export function capOfPrice(key: PriceKey): MilliPercent | undefined {
  const cap = CAPPED.exec(key)?.[1];
  return cap === undefined ? undefined : milliPercent(Number(cap));
}

export type PricedMethod = {
  paymentType: PaymentTypeKey;
  funding: string | null;
  billing_state: string | null;
};

/** A credit card with unknown state pays by the lowest state cap, so no card pays more than allowed (S5). */
export function priceKeyOf(method: PricedMethod, { cap, state_caps }: CardFee): PriceKey {
  if (method.paymentType !== 'paymentTypeCreditCard') return method.paymentType;
  if (method.funding !== 'credit') return 'debit_card';
  const { billing_state: state } = method;
  const allowed = state === null ? Math.min(cap, ...Object.values(state_caps)) : (state_caps[state] ?? cap);
  return allowed < cap ? `card_at_${allowed}` : 'paymentTypeCreditCard';
}

/** Discounts are negative; the rows add up to today's amount. */
export type QuoteLine = { text: string; amount_cents: Cents };

/** S2 */
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

export const CHARGED_PRICE_KEYS = ['paymentTypeAch', 'paymentTypeCreditCard', 'debit_card'] as const;

export type ChargedPriceKey = (typeof CHARGED_PRICE_KEYS)[number];

/** Paid at the office, without a surcharge of a method (M8). */
export type OfficePrices = { paymentTypeCheck?: TypeQuote; paymentTypeCash?: TypeQuote };

/** By bank and by card, or by neither when nothing is due today (P5); with office prices in offers. */
export type Quote = {
  subtotal_cents: Cents;
  discount_cents: Cents;
  net_cents: Cents;
  quote_hash: string;
  by_payment_type: OfficePrices &
    (
      | (Record<ChargedPriceKey, TypeQuote> & { paymentTypeNone?: undefined })
      | ({ paymentTypeNone: TypeQuote } & { [key in ChargedPriceKey]?: undefined })
    );
  by_card_cap?: Record<string, TypeQuote>;
};

export function priceIn({ by_payment_type, by_card_cap }: Quote, key: PriceKey): TypeQuote | undefined {
  const cap = capOfPrice(key);
  if (cap !== undefined) return by_card_cap?.[cap];
  return by_payment_type[key as keyof Quote['by_payment_type']];
}
