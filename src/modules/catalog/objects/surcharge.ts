import * as f from '#kit/rules/object-fields.ts';
import { needsAnAmount } from './discount.ts';
import { catalogObject } from './object.ts';

const PAYMENT_TYPES = [
  'paymentTypeCreditCard',
  'paymentTypeAch',
  'paymentTypeCheck',
  'paymentTypeCash',
] as const;

export const surcharge = catalogObject({
  kind: 'surcharge',
  key: { field: 'name' },
  fields: {
    name: f.text(),
    payment_type: f.choice(PAYMENT_TYPES),
    amount_flat: f.dollarsOrNone(),
    amount_percentage: f.percentOrNone(),
    is_active: f.flag().default(true),
  },
  rules: [needsAnAmount],
  leftOut: { is_active: true },
  refersTo: { payment_type: 'option' },
});
