import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDED_KINDS, OBJECT_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { changedFields, formFieldsOf, toTypedFields, toWire } from './typed-fields.ts';

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});
afterAll(() => shop.close());

const list = async (kind: ObjectKind, query = ''): Promise<any[]> =>
  (await staff.call('GET', `/admin/catalog/${kind}${query}`)).items;

const read = async (kind: ObjectKind, id: number): Promise<any> =>
  (await staff.call('GET', `/admin/catalog/${kind}/${id}`)).items[0];

describe('the form of a stored object', () => {
  /** @shows SE2.1 SE2.2 */
  it.each(OBJECT_KINDS)(
    'of the kind %s shows each value so that a save reads the same value',
    async (kind) => {
      const fields = formFieldsOf(kind);
      for (const { id } of (await list(kind)).slice(0, 40)) {
        const object = await read(kind, id);
        const typed = toTypedFields(fields, object.fields);
        const sent = fields.map((field) => [field.name, toWire(field, typed[field.name]!)]);
        const stored = Object.entries(object.fields).filter(([name]) =>
          fields.some((field) => field.name === name),
        );
        const isEmpty = (value: unknown) => value === null || value === '';
        expect(Object.fromEntries(sent.filter(([, value]) => !isEmpty(value)))).toEqual(
          Object.fromEntries(stored.filter(([, value]) => !isEmpty(value))),
        );
        expect(changedFields(fields, typed, typed)).toEqual({});
      }
    },
  );

  it('exists for every kind that the demo season sells', async () => {
    const empty = [];
    for (const kind of OBJECT_KINDS) if ((await list(kind)).length === 0) empty.push(kind);
    expect(empty).toEqual([]);
  });
});

describe('an object, by its form', () => {
  /** @shows SE2.1 */
  it('is added, changed, ended, started again and removed', async () => {
    const [route] = await list('route');
    const fields = formFieldsOf('addon');
    const blank = { name: 'Tea', text: 'Tea on board', amount: '$5', is_admin_only: false, is_active: true };
    const added = await changeCatalog(shop.app, staff, [
      { op: 'create', kind: 'addon', parent: route.id, fields: changedFields(fields, blank, undefined) },
    ]);
    const { id } = added.items[0].rows[0];
    const change = async (more: object) => {
      const { version } = await read('addon', id);
      return changeCatalog(shop.app, staff, [{ kind: 'addon', id, version, ...more }]);
    };
    const before = toTypedFields(fields, (await read('addon', id)).fields);
    await change({ op: 'update', fields: changedFields(fields, { ...before, amount: '6.50' }, before) });
    expect((await read('addon', id)).fields).toMatchObject({ name: 'Tea', amount: 6.5 });
    await change({ op: 'end' });
    expect((await list('addon', `?parent=${route.id}`)).find((one) => one.id === id).is_active).toBe(false);
    await change({ op: 'update', fields: { is_active: true } });
    expect((await read('addon', id)).is_active).toBe(true);
    const { history } = await read('addon', id);
    expect(history.map(({ op, who }: any) => [op, who])).toEqual([
      ['update', 'Dana Cole'],
      ['end', 'Dana Cole'],
      ['update', 'Dana Cole'],
      ['create', 'Dana Cole'],
    ]);
    expect((await change({ op: 'remove' })).status).toBe(200);
    expect((await list('addon')).some((one) => one.id === id)).toBe(false);
  });

  /** @shows SE2.1 */
  it('that others refer to is not removed, and can be ended', async () => {
    const [school] = await list('program_group');
    const change = { op: 'remove', kind: 'program_group', id: school.id, version: school.version };
    const { items } = await staff.call('POST', '/admin/catalog/preview', { changes: [change] });
    expect(items[0].problems).toMatchObject([{ change: 0, field: null }]);
    expect(['in_use', 'has_contracts']).toContain(items[0].problems[0].code);
    expect(ENDED_KINDS).toContain('program_group');
  });
});

describe('the list of objects', () => {
  it('has the objects below a parent in their order, under the name for families', async () => {
    const [school] = await list('program_group');
    const programs = await list('program', `?parent=${school.id}`);
    expect(programs.length).toBeGreaterThan(0);
    expect(programs.every(({ parent_id }) => parent_id === school.id)).toBe(true);
    expect(school.text).toEqual(expect.any(String));
  });

  it('shows no code of financial aid', async () => {
    for (const { id, name } of await list('aid_code')) expect(name).toBe(String(id));
  });
});
