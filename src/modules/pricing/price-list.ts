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

/** How a route may be paid: `deposit` today, then `number_payments - 1` payments of `amount` (T1 to T3). */
export type PricedTerm = Readonly<TermForSale>;

/** Something more to buy with a route, paid in full today (T11). */
export type PricedAddon = Readonly<AddonForSale>;

/** What a route takes off: for a second child, or by staff's hand (B4). */
export type DiscountRule = Readonly<DiscountForSale>;

/** What paying by one type of payment costs more, by the type's key (S1). */
export type SurchargeRule = Readonly<SurchargeForSale>;

/** What ways of paying cost more, and what of it credit cards may be charged (S1, S5). */
export type Tariff = { readonly surcharges: readonly SurchargeRule[]; readonly card_fee: CardFee };

/** The school year, which decides when an aid balance falls due (A4). */
export type AidPeriod = Readonly<RouteForSale['period']>;

/**
 * Everything that decides the price of a seat on one route: the catalog's RouteForSale, and the card fee of
 * the day. The caller passes it in: pricing looks nothing up.
 */
export type PriceList = Tariff & {
  readonly terms: readonly PricedTerm[];
  readonly addons: readonly PricedAddon[];
  readonly discounts: readonly DiscountRule[];
  readonly period_program: Readonly<ProgramRules>;
  readonly period: AidPeriod;
  /** the company's own choices (C2, P) */
  readonly company: Readonly<PriceSettings>;
};

/** The sum a family with aid pays for the year (A1); its code was verified before (A5). */
export type AidSelection = { readonly amount_cents: Cents };

export type Selection = {
  readonly payment_term_id: number;
  readonly addonIds: readonly number[];
  /**
   * the route's own discount that stands: its sibling one once a number was found valid (B2, B7), or one by
   * staff's hand (B4)
   */
  readonly discountId: number | null;
  readonly aid: AidSelection | null;
  /** staff, also while impersonating, may use any term and add-on of the route (T7) */
  readonly isStaff: boolean;
};

/** When a family buys, and whether staff buy for it: both decide what is offered (T7). */
export type Occasion = { readonly today: PlainDate; readonly isStaff: boolean };
