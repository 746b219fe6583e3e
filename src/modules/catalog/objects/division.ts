import * as f from '#kit/rules/object-fields.ts';
import { catalogRules } from './catalog-rules.ts';
import { catalogObject } from './object.ts';

export const division = catalogObject({
  kind: 'division',
  key: { field: 'key', missing: catalogRules.no_division },
  fields: {
    key: f.text(),
    company_name: f.text(),
    address_1: f.text(),
    city: f.text(),
    state: f.text(),
    zip: f.text(50),
    phone_main: f.text(),
    tax_id: f.orUnchanged(
      f.text().refine((id) => /^\d{2}-?\d{7}$/.test(id), { params: catalogRules.tax_id() }),
    ),
    ach_terms: f.htmlOrNone(),
  },
  leftOut: { tax_id: null },
});
