import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import type { OfficeView } from './views.contract.ts';

const { app, context } = await openTestApp();
let dana: StaffMember;
let lee: StaffMember;
let dispatcher: StaffMember;

beforeAll(async () => {
  dana = await aStaffMember(app, context.db);
  lee = await aStaffMember(app, context.db);
  dispatcher = await aStaffMember(app, context.db, { role: 'userRoleDispatcher' });
});
afterAll(() => app.close());

const QUERY = { school: 'hm', sort: 'number', columns: 'contract,student', search: 'okafor' };

const viewsOf = async (who: StaffMember, list = 'listOrderRows'): Promise<OfficeView[]> =>
  (await who.call('GET', `/admin/views?list=${list}`)).items;
const namesOf = async (who: StaffMember) => (await viewsOf(who)).map(({ name }) => name);
const add = (who: StaffMember, name: string, is_shared: boolean, query: object = QUERY) =>
  who.call('POST', '/admin/views', { list: 'listOrderRows', name, is_shared, query });

/** @shows OF1.6 */
describe('a view of a list', () => {
  it('keeps filters, sort, columns and words, for oneself or for everybody', async () => {
    expect((await add(dana, 'Mine', false)).status).toBe(200);
    expect((await add(dana, 'Ours', true)).status).toBe(200);
    const [shared, own] = await viewsOf(dana);
    expect([shared!.name, own!.name, own!.query, own!.gone]).toEqual(['Ours', 'Mine', QUERY, []]);
    expect(await namesOf(lee)).toEqual(['Ours']);
    expect(await viewsOf(dana, 'listStudentRows')).toEqual([]);
  });

  it('has a name of its own among shared ones, and among those of one person', async () => {
    const taken = [409, ['There is a view of this name.']];
    for (const [name, is_shared] of [
      ['ours', true],
      ['MINE', false],
    ] as const) {
      const { status, errors } = await add(dana, name, is_shared);
      expect([status, errors]).toEqual(taken);
    }
    expect((await add(lee, 'Mine', false)).status).toBe(200);
  });

  it('is shared, changed and removed for everybody by those who change the season', async () => {
    expect((await add(dispatcher, 'All', true)).status).toBe(403);
    expect((await add(dispatcher, 'For me', false)).status).toBe(200);
    const shared = (await viewsOf(dispatcher)).find(({ name }) => name === 'Ours')!;
    expect(shared.may_change).toBe(false);
    const body = { name: 'Theirs', query: QUERY, place: 0, version: shared.version };
    const path = `/admin/views/${shared.id}`;
    expect((await dispatcher.call('PUT', path, body)).status).toBe(403);
    expect((await dispatcher.call('DELETE', path)).status).toBe(403);
    const own = (await viewsOf(dana)).find(({ name }) => name === 'Mine')!;
    expect((await lee.call('DELETE', `/admin/views/${own.id}`)).status).toBe(404);
  });

  it('is renamed, overwritten and moved by version', async () => {
    for (const name of ['Second', 'Third']) await add(dana, name, false);
    const third = (await viewsOf(dana)).find(({ name }) => name === 'Third')!;
    const body = { name: 'First', query: { state: 'active' }, place: 0, version: third.version };
    const path = `/admin/views/${third.id}`;
    const { items } = await dana.call('PUT', path, body);
    expect([items[0].name, items[0].query]).toEqual(['First', { state: 'active' }]);
    expect(await namesOf(dana)).toEqual(['Ours', 'First', 'Mine', 'Second']);
    const older = await dana.call('PUT', path, body);
    expect([older.status, older.items[0].current.name]).toEqual([409, 'First']);
    const largest = await dana.call('PUT', path, { ...body, version: 2 ** 31 - 1 });
    expect([largest.status, Object.keys(largest.fields)]).toEqual([422, ['version']]);
    expect((await dana.call('DELETE', path)).status).toBe(200);
    expect(await namesOf(dana)).toEqual(['Ours', 'Mine', 'Second']);
  });

  it('opens with what the list has still, and names the rest', async () => {
    await context.db.execute(sql`update office_views
      set query = query || '{"late_bus": "yes", "state": "melted"}' where name = 'Ours'`);
    const [shared] = await viewsOf(lee);
    expect([shared!.query, shared!.gone]).toEqual([QUERY, ['State', 'Late bus']]);
  });

  it('is of a list that there is, with filters that the list has', async () => {
    const unknown = { list: 'listNothing', name: 'No', is_shared: false, query: {} };
    expect((await dana.call('POST', '/admin/views', unknown)).status).toBe(422);
    expect((await add(dana, 'No', false, { state: 'melted' })).status).toBe(422);
    // Names that every object has.
    for (const query of [{ hasOwnProperty: 'yes' }, { sort: 'toString' }])
      expect((await add(dana, 'No', false, query)).fields).toEqual({ query: [expect.any(String)] });
    expect((await dispatcher.call('GET', '/admin/views?list=listPaymentRows')).status).toBe(422);
  });
});
