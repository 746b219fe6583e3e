import * as f from '#kit/rules/object-fields.ts';
import { catalogObject } from './object.ts';

export const aidCode = catalogObject({
  kind: 'aid_code',
  key: { field: 'code', ignoresCase: true },
  fields: {
    code: f.text(20),
    awarded_amount: f.dollarsOrNone(),
    /** the smallest contribution for the year */
    least_amount: f.dollarsOrNone(),
    /** nothing is charged before staff confirm the aid (A6) */
    needs_confirmation: f.flag().default(false),
    expires_on: f.dayOrNone(),
    max_uses: f.countOrNone(1),
    is_active: f.flag().default(true),
  },
  secret: 'code',
  leftOut: { least_amount: null, needs_confirmation: false, is_active: true },
});
