import type { Cents, MilliPercent } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';

export type PaymentTermTypeKey = 'paymentTermTypeFull' | 'paymentTermTypeScheduled';

export type TermForSale = {
  id: number;
  name: string;
  identifier: string;
  payment_term_type_id: number;
  payment_term_type: PaymentTermTypeKey;
  from_dt: PlainDate | null;
  thru_dt: PlainDate | null;
  deposit: Cents;
  amount: Cents;
  number_payments: number;
  scheduled_dt: PlainDate | null;
  prefix_text: string | null;
  is_admin_only: boolean;
};

export type AddonForSale = { id: number; name: string; text: string; amount: Cents; is_admin_only: boolean };

/** Flat or a percentage; where both are set the flat one counts (P1). */
export type DiscountForSale = {
  id: number;
  text: string;
  is_sibling_discount: boolean;
  amount_flat: Cents | null;
  amount_percentage: MilliPercent | null;
};

export type SurchargeForSale = {
  id: number;
  name: string;
  payment_type: string;
  amount_flat: Cents | null;
  amount_percentage: MilliPercent | null;
};

/**
 * Everything about one route that an order needs to be checked, priced and signed: the facts that
 * catalog hands to orders. Amounts are cents, rates thousandths of a percent, days company days.
 */
export type RouteForSale = {
  route: {
    id: number;
    name: string;
    text_before: string;
    text_after: string;
    is_active: boolean;
    has_pickup_location: boolean;
    has_surge_pricing: boolean;
    /** the route's text or the default one; null without surge pricing */
    surge_pricing_text: string | null;
    contract_pdf: string | null;
  };
  terms: TermForSale[];
  addons: AddonForSale[];
  discounts: DiscountForSale[];
  surcharges: SurchargeForSale[];
  period_program: {
    id: number;
    is_active: boolean;
    is_photo_required: boolean;
    allow_student_exit_bus_alone: boolean;
    has_pickup_location: boolean;
    accept_financial_aid: boolean;
    contract_text: string;
    /** the program's terms, else the division's */
    ach_terms: string;
  };
  program: { id: number; name: string; text: string; grades: { id: number; text: string }[] };
  program_group: {
    id: number;
    path: string;
    text: string;
    is_active: boolean;
    current_period_id: number | null;
  };
  /** undefined when the group does not take part in the period */
  period_program_group: { id: number; is_active: boolean; first_day_of_school: PlainDate | null } | undefined;
  period: {
    id: number;
    name: string;
    text: string;
    starts_on: PlainDate;
    ends_on: PlainDate;
    aid_balance_due_dt: PlainDate | null;
  };
  division: {
    id: number;
    company_name: string;
    address_1: string;
    city: string;
    state: string;
    zip: string;
    phone_main: string;
  };
  company: {
    name: string;
    time_zone: string;
    half_rounding_unit_cents: Cents;
    aid_fee_base: 'subtotal' | 'charge';
  };
};
