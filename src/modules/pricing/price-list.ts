import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { CardFee, PriceSettings } from '#modules/catalog/catalog.contract.ts';
import type { ProgramRules } from '#modules/catalog/routes/routes.contract.ts';
import type {
  AddonForSale,
  DiscountForSale,
  RouteForSale,
  SurchargeForSale,
  TermForSale,
} from '#modules/catalog/routes/route-for-sale.ts';

/** `deposit` today, then `number_payments - 1` payments of `amount` (T1 to T3). */
export type PricedTerm = Readonly<TermForSale>;

/** Paid in full today (T11). */
export type PricedAddon = Readonly<AddonForSale>;

/** For a second child, or given by staff (B4). */
export type DiscountRule = Readonly<DiscountForSale>;

/** S1 */
export type SurchargeRule = Readonly<SurchargeForSale>;

/** S5 */
export type Tariff = { readonly surcharges: readonly SurchargeRule[]; readonly card_fee: CardFee };

/** The school year decides the due day of an aid balance (A4). */
export type AidPeriod = Readonly<RouteForSale['period']>;

/** The caller reads the facts: pricing makes no lookup. */
export type PriceList = Tariff & {
  readonly terms: readonly PricedTerm[];
  readonly addons: readonly PricedAddon[];
  readonly discounts: readonly DiscountRule[];
  readonly period_program: Readonly<ProgramRules>;
  readonly period: AidPeriod;
  /** the company's own choices (C2, P) */
  readonly company: Readonly<PriceSettings>;
};

/** The code was verified before (A5, A1). */
export type AidSelection = { readonly amount_cents: Cents };

export type Selection = {
  readonly payment_term_id: number;
  readonly addonIds: readonly number[];
  /** the sibling discount after a valid number (B2, B7), or a discount given by staff (B4) */
  readonly discountId: number | null;
  readonly aid: AidSelection | null;
  /** T7 */
  readonly isStaff: boolean;
};

export type Occasion = { readonly today: PlainDate; readonly isStaff: boolean };
