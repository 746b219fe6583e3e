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
    ach_terms: f.htmlOrNone(),
  },
});
