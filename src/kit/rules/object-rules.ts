import { m } from '#i18n/messages.js';
import { brokenRule } from './broken-rule.ts';

/** The sentences of the fields in `object-fields.ts`; a module adds sentences for further rules. */
export const objectRules = {
  missing: () => brokenRule('missing', () => m.server_rule_missing()),
  text: (max: number) => brokenRule('text', () => m.server_rule_text({ max })),
  text_or_empty: (max: number) => brokenRule('text_or_empty', () => m.server_rule_text_or_empty({ max })),
  choice: (values: readonly (string | number)[]) =>
    brokenRule('choice', () => m.server_rule_choice({ values: values.join(', ') })),
  value: (value: string | number) =>
    brokenRule('value', () => m.server_rule_value({ value: JSON.stringify(value) })),
  flag: () => brokenRule('flag', () => m.server_rule_flag()),
  list: () => brokenRule('list', () => m.server_rule_list()),
  object: () => brokenRule('object', () => m.server_rule_object()),
  state: () => brokenRule('state', () => m.server_rule_state()),
  work: () => brokenRule('work', () => m.server_rule_work()),
  dollars: () => brokenRule('dollars', () => m.server_rule_dollars()),
  percent: () => brokenRule('percent', () => m.server_rule_percent()),
  count: (min: number) => brokenRule('count', () => m.server_rule_count({ min })),
  between: (min: number, max: number) => brokenRule('between', () => m.server_rule_between({ min, max })),
  day: () => brokenRule('day', () => m.server_rule_day()),
  local_time: () => brokenRule('local_time', () => m.server_rule_local_time()),
  file: (example: string) => brokenRule('file', () => m.server_rule_file({ example })),
  path: () => brokenRule('path', () => m.server_rule_path()),
  email: () => brokenRule('email', () => m.server_rule_email()),
  time_zone: () => brokenRule('time_zone', () => m.server_rule_time_zone()),
  repeated: (place: string) => brokenRule('repeated', () => m.server_rule_repeated({ place })),
  later: (field: string) => brokenRule('later', (named) => m.server_rule_later({ field: named(field) })),
  not_earlier: (field: string) =>
    brokenRule('not_earlier', (named) => m.server_rule_not_earlier({ field: named(field) })),
};
