import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { objectFieldLabel, objectFieldName } from '#modules/catalog/objects/object-labels.ts';
import { readSeason } from '#modules/catalog/season/read-season.ts';
import { objectsIn } from '#modules/catalog/season/season-file.ts';
import { placeOf } from '#modules/catalog/season/season-problem.ts';
import { formFieldsOf, toWire } from '#app/routes/office/season/objects/typed-fields.ts';
import { refusalOf } from '#app/routes/office/season/save-changes.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { onScreen } from '#tests/support/season/broken-fields.ts';
import { DEMO_SEASON } from '#tests/support/season/demo-season.ts';
import { EVERY_BROKEN_FIELD, type BrokenField } from '#tests/support/season/every-broken-field.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';

let shop: SeasonApp;
let staff: StaffMember;
let demo: string;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
  demo = await readFile(DEMO_SEASON, 'utf8');
});
afterAll(() => shop.close());

/** The first object of a kind in the demo file, as an object also where the file has its key alone. */
function planted({ kind, field, value }: BrokenField): { file: Loose; place: PropertyKey[] } {
  const file = JSON.parse(demo);
  if (kind === 'company') {
    file.company[field] = value;
    return { file, place: ['company'] };
  }
  const found = objectsIn(file).find(({ object }) => object.kind === kind)!;
  const around = found.path.slice(0, -1).reduce((inside: Loose, part) => inside[part], file);
  const at = found.path.at(-1) as number;
  const whole = typeof around[at] === 'string' ? { [objectOf(kind).key!.field]: around[at] } : around[at];
  around[at] = { ...whole, [field]: value };
  return { file, place: found.path };
}

function toldByFile(one: BrokenField): string | undefined {
  const { file, place } = planted(one);
  const known = { division: [], program_group: [], program: [] };
  const { problems } = readSeason(file, { today: shop.context.clock.today(), known });
  return problems.find((problem) => problem.place === placeOf([...place, ...one.broken.path]))?.problem;
}

async function firstOf(kind: ObjectKind): Promise<{ id: number; version: number }> {
  const [{ id, version }] = (await staff.call('GET', `/admin/catalog/${kind}`)).items;
  return { id, version };
}

const brokenFieldsOf = (kind: ObjectKind) => EVERY_BROKEN_FIELD.filter((one) => one.kind === kind);

/** A left out field is missing only in an object that is added. */
const isOfUpdate = ({ value }: BrokenField) => value !== undefined;

const said = ({ broken }: BrokenField, sentence: string | undefined) =>
  `${objectFieldLabel(broken.path)} ${onScreen(String(sentence), objectFieldName)}.`;

/** What the form of an object shows under its fields after a preview of what was typed. */
async function toldByForm(one: BrokenField, of: { id: number; version: number }): Promise<Told> {
  const field = formFieldsOf(one.kind).find(({ name }) => name === one.field)!;
  const fields = { [one.field]: toWire(field, one.value as string) };
  const changes = [{ op: 'update', kind: one.kind, ...of, fields }];
  const { items } = await staff.call('POST', '/admin/catalog/preview', { changes });
  return refusalOf(items[0].problems).data.field_errors as Told;
}

type Told = Record<string, string[]>;

/** Typed into a form, the text is sent as typed. */
const isTyped = ({ kind, field, value }: BrokenField) => {
  const formField = formFieldsOf(kind).find(({ name }) => name === field)!;
  return typeof value === 'string' && toWire(formField, value) === value;
};

describe('each rule of each field', () => {
  it('is broken by some value', () => {
    const broken = new Set(EVERY_BROKEN_FIELD.map(({ kind, field }) => `${kind}.${field}`));
    const all = OBJECT_KINDS.flatMap((kind) =>
      Object.keys(objectOf(kind).fields).map((name) => `${kind}.${name}`),
    );
    expect([...broken]).toEqual(all);
  });

  /** @shows AC20 SE3.3 */
  it.each(OBJECT_KINDS)(
    'of a %s has one sentence at its place in a file, a call and a form',
    async (kind) => {
      const of = await firstOf(kind);
      const all = brokenFieldsOf(kind).map((one) => ({ ...one, inFile: toldByFile(one) }));
      expect(all.filter(({ inFile }) => inFile === undefined)).toEqual([]);
      const sent = all.filter(isOfUpdate);
      const changes = sent.map(({ field, value }) => ({
        op: 'update',
        kind,
        ...of,
        fields: { [field]: value },
      }));
      const { fields } = await changeCatalog(shop.app, staff, changes, { seen: '0'.repeat(64) });
      for (const [change, one] of sent.entries()) {
        const place = [`changes[${change}]`, 'fields', ...one.broken.path].join('.');
        const sentence = expect.arrayContaining([said(one, one.inFile)]);
        expect({ place, told: fields[place] }).toEqual({ place, told: sentence });
        if (isTyped(one)) expect(await toldByForm(one, of)).toEqual({ [one.field]: sentence });
      }
    },
  );
});
