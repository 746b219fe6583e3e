import * as f from '#kit/rules/object-fields.ts';
import { catalogObject } from './object.ts';

export const addon = catalogObject({
  kind: 'addon',
  key: { field: 'name' },
  fields: {
    name: f.text(),
    text: f.text(),
    amount: f.dollars(),
    is_admin_only: f.flag(),
    is_active: f.flag().default(true),
  },
  leftOut: { is_active: true },
});
