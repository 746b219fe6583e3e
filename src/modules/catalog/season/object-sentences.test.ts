import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldLabel } from '#kit/endpoint/field-labels.ts';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { BrokenAt } from '#kit/rules/broken-rule.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { BROKEN_FIELDS, onScreen } from '#tests/support/season/broken-fields.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { catalogRules } from '#modules/catalog/objects/catalog-rules.ts';
import { whole } from '#modules/catalog/objects/object.ts';
import { readSeason } from './read-season.ts';
import { objectsIn, withDays } from './season-file.ts';
import { placeOf, problemOf } from './season-problem.ts';
import { brokenBetween } from './season-references.ts';

const TODAY = plainDate('2027-04-10');
const NOTHING = { division: [], program_group: [], program: [] };

const demo = readFileSync(join(import.meta.dirname, '../../../db/demo/season.json'), 'utf8');

function firstOf(file: Loose, kind: ObjectKind): { value: Loose; path: PropertyKey[] } {
  if (kind === 'company') return { value: file.company, path: ['company'] };
  return objectsIn(file).find(({ object }) => object.kind === kind)!;
}

/** Two objects break it together, or an object and what is stored. */
const BETWEEN = ['repeated', 'no_division', 'no_group', 'no_program', 'current_twice'];
const STORED = ['capacity_promised', 'uses_taken', 'signed', 'path_moved'];
/** Only the file itself, or a key that no object has. */
const OF_THE_FILE = ['value', 'unknown'];

const pathOf = (at: string): PropertyKey[] =>
  at.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

describe('a broken rule of an object', () => {
  it.each(BROKEN_FIELDS)(
    '%s of a %s is told alike by a file and a call',
    (rule, kind, written, at, sentence) => {
      const file = JSON.parse(demo) as Loose;
      const { value, path } = firstOf(file, kind);
      Object.assign(value, written);
      const place = placeOf([...path, ...pathOf(at)]);
      const { problems } = readSeason(file, { today: TODAY, known: NOTHING });
      expect(problems.filter((one) => one.place === place)).toEqual([{ place, problem: sentence }]);

      const body = whole(objectOf(kind)).safeParse(withDays(value, TODAY), { reportInput: true });
      const label = fieldLabel(pathOf(at));
      expect(fieldErrorsOf(body.error!.issues)).toHaveProperty([at], [`${label} ${onScreen(sentence)}.`]);
      expect(body.error!.issues.map((issue) => issue.code === 'custom' && issue.params?.rule)).toContain(
        rule,
      );
    },
  );

  it('is planted above for each rule there is', () => {
    const all = [...Object.keys(objectRules), ...Object.keys(catalogRules)];
    const planted = [...BROKEN_FIELDS.map(([rule]) => rule), ...BETWEEN, ...STORED, ...OF_THE_FILE];
    expect([...new Set(planted)].toSorted()).toEqual(all.toSorted());
  });

  it('carries the name of its rule in the table', () => {
    const named = Object.entries({ ...objectRules, ...catalogRules }).map(([name, broken]) => [
      name,
      (broken as (...data: Loose[]) => BrokenAt['params'])([], 0).rule,
    ]);
    expect(named).toEqual(named.map(([name]) => [name, name]));
  });
});

describe('a rule between objects', () => {
  it.each<[string, (file: Loose) => void, label: string, sentence: string]>([
    ['repeated', (file) => (file.program_groups[2].path = 'HM'), 'Path', 'repeats program_groups[1].path'],
    [
      'no_division',
      (file) => (file.program_groups[0].division = 'moon'),
      'Division',
      'there is no division with the key moon',
    ],
    [
      'no_group',
      (file) => (file.periods[0].program_groups[0].program_group = 'moon'),
      'Program group',
      'there is no program group with the path moon',
    ],
    [
      'no_program',
      (file) => (file.periods[0].programs[0].program = 'moon'),
      'Program',
      'there is no program with the name moon',
    ],
    [
      'current_twice',
      (file) => (file.periods[1].is_current = true),
      'Program groups',
      'the school already has its current period at periods[0].program_groups[1]',
    ],
  ])('%s is told alike by a file and a call', (rule, plant, label, sentence) => {
    const file = JSON.parse(demo) as Loose;
    plant(file);
    const broken = brokenBetween(file, NOTHING).find(({ params }) => params.rule === rule)!;
    expect(problemOf(broken).problem).toBe(sentence);
    const told = fieldErrorsOf([{ code: 'custom', message: rule, ...broken }]);
    expect(Object.values(told)).toEqual([[`${label} ${sentence}.`]]);
  });
});

it('a file of another format or version says so', () => {
  const file = { ...JSON.parse(demo), format: 'bus', version: 2 };
  expect(readSeason(file, { today: TODAY, known: NOTHING }).problems).toEqual([
    { place: 'format', problem: 'must be "schoolrun-season"' },
    { place: 'version', problem: 'must be 1' },
  ]);
});
