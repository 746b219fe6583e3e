import * as f from '#kit/rules/object-fields.ts';
import { catalogRules } from './catalog-rules.ts';
import { catalogObject } from './object.ts';

const CONTENT = /^(content(\/[\w-]+)*\/[\w-]+(\.[\w-]+)+|https?:\/\/\S+)$/;

export const contentBlock = catalogObject({
  kind: 'content_block',
  key: { field: 'key' },
  fields: {
    key: f.text(),
    category: f.text(),
    content: f.text(2_000).refine((path) => CONTENT.test(path), { params: catalogRules.content() }),
    helper_text: f.textOrNone(),
    is_active: f.flag(),
  },
  file: 'content',
});
