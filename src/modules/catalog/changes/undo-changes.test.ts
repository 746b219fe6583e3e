import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportSeason } from '#modules/catalog/season/season-export.service.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});
afterAll(() => shop.close());

const season = (): Promise<Loose> =>
  shop.context.db.transaction(async (tx) => (await exportSeason(tx, shop.context.clock.now()))!.file);

const idOf = async (query: ReturnType<typeof sql>) =>
  Number((await shop.context.db.execute(query)).rows[0]!.id);

async function existing(kind: string, id: number) {
  const { items } = await staff.call('GET', `/admin/catalog/${kind}/${id}`);
  return { kind, id, version: items[0].version as number };
}

async function saved(changes: object[]): Promise<{ id: number; rows: Loose[] }> {
  const { status, errors, items } = await changeCatalog(shop.app, staff, changes);
  expect([errors, status]).toEqual([[], 200]);
  return items[0];
}

async function undone(id: number): Promise<void> {
  const send = (seen?: string) => staff.call('POST', `/admin/catalog/changes/${id}/undo`, { seen });
  const { status, errors } = await send((await send()).items[0]?.hash);
  expect([errors, status]).toEqual([[], 200]);
}

/** @shows SE3.7 */
describe('an undo', () => {
  it('finds an object by the name of before, which the undone changes had taken away', async () => {
    const school = await existing('program_group', await idOf(sql`select id from program_groups limit 1`));
    const division = await existing('division', await idOf(sql`select id from divisions limit 1`));
    const before = await season();
    const other = { ...before.divisions[0], key: 'other' };
    const { id } = await saved([
      { op: 'update', ...division, fields: { key: 'renamed' } },
      { op: 'create', kind: 'division', parent: null, fields: other },
      { op: 'update', ...school, fields: { division: 'other' } },
    ]);
    await undone(id);
    expect(await season()).toEqual(before);
  });

  it('adds an object again together with the object that its fields name', async () => {
    const { path, ...text } = { path: 'bay', text: 'Bay School' };
    const added = await saved([
      {
        op: 'create',
        kind: 'program_group',
        parent: null,
        fields: { ...text, path, division: 'bronx', is_active: true },
      },
      {
        op: 'create',
        kind: 'content_block',
        parent: null,
        fields: {
          key: 'bay',
          category: 'map',
          content: 'https://bay.example/map.svg',
          program_group: path,
          is_active: true,
        },
      },
    ]);
    const before = await season();
    const { id } = await saved(
      added.rows.map(({ kind, id: row, version }) => ({ op: 'remove', kind, id: row, version })),
    );
    await undone(id);
    expect(await season()).toEqual(before);
  });

  it('gives a school back to the object of a season that was removed, from another one', async () => {
    const path = 'spare';
    const school = { path, text: 'Spare', division: 'bronx', is_active: true };
    const period = await idOf(sql`select id from periods where name = '2027'`);
    const ofSchool = (program_group: string) => ({
      op: 'create',
      kind: 'period_group',
      parent: period,
      fields: { program_group, is_active: false },
    });
    const added = await saved([
      { op: 'create', kind: 'program_group', parent: null, fields: school },
      { op: 'create', kind: 'program_group', parent: null, fields: { ...school, path: 'other' } },
      ofSchool(path),
      ofSchool('other'),
    ]);
    const [one, two] = added.rows
      .filter(({ kind }) => kind === 'period_group')
      .map(({ kind, id, version }) => ({ kind, id, version }));
    const before = await season();
    const { id } = await saved([
      { op: 'remove', ...one },
      { op: 'update', ...two, fields: { program_group: path } },
    ]);
    await undone(id);
    expect(await season()).toEqual(before);
  });
});
