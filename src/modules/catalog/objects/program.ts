import * as f from '#kit/rules/object-fields.ts';
import { catalogRules } from './catalog-rules.ts';
import { catalogObject } from './object.ts';

export const grade = catalogObject({
  kind: 'grade',
  key: { field: 'text' },
  isText: true,
  fields: { text: f.text(), is_active: f.flag().default(true) },
  leftOut: { is_active: true },
});

export const program = catalogObject({
  kind: 'program',
  key: { field: 'name', isUniqueEverywhere: true, missing: catalogRules.no_program },
  fields: {
    name: f.text(),
    text: f.text(),
    payment_method: f.textOrNone(),
    check_attention: f.orUnchanged(f.text()),
    check_text: f.orUnchanged(f.text(500)),
    ach_terms: f.htmlOrNone(),
    is_active: f.flag().default(true),
  },
  leftOut: { check_attention: null, check_text: null, is_active: true },
  lists: { grades: grade },
});
