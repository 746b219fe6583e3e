import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { sessionOf, type Person } from '#tests/support/app/people.ts';
import { aBuyer, openSeasonApp, type Buyer, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TEXT = 'Call Ottilie after six in the evening.';

let shop: SeasonApp;
let admin: StaffMember;
let dispatcher: StaffMember;
let family: Buyer;
let user_id: number;

beforeAll(async () => {
  shop = await openSeasonApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { app, context } = shop;
  admin = await aStaffMember(app, context.db, { first_name: 'Ruth', last_name: 'Abara' });
  dispatcher = await aStaffMember(app, context.db, { role: 'userRoleDispatcher' });
  family = await aBuyer(app);
  user_id = (await family.call('GET', '/user')).items[0].id;
});

const path = () => `/admin/parents/${user_id}/notes`;

const add = (changes: object = {}, who: Person = admin) =>
  who.call('POST', path(), { text: TEXT, is_pinned: false, student_id: null, ...changes });

const list = async (who: Person = admin) => (await who.call('GET', path())).items;

const change = (id: number, body: object, who: Person = admin) =>
  who.call('PUT', `/admin/notes/${id}`, { text: TEXT, is_pinned: false, ...body });

/** @shows OF10.3 */
describe('a note of staff', () => {
  it('is about a family or a child, pinned ones first and then the newest', async () => {
    for (const [text, is_pinned, student_id] of [
      ['first', false, null],
      ['second', true, family.student_id],
      ['third', false, null],
    ]) {
      shop.context.clock.advanceMs(1000);
      expect((await add({ text, is_pinned, student_id })).status).toBe(200);
    }
    const shown = await list(dispatcher);
    expect(shown.map(({ text, student_id }) => [text, student_id])).toEqual([
      ['second', family.student_id],
      ['third', null],
      ['first', null],
    ]);
    expect(shown[0]).toMatchObject({ by: 'Ruth Abara', edited_at: null, may_change: false });
    const stranger = await aBuyer(shop.app);
    expect((await add({ student_id: stranger.student_id })).status).toBe(404);
    expect((await add({ text: 'x'.repeat(8193) })).status).toBe(422);
    expect((await add({ text: 'x'.repeat(8192) })).status).toBe(200);
  });

  it('is changed by its writer for a day, and pinned by everybody', async () => {
    const { id } = (await add()).items[0];
    expect((await change(id, { text: 'Call at noon.' })).items[0]).toMatchObject({
      text: 'Call at noon.',
      edited_at: expect.any(String),
      may_change: true,
    });
    expect(await change(id, { text: 'Never call.' }, dispatcher)).toMatchObject({
      status: 409,
      errors: ['A note is changed by its writer, Ruth Abara, and for a day. Please write a new one.'],
    });
    const pinned = await change(id, { text: 'Call at noon.', is_pinned: true }, dispatcher);
    expect(pinned.items[0]).toMatchObject({ is_pinned: true, by: 'Ruth Abara' });
    shop.context.clock.advanceMs(DAY_MS);
    admin = { ...(await sessionOf(shop.app, admin)), user_id: admin.user_id };
    expect((await change(id, { text: 'Call at one.' })).status).toBe(409);
    expect((await admin.call('DELETE', `/admin/notes/${id}`)).status).toBe(409);
    const { id: own } = (await add()).items[0];
    expect((await admin.call('DELETE', `/admin/notes/${own}`)).status).toBe(200);
    expect((await admin.call('DELETE', `/admin/notes/${own}`)).status).toBe(404);
  });

  it('is for staff alone, sealed, and no word of it is in the audit log', async () => {
    await add();
    expect((await family.call('GET', path())).status).toBe(403);
    expect(JSON.stringify((await family.call('GET', `/student/${family.student_id}`)).items)).not.toContain(
      TEXT,
    );
    expect(await dumpDatabase(shop.context.db)).not.toContain(TEXT);
    const { rows } = await shop.context.db.execute(
      sql`select action, subject from audit_log where actor_id = ${admin.user_id} and action like 'note.%'`,
    );
    expect(rows).toEqual([{ action: 'note.add', subject: `user:${user_id}` }]);
  });

  it('is in the family’s copy, and goes with the child and with the account', async () => {
    await add();
    await add({ text: 'About the child.', student_id: family.student_id });
    const { items } = await family.call('POST', '/family-data', { current_password: family.password });
    const archive = await shop.app.inject({ url: items[0].path });
    const files = unzipSync(archive.rawPayload);
    const students = Object.entries(files).find(([name]) => name.endsWith('students.json'))!;
    expect(JSON.parse(strFromU8(students[1])).notes.map(({ text }: { text: string }) => text)).toEqual([
      TEXT,
      'About the child.',
    ]);
    expect((await family.call('DELETE', `/student/${family.student_id}`)).status).toBe(200);
    expect((await list()).map(({ text }) => text)).toEqual([TEXT]);
    const remove = { current_password: family.password };
    expect((await family.call('POST', '/family-data/delete', remove)).status).toBe(200);
    const { rows } = await shop.context.db.execute(sql`select id from notes where user_id = ${user_id}`);
    expect(rows).toEqual([]);
  });
});
