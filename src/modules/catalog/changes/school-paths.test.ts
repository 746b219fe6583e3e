import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

type School = { id: number; version: number; old_paths: string[] };

async function school(path: string): Promise<School> {
  const { rows } = await shop.context.db.execute<School>(
    sql`select id, version, old_paths from program_groups where path = ${path}`,
  );
  return rows[0]!;
}

async function change(path: string, fields: object) {
  const { id, version } = await school(path);
  return changeCatalog(shop.app, staff, [{ op: 'update', kind: 'program_group', id, version, fields }]);
}

const saved = async (path: string, fields: object) => {
  const answer = await change(path, fields);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return answer.items[0];
};

const addressOf = async (path: string) => {
  const answer = await shop.app.inject(`/api/program_group_path/get/path/${path}`);
  return [answer.statusCode, answer.headers.location];
};

/** @shows SE2.7 */
it('the old path of a school leads to the new one for good, in any case', async () => {
  await saved('hm', { path: 'hillmark' });
  expect(await addressOf('hm')).toEqual([308, '/api/program_group_path/get/path/hillmark']);
  expect(await addressOf('HM/1')).toEqual([308, '/api/program_group_path/get/path/hillmark/1']);
  expect(await addressOf('hillmark')).toEqual([200, undefined]);
});

/** @shows SE2.7 */
it('no other school takes the old path, and none of its own paths is given twice', async () => {
  const taken = await change('rcs', { path: 'HM' });
  expect([taken.status, taken.errors]).toEqual([
    422,
    ['Path was the address of Hillmark School (HM): choose another, or take it back there.'],
  ]);
  const twice = await change('rcs', { old_paths: ['hillmark'] });
  expect([twice.status, twice.errors]).toEqual([422, [expect.stringMatching(/^Old paths repeats school /)]]);
});

/** @shows SE2.7 */
it('a path that is taken back leads nowhere, and another school may have it', async () => {
  await saved('hillmark', { old_paths: [] });
  expect((await addressOf('hm'))[0]).toBe(404);
  await saved('rcs', { path: 'hm' });
  expect((await addressOf('hm'))[0]).toBe(200);
  expect(await addressOf('rcs')).toEqual([308, '/api/program_group_path/get/path/hm']);
});

it('a school that gets an old path of its own again is there, and its undo leaves no trace', async () => {
  await saved('hillmark', { path: 'mark' });
  await saved('mark', { path: 'hillmark' });
  expect((await school('hillmark')).old_paths).toEqual(['mark']);
  const { id } = await saved('hillmark', { path: 'hillmark2' });
  const preview = await staff.call('POST', `/admin/catalog/changes/${id}/undo`, {});
  await staff.call('POST', `/admin/catalog/changes/${id}/undo`, { seen: preview.items[0].hash });
  expect((await school('hillmark')).old_paths).toEqual(['mark']);
});
