import type { Cents, MilliPercent } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { PaymentTermTypeKey } from '#modules/catalog/route-for-sale.ts';

/** How a route may be paid: `deposit` today, then `number_payments - 1` payments of `amount` (T1 to T3). */
export type PricedTerm = {
  readonly id: number;
  readonly name: string;
  readonly payment_term_type: PaymentTermTypeKey;
  /** first and last day on which it is sold, both included; null is open (C3) */
  readonly from_dt: PlainDate | null;
  readonly thru_dt: PlainDate | null;
  readonly deposit: Cents;
  readonly amount: Cents;
  readonly number_payments: number;
  /** the day of payment 2 */
  readonly scheduled_dt: PlainDate | null;
  readonly prefix_text: string | null;
  readonly is_admin_only: boolean;
};

/** Something more to buy with a route, paid in full today (T11). */
export type PricedAddon = {
  readonly id: number;
  readonly text: string;
  readonly amount: Cents;
  readonly is_admin_only: boolean;
};

/** A flat amount or a share; where both are set the flat one counts (P1). */
export type FlatOrPercent = {
  readonly amount_flat: Cents | null;
  readonly amount_percentage: MilliPercent | null;
};

/** What a route takes off: for a second child, or by staff's hand (B4). */
export type DiscountRule = FlatOrPercent & {
  readonly id: number;
  readonly text: string;
  readonly is_sibling_discount: boolean;
};

/** What paying by one type of payment costs more (S1). */
export type SurchargeRule = FlatOrPercent & {
  readonly id: number;
  readonly name: string;
  /** a payment type's key */
  readonly payment_type: string;
};

/** The parts of a school year that decide when an aid balance falls due (A4). */
export type AidPeriod = { readonly starts_on: PlainDate; readonly aid_balance_due_dt: PlainDate | null };

/**
 * Everything that decides the price of a seat on one route; the catalog's RouteForSale is one. The
 * caller passes it in: pricing looks nothing up.
 */
export type PriceList = {
  readonly terms: readonly PricedTerm[];
  readonly addons: readonly PricedAddon[];
  readonly discounts: readonly DiscountRule[];
  readonly surcharges: readonly SurchargeRule[];
  readonly period_program: { readonly accept_financial_aid: boolean };
  readonly period: AidPeriod;
  /** the company's own choices (C2, P) */
  readonly company: {
    readonly half_rounding_unit_cents: Cents;
    readonly aid_fee_base: 'subtotal' | 'charge';
  };
};

/** The sum a family with aid pays for the year (A1); its code was verified before (A5). */
export type AidSelection = { readonly amount_cents: Cents };

/** What a family has chosen on a route. */
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
