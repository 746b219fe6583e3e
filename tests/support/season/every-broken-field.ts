import type { BrokenAt } from '#kit/rules/broken-rule.ts';
import { brokenIn } from '#modules/catalog/changes/read-fields.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';

/** What people type, or a program writes, into some field by mistake. */
const WRONG: readonly unknown[] = [
  '',
  'nobody',
  ...[51, 101, 256, 501, 1_001, 2_001, 20_001, 200_001].map((length) => 'x'.repeat(length)),
  'yes',
  '03/04/27',
  'EUR',
  'Bronx',
  'Dashboard',
  'a/b',
  '../secret.pdf',
  'content/school.pdf',
  '#ffd500',
  '12-345',
  'http://news.example',
  '2027-03-01',
  7,
  -1,
  1.5,
  10.005,
  100_000_000_000,
  {},
  [7],
  ['ny'],
  [''],
  { NY: 'half' },
  { ny: 3_000 },
  { requests: { amber: 0, red: 5 } },
  { requests: 7 },
];

export type BrokenField = { kind: ObjectKind; field: string; value: unknown; broken: BrokenAt };

/** One wrong value for each sentence that a field of an object can be answered with. */
export const EVERY_BROKEN_FIELD: readonly BrokenField[] = OBJECT_KINDS.flatMap((kind) =>
  Object.keys(objectOf(kind).fields).flatMap((field) => brokenValues(kind, field)),
);

function brokenValues(kind: ObjectKind, field: string): BrokenField[] {
  const { fields, refersTo } = objectOf(kind);
  const found = new Map<string, BrokenField>();
  for (const value of [undefined, ...WRONG]) {
    const { error } = fields[field]!.safeParse(value, { reportInput: true });
    const [first, ...others] = error?.issues.flatMap(brokenIn) ?? [];
    if (!first || others.length > 0) continue;
    const broken = { ...first, path: [field, ...first.path] };
    const sentence = broken.params.say(String);
    if (!found.has(sentence)) found.set(sentence, { kind, field, value, broken });
  }
  const referred = refersTo[field];
  if (referred === undefined || referred === 'option') return [...found.values()];
  const params = objectOf(referred as ObjectKind).key!.missing!('nobody');
  return [...found.values(), { kind, field, value: 'nobody', broken: { path: [field], params } }];
}
