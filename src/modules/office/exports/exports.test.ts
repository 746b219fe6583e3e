import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let admin: Person;
let dispatcher: Person;

const FAMILIES = 1_100;

beforeAll(async () => {
  shop = await openSeasonApp();
  const { db } = shop.context;
  admin = await aStaffMember(shop.app, db);
  dispatcher = await aStaffMember(shop.app, db, { role: 'userRoleDispatcher' });
  await db.execute(sql`insert into users (first_name, last_name, email, password_hash, created_at)
    select case n when 7 then '=cmd()' else 'Ada' end, 'Long' || lpad(n::text, 4, '0'),
      'long-' || n || '@list.example', '-', now() from generate_series(1, ${FAMILIES}) n`);
});
afterAll(() => shop.close());

const asked = (staff: Person, list: string, query: Record<string, string> = {}) =>
  staff.call('POST', '/admin/exports', { list, query });

const open = (path: string) => shop.app.inject(path);

async function fileOf(staff: Person, list: string, query: Record<string, string> = {}) {
  const answer = await asked(staff, list, query);
  expect(answer.errors).toEqual([]);
  const file = await open(answer.items[0].path);
  expect(file.statusCode).toBe(200);
  const [head, ...lines] = file.payload.trimEnd().split('\r\n');
  return { head, lines, file };
}

describe('a list as a file', () => {
  it('has the rows of all pages, in the order of the list, each once', async () => {
    const { lines, file } = await fileOf(admin, 'listParents', { search: '@list.example', sort: 'name' });
    expect(lines).toHaveLength(FAMILIES);
    const names = lines.map((line) => /Long(\d+)/.exec(line)![1]);
    expect(names).toEqual(names.toSorted());
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="families-[\d-]+\.csv"$/);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['cache-control']).toBe('no-store');
  });

  it('begins with the mark of UTF-8, and has no formula', async () => {
    const { head, lines } = await fileOf(admin, 'listParents', { search: 'Long0007' });
    expect(head!.startsWith('\uFEFF"Name","Email"')).toBe(true);
    expect(lines[0]!.startsWith(`"'=cmd() Long0007"`)).toBe(true);
  });

  it('leaves the sums out for a dispatcher, who may not sort by them', async () => {
    const { head } = await fileOf(dispatcher, 'listParents', { search: 'Long0001' });
    expect(head).toBe('\uFEFF"Name","Email","Phone","Students","Contracts"');
    expect((await asked(dispatcher, 'listParents', { sort: 'due' })).status).toBe(403);
    expect((await asked(dispatcher, 'listOwed')).status).toBe(403);
    expect((await asked(dispatcher, 'listPayouts')).status).toBe(403);
  });

  it('leaves a row of who took which list, with its length and without the words of a search', async () => {
    await fileOf(admin, 'listParents', { search: 'Long0003', sort: 'newest' });
    const { rows } = await shop.context.db.execute(
      sql`select subject, detail from audit_log where action = 'list.export' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        subject: 'list:listParents',
        detail: {
          sort: 'newest',
          is_searched: true,
          format: 'csv',
          columns: 'name,email,phone,students,orders,due,past_due,next_payment',
          rows: 1,
        },
      },
    ]);
  });

  /** @shows MH15.5 MH15.7 */
  it('leaves a row for each page that staff open, without the words of a search', async () => {
    const read = async () => {
      const { rows } = await shop.context.db.execute(
        sql`select subject, detail from audit_log where action = 'list.read' order by id`,
      );
      return rows;
    };
    const before = (await read()).length;
    const { items } = await admin.call('GET', '/admin/parents?search=Long000&limit=5');
    await admin.call('GET', `/admin/parents?search=Long000&limit=5&after=${items[0].next}`);
    await dispatcher.call('GET', '/admin/owed');
    await admin.call('GET', '/admin/payouts');
    const superAdmin = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
    const staff = await superAdmin.call('GET', '/admin/staff');
    const matters = await admin.call('GET', '/admin/money');
    expect((await read()).slice(before)).toEqual([
      { subject: 'list:listParents', detail: { sort: 'name', is_searched: true, rows: 5 } },
      { subject: 'list:listParents', detail: { sort: 'name', is_searched: true, rows: 4 } },
      { subject: 'list:listStaff', detail: { rows: staff.items.length } },
      { subject: 'list:listMatters', detail: { rows: matters.items.length } },
    ]);
  });

  it('is refused by its name where there is no such list, filter or sort', async () => {
    for (const [list, query] of [
      ['listNothing', {}],
      ['toString', {}],
      ['listParents', { sort: 'nothing' }],
      ['listOwed', { school: 'nowhere' }],
    ] as const)
      expect((await asked(admin, list, query)).status).toBe(422);
  });

  it('is opened by nobody with a changed link, and by nobody whose session is over', async () => {
    const [{ path }] = (await asked(admin, 'listParents', { search: 'Long0002' })).items;
    expect((await open(path.replace('listParents', 'listOwed'))).statusCode).toBe(401);
    expect(
      (
        await open(
          path.replace(
            /signature=(.)/,
            (_: string, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`,
          ),
        )
      ).statusCode,
    ).toBe(401);
    const leaver = await aStaffMember(shop.app, shop.context.db);
    const [link] = (await asked(leaver, 'listParents')).items;
    await leaver.call('POST', '/logout');
    expect((await open(link.path)).statusCode).toBe(401);
  });

  it('is no whole file when a page cannot be read', async () => {
    const [{ path }] = (await asked(admin, 'listParents', { search: '@list.example' })).items;
    const served = shop.app.lists.get('listParents')!;
    let pages = 0;
    shop.app.lists.set('listParents', {
      ...served,
      read: async (query, call) => {
        pages += 1;
        if (pages > 1) throw new Error('the database is away');
        return served.read(query, call);
      },
    });
    await expect(open(path)).rejects.toThrow();
    shop.app.lists.set('listParents', served);
    expect(pages).toBe(2);
  });
});
