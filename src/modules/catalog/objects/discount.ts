import * as f from '#kit/rules/object-fields.ts';
import { catalogRules } from './catalog-rules.ts';
import { catalogObject } from './object.ts';

/** P1 */
export const needsAnAmount = f.across(({ amount_flat, amount_percentage }, say) => {
  if (amount_flat === null && amount_percentage === null)
    say('amount_flat', catalogRules.no_amount('amount_flat', 'amount_percentage'));
});

export const discount = catalogObject({
  kind: 'discount',
  key: { field: 'text' },
  fields: {
    text: f.text(),
    is_sibling_discount: f.flag(),
    amount_flat: f.dollarsOrNone(),
    amount_percentage: f.percentOrNone(),
    is_active: f.flag().default(true),
  },
  rules: [needsAnAmount],
  leftOut: { is_active: true },
});
