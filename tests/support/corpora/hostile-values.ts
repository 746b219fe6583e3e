import type { Chance } from '#kit/seeded-chance.ts';
import type { JsonSchema } from '#tests/support/endpoints/endpoint-fields.ts';

const nested = (depth: number, open: string, close: string) =>
  JSON.parse(open.repeat(depth) + (open === '[' ? '' : 'null') + close.repeat(depth)) as unknown;

/** Texts that are known to have broken servers. */
const TEXTS = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\u0001',
  '\u001b[31m',
  '\u007f',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u202e',
  '\u200b',
  '\ufffe',
  '\uffff',
  'é',
  'é',
  'İ',
  'ß',
  '李',
  '👨‍👩‍👧',
  '𝔘',
  '٣',
  'ﷺ'.repeat(300),
  'x'.repeat(256),
  'x'.repeat(8193),
  'x'.repeat(100_000),
  'null',
  'NaN',
  'true',
  '0',
  '-1',
  '1e309',
  '1e400',
  '0x10',
  '9007199254740993',
  '9223372036854775808',
  '1'.repeat(400),
  "'",
  '"',
  '\\',
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '%',
  '_',
  '%s%n',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '..',
  '.',
  '/',
  '%2e%2e%2f',
  'file:///etc/passwd',
  '<script>window.__xss=1</script>',
  'javascript:alert(1)',
  'a@b',
  'A@B.CO',
  'a@b.co\r\nBcc: c@d.co',
  '12/31/0000',
  '02/29/2023',
  '02/30/2024',
  '13/01/2020',
  '00/00/0000',
  '12/31/9999',
  '9999-12-31',
  '2026-13-01',
  '2026-01-01T00:00:00Z',
  '+275760-09-13',
  '914-555-0101',
  '4242424242424242',
  'Infinity',
  '-0',
  '(((((((((((((((((((((((((((((',
  'a'.repeat(64) + '@b.co',
  `a@${'b.'.repeat(120)}co`,
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
];

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.001,
  1.005,
  1e-12,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  2 ** 64,
  1e100,
  999_999_999_999,
  20270101,
];

const OTHERS: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [{}],
  [null],
  [1, 2, 3],
  { id: 1 },
  { length: 1e9 },
  { toString: 'x' },
  { $ne: null },
  { $gt: '' },
  { toJSON: 1 },
  nested(10, '[', ']'),
  nested(60, '[', ']'),
  nested(500, '{"a":', '}'),
  Array.from({ length: 2000 }, (_, n) => n),
  Array.from({ length: 51 }, () => 'x'),
  Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n])),
];

/** What comes just inside and just outside of what a field declares. */
function atTheBorder(schema: JsonSchema): unknown[] {
  const texts = [schema.minLength, schema.maxLength].flatMap((size) =>
    size === undefined ? [] : [size - 1, size, size + 1].filter((n) => n >= 0).map((n) => 'y'.repeat(n)),
  );
  const numbers = [schema.minimum, schema.maximum].flatMap((size) =>
    size === undefined ? [] : [size - 1, size, size + 1],
  );
  return [...texts, ...numbers, ...(schema.enum ?? []), ...(schema.anyOf ?? []).flatMap(atTheBorder)];
}

/** A value for a field, most likely one that it should not have. */
export function hostileValue(chance: Chance, schema: JsonSchema = {}): unknown {
  const border = atTheBorder(schema);
  if (border.length > 0 && chance.percent(25)) return chance.oneOf(border);
  if (chance.percent(45)) return chance.oneOf(TEXTS);
  return chance.percent(45) ? chance.oneOf(NUMBERS) : chance.oneOf(OTHERS);
}

export function hostileText(chance: Chance): string {
  return chance.percent(70) ? chance.oneOf(TEXTS) : String(chance.oneOf(NUMBERS));
}

/** Whole bodies that are none. */
export const WHOLE_BODIES = [
  'null',
  '[]',
  '[{}]',
  '"x"',
  '1',
  'true',
  '{}',
  '',
  ' ',
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":1e400}',
  '{"a":-1e400}',
  '{"":1}',
  '[['.repeat(4000),
  `${'['.repeat(4000)}${']'.repeat(4000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  '{"__proto__":{"is_staff":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  'a=1&b=2',
  '<xml/>',
];

export const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;',
  'application/vnd.api+json',
  'a',
  '*/*',
  '',
];
