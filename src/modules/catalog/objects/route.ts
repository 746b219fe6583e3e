import { subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import * as f from '#kit/rules/object-fields.ts';
import { flatOrPercent, type FlatOrPercent } from '#modules/catalog/flat-or-percent.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { addon } from './add-on.ts';
import { catalogRules } from './catalog-rules.ts';
import { discount } from './discount.ts';
import { catalogObject } from './object.ts';
import { paymentTerm } from './payment-term.ts';

/** What is not active is offered to nobody (SE3.11). */
type Offered = { is_active?: boolean };

export type PricedRoute = {
  payment_terms: readonly (Offered & { deposit: Cents; amount: Cents })[];
  addons: readonly (Offered & { amount: Cents })[];
  discounts: readonly (Offered & FlatOrPercent & { text: string })[];
};

type TooSmallTerm = { at: number; field: 'deposit' | 'amount'; left: Cents; discount?: string };

const isOffered = ({ is_active }: Offered) => is_active !== false;

const isTooSmall = (amount: Cents) => amount > 0 && amount < SMALLEST_CHARGE;

/**
 * Finds terms with a payment below the smallest charge: the term's own, or the deposit with any add-ons after
 * a discount.
 * Source: MC1, P1
 */
export function tooSmallTerms({ payment_terms, addons, discounts }: PricedRoute): TooSmallTerm[] {
  const sums = addons.filter(isOffered).map(({ amount }) => amount);
  return payment_terms.flatMap(({ deposit, amount, is_active }, at): TooSmallTerm[] => {
    if (is_active === false) return [];
    if (isTooSmall(deposit)) return [{ at, field: 'deposit', left: deposit }];
    if (isTooSmall(amount)) return [{ at, field: 'amount', left: amount }];
    for (const discount of discounts.filter(isOffered)) {
      const left = whatIsLeft([deposit, ...sums], discount).find(isTooSmall);
      if (left) return [{ at, field: 'deposit', left, discount: discount.text }];
    }
    return [];
  });
}

/** Computes the discounted deposit for each choice of add-ons; larger sums are pruned. */
function whatIsLeft([deposit, ...addons]: Cents[], discount: FlatOrPercent): Cents[] {
  const after = (due: Cents) => subtract(due, flatOrPercent(discount, due));
  const isSmall = (due: Cents) => after(due) < SMALLEST_CHARGE;
  const dues = new Set([deposit ?? ZERO].filter(isSmall));
  for (const addon of addons)
    for (const due of [...dues].map((known) => sum([known, addon]))) if (isSmall(due)) dues.add(due);
  return [...dues].map(after);
}

/** No payment of a term is below the smallest charge (MC1). */
const needsChargeableTerms = f.across(({ payment_terms, addons, discounts }, say) => {
  if (!payment_terms) return;
  const priced = { payment_terms, addons: addons ?? [], discounts: discounts ?? [] };
  for (const { at, field, left, discount: after } of tooSmallTerms(priced as PricedRoute)) {
    const broken = after ? catalogRules.too_small_after(left, after) : catalogRules.too_small();
    say('payment_terms', broken, [at, field]);
  }
});

export const route = catalogObject({
  kind: 'route',
  key: { field: 'name' },
  fields: {
    name: f.text(),
    text_before: f.looseText(),
    text_after: f.looseText(),
    capacity: f.countOrNone(0),
    has_pickup_location: f.flag(),
    has_surge_pricing: f.flag(),
    surge_pricing_text: f.htmlOrNone(),
    contract_pdf: f.orNone(f.pdfName('school-2027.pdf')),
    /** false takes a route out of sale */
    is_active: f.flag().default(true),
  },
  rules: [needsChargeableTerms],
  lists: { payment_terms: paymentTerm, addons: addon, discounts: discount },
  file: 'contract_pdf',
  leftOut: { is_active: true },
});
