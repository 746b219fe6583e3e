import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});
afterAll(() => shop.close());

async function idOf(query: ReturnType<typeof sql>): Promise<{ id: number; text: string }> {
  const [row] = (await shop.context.db.execute<Record<string, string>>(query)).rows;
  return { id: Number(row!.id), text: row!.text! };
}
async function change(kind: string, id: number, fields: object, op = 'update') {
  const { version } = (await staff.call('GET', `/admin/catalog/${kind}/${id}`)).items[0];
  return op === 'update' ? { op, kind, id, version, fields } : { op, kind, id, version };
}
async function told(...changes: object[]): Promise<[string, string][]> {
  const { status, errors, items } = await staff.call('POST', '/admin/catalog/preview', { changes });
  expect([status, errors, items[0]?.problems]).toEqual([200, [], []]);
  return items[0].effects.map(({ kind, text }: Record<string, string>) => [kind, text]);
}
const aSchool = () => idOf(sql`select id, text from program_groups where path = 'hm'`);

/** @shows SE5.2 SE13.1 */
it('facts of a school are told as values that families see', async () => {
  const { id, text } = await aSchool();
  const fields = { line_color: '#1b4d3e', is_on_home_page: false, path: 'horace' };
  expect(await told(await change('program_group', id, fields))).toEqual(
    expect.arrayContaining([
      ['seen', `${text}: families see another value (Color).`],
      ['seen', `${text}: families see another value (Path).`],
      ['rule', `${text} no longer stands on the home page.`],
    ]),
  );
});

/** @shows SE5.2 SE2.7 */
it('a path that is taken back is told, a path of before that stays is not', async () => {
  const { id, text } = await aSchool();
  const saved = await changeCatalog(shop.app, staff, [await change('program_group', id, { path: 'horace' })]);
  expect([saved.status, saved.errors]).toEqual([200, []]);
  expect(await told(await change('program_group', id, { old_paths: [] }))).toEqual([
    ['seen', `Links to /hm no longer lead to ${text}.`],
  ]);
});

/** @shows SE5.2 SE13.1 */
it('a new school, a news item and an ended grade are told', async () => {
  const school = {
    path: 'fifth',
    text: 'Fifth School',
    is_active: true,
    routes_email: null,
    is_on_home_page: true,
  };
  const { rows } = await shop.context.db.execute<{ key: string }>(sql`select key from divisions limit 1`);
  const item = { day: '2026-04-10', title: 'New buses', text: '<p>Six</p>', link: null, link_text: null };
  const grade = await idOf(sql`select id, text from program_grades order by id limit 1`);
  const effects = await told(
    { op: 'create', kind: 'program_group', parent: null, fields: { ...school, division: rows[0]!.key } },
    { op: 'create', kind: 'news_item', parent: null, fields: item },
    await change('grade', grade.id, {}, 'end'),
  );
  expect(effects).toEqual([
    ['rule', 'Fifth School stands on the home page from now on.'],
    ['seen', 'News item New buses: families see it from now on.'],
    ['seen', expect.stringMatching(new RegExp(`^Grade .* · ${grade.text}: families no longer see it\\.$`))],
  ]);
});

/** @shows SE5.2 */
it('what families see nowhere is no effect: a tax id, a value of what has ended', async () => {
  const division = await idOf(sql`select id, key as text from divisions limit 1`);
  const item = { day: '2026-04-10', title: 'Old news', text: null, link: null, link_text: null };
  const fields = { ...item, is_active: false };
  const created = { op: 'create', kind: 'news_item', parent: null, fields };
  const saved = await changeCatalog(shop.app, staff, [created]);
  expect([saved.status, saved.errors]).toEqual([200, []]);
  const { id } = saved.items[0].rows[0];
  expect(
    await told(
      await change('division', division.id, { tax_id: '12-3456789' }),
      await change('news_item', id, { title: 'Older news' }),
    ),
  ).toEqual([]);
});

/** @shows SE5.2 */
it('aid codes are told by their program alone', async () => {
  const program = await idOf(sql`select pp.id, p.text from period_programs pp
    join programs p on p.id = pp.program_id where pp.accept_financial_aid limit 1`);
  const fields = { code: 'NEWCODE7', awarded_amount: 500, expires_on: null, max_uses: null };
  const created = { op: 'create', kind: 'aid_code', parent: program.id, fields };
  const [[kind, text], ...others] = (await told(created)) as [[string, string]];
  expect([kind, others]).toEqual(['aid', []]);
  expect(text).toMatch(/: the aid codes that families can use change\.$/);
  expect(text).not.toContain('NEWCODE7');
});
