import type { CardFee } from '#modules/catalog/catalog.contract.ts';
import { cents, milliPercent, ZERO } from '#kit/money.ts';
import { parseUsDate, plainDate, type PlainDate } from '#kit/plain-date.ts';
import type {
  DiscountRule,
  PricedAddon,
  PricedTerm,
  PriceList,
  Selection,
  SurchargeRule,
} from '#modules/pricing/price-list.ts';

/** 2,200.00 today and 2,150.00 on 10/01/2026, unless told otherwise. */
export function aTerm(changes: Partial<PricedTerm> = {}): PricedTerm {
  return {
    id: 1,
    name: 'Two payments',
    identifier: 'T1',
    payment_term_type_id: 7,
    payment_term_type: 'paymentTermTypeScheduled',
    from_dt: null,
    thru_dt: null,
    deposit: cents(220_000),
    amount: cents(215_000),
    number_payments: 2,
    scheduled_dt: plainDate('2026-10-01'),
    prefix_text: null,
    is_admin_only: false,
    ...changes,
  };
}

export function aFullTerm(changes: Partial<PricedTerm> = {}): PricedTerm {
  return aTerm({
    name: 'Pay in full',
    payment_term_type_id: 6,
    payment_term_type: 'paymentTermTypeFull',
    deposit: cents(420_000),
    amount: ZERO,
    number_payments: 1,
    scheduled_dt: null,
    ...changes,
  });
}

export function anAddon(changes: Partial<PricedAddon> = {}): PricedAddon {
  return {
    id: 1,
    name: 'late-bus',
    text: 'Late bus',
    amount: cents(60_000),
    is_admin_only: false,
    ...changes,
  };
}

/** A sibling discount of a tenth, unless told otherwise. */
export function aDiscount(changes: Partial<DiscountRule> = {}): DiscountRule {
  return {
    id: 1,
    text: 'Second child',
    is_sibling_discount: true,
    amount_flat: null,
    amount_percentage: milliPercent(10_000),
    ...changes,
  };
}

/** What the sandbox lets credit cards be charged, by the settings of a new company (S5). */
export const SANDBOX_CARD_FEE: CardFee = { cap: milliPercent(3_000), cap_of: 'base', state_caps: {} };

/** The same of real cards, by the settings of a new company. */
export const REAL_CARD_FEE: CardFee = {
  cap: milliPercent(3_000),
  cap_of: 'charge',
  state_caps: {
    CO: milliPercent(2_000),
    ...Object.fromEntries(['CT', 'MA', 'ME', 'OK', 'PR'].map((state) => [state, milliPercent(0)])),
  },
};

/** For tests of the rules themselves, which may ask for any fee. */
export const UNLIMITED_CARD_FEE: CardFee = { ...SANDBOX_CARD_FEE, cap: milliPercent(1_000_000_000) };

/** 3 % on cards, unless told otherwise. */
export function aSurcharge(changes: Partial<SurchargeRule> = {}): SurchargeRule {
  return {
    id: 1,
    name: 'Card fee',
    payment_type: 'paymentTypeCreditCard',
    amount_flat: null,
    amount_percentage: milliPercent(3_000),
    ...changes,
  };
}

export function aPriceList(changes: Partial<PriceList> = {}): PriceList {
  return {
    terms: [aTerm()],
    addons: [anAddon()],
    discounts: [aDiscount()],
    surcharges: [aSurcharge()],
    period_program: {
      is_active: true,
      is_photo_required: false,
      allow_student_exit_bus_alone: false,
      has_pickup_location: false,
      accept_financial_aid: true,
    },
    period: {
      id: 1,
      name: '2027',
      text: '2026–2027',
      starts_on: plainDate('2026-09-01'),
      ends_on: plainDate('2027-06-30'),
      aid_balance_due_dt: null,
    },
    card_fee: UNLIMITED_CARD_FEE,
    company: { half_rounding_unit_cents: cents(1), aid_fee_base: 'subtotal' },
    ...changes,
  };
}

export function aSelection(changes: Partial<Selection> = {}): Selection {
  return { payment_term_id: 1, addonIds: [], discountId: null, aid: null, isStaff: false, ...changes };
}

/** Reads `MM/dd/yyyy` of a worked example. */
export function exampleDay(text: string): PlainDate {
  const day = parseUsDate(text);
  if (!day) throw new Error(`not a day: ${text}`);
  return day;
}

/** Reads a whole number of cents of a worked example. */
export function exampleCents(text: string) {
  if (!/^\d+$/.test(text)) throw new Error(`not an amount in cents: ${text}`);
  return cents(Number(text));
}

/** Reads `215000 on 10/01/2026 (+6450); …` of a worked example; `none` is no payment. */
export function exampleLater(text: string) {
  if (text === 'none') return [];
  return text.split('; ').map((part) => {
    const match = /^(\d+) on (\d{2}\/\d{2}\/\d{4})(?: \(\+(\d+)\))?$/.exec(part);
    if (!match?.[1] || !match[2]) throw new Error(`not a later payment: ${part}`);
    return {
      pay_on: exampleDay(match[2]),
      amount_cents: exampleCents(match[1]),
      surcharge_cents: exampleCents(match[3] ?? '0'),
    };
  });
}
