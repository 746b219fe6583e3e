import { ofType } from '#kit/rules/field-types.ts';
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
    content: ofType(
      { takes: 'file', holds: 'picture', mayBeAddress: true },
      f.text(2_000).refine((path) => CONTENT.test(path), { params: catalogRules.content() }),
    ),
    helper_text: f.textOrNone(),
    program_group: f.orUnchanged(f.text()),
    short_name: f.orUnchanged(f.text()),
    is_active: f.flag(),
  },
  refersTo: { program_group: 'program_group' },
  leftOut: { program_group: null, short_name: null },
  file: 'content',
});
