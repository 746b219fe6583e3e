import * as f from '#kit/rules/object-fields.ts';
import { addon } from './add-on.ts';
import { catalogRules } from './catalog-rules.ts';
import { discount } from './discount.ts';
import { catalogObject } from './object.ts';
import { paymentTerm } from './payment-term.ts';
import { tooSmallTerms, type PricedRoute } from './too-small-terms.ts';

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
    contract_pdf: f.orNone(f.fileName('school-2027.pdf')),
    /** false takes a route out of sale */
    is_active: f.flag().default(true),
  },
  rules: [needsChargeableTerms],
  lists: { payment_terms: paymentTerm, addons: addon, discounts: discount },
  file: 'contract_pdf',
  leftOut: { is_active: true },
});
