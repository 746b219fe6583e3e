import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;
let season_id: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  season_id = await numberOf("select id as n from periods where name = '2027'");
});
afterAll(() => shop.close());

const rows = async (query: string): Promise<any[]> => (await shop.context.db.execute(sql.raw(query))).rows;
const numberOf = async (query: string) => Number((await rows(query))[0].n);
const path = (rest = '') => `/admin/seasons/${season_id}/rollover${rest}`;
const ok = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', rest = '', body?: object) => {
  const answer = await staff.call(method, path(rest), body);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return answer.items?.[0];
};
const all = async (query = ''): Promise<any[]> => {
  const found = [];
  for (let after: number | null = 0; after !== null;) {
    const page: any = await ok('GET', `/rows?after=${after}${query}`);
    found.push(...page.rows);
    after = page.next;
  }
  return found;
};
/** Ticks every route, whether bought or not. */
const tickAll = async ({ version, objects }: any) =>
  ok('PUT', '/rows', {
    edits: objects.map(({ ref }: any) => ({ ref, field: null, included: true })),
    version,
  });
const FOUR_PERCENT = { by: { kind: 'percent', value: 4_000 }, unit: 500 };

/** @shows SE9.1, SE9.2, SE9.3 */
describe('a roll-over of a season', () => {
  it('is made once, opened again as it was left, and says what goes and what stays', async () => {
    const made = await ok('POST');
    expect(made.settings).toMatchObject({ name: '2028', text: '2028–2029 school year' });
    const saved = await ok('PUT', '', { settings: { ...made.settings, name: '28' }, version: made.version });
    const again = await ok('POST');
    expect(again).toMatchObject({ version: saved.version, settings: { name: '28' } });
    const codes = await numberOf(`select count(*) as n from financial_aid_codes c
      join period_programs s on s.id = c.period_program_id where s.period_id = ${season_id}`);
    expect(again.behind).toContainEqual({ what: 'aid_codes', n: codes });
    expect(again.goes.find(({ kind }: any) => kind === 'route')).toEqual({
      kind: 'route',
      goes: 0,
      stays: 12,
    });
    const routes = again.objects.filter(({ kind }: any) => kind === 'route');
    expect(routes.every(({ included, contracts }: any) => !included && contracts === 0)).toBe(true);
  });

  it('refuses an older version with the name of the colleague, and saves nothing', async () => {
    const { version, settings } = await ok('GET');
    await ok('PUT', '', { settings, version });
    const late = await staff.call('PUT', path(), { settings: { ...settings, name: 'lost' }, version });
    expect(late.status).toBe(409);
    expect(late.items[0]).toMatchObject({ version: version + 1, changed_by: 'Dana Cole' });
    expect((await ok('GET')).settings.name).toBe(settings.name);
  });
});

/** @shows SE9.6, SE9.7 */
describe('the values of a roll-over', () => {
  it('are typed, stay typed when the rules change, and follow the rule again', async () => {
    const plan = await tickAll(await ok('GET'));
    const [term] = (await all('&kind=payment_term')).filter(
      ({ field, old }) => field === 'deposit' && old > 0,
    );
    const { ref, field } = term;
    const typed = await ok('PUT', '/rows', { edits: [{ ref, field, value: 1234.5 }], version: plan.version });
    const prices = { ...typed.settings.prices, all: FOUR_PERCENT };
    await ok('PUT', '', { settings: { ...typed.settings, prices }, version: typed.version });
    const found = (await all('&filter=typed')).find((row) => row.ref === ref);
    expect(found).toMatchObject({ value: 1234.5, is_typed: true, old: term.old });
    const { version } = await ok('GET');
    await ok('PUT', '/rows', { edits: [{ ref, field, value: null }], version });
    expect(await all('&filter=typed')).toEqual([]);
  });

  it('have the broken rule in the cell and at the top, and hold the season', async () => {
    const { version } = await ok('GET');
    const [row] = (await all('&kind=payment_term')).filter(
      ({ field, old }) => field === 'deposit' && old > 0,
    );
    const { ref, field } = row;
    const broken = await ok('PUT', '/rows', { edits: [{ ref, field, value: -5 }], version });
    expect(broken.problems).toHaveLength(1);
    expect(broken.problems[0]).toMatchObject({ field: 'deposit', names: row.names });
    const [cell] = await all('&filter=problem');
    expect(cell).toMatchObject({ ref, field, problem: broken.problems[0].sentence });
    const made = await staff.call('POST', path('/make'), {});
    expect([made.status, made.errors]).toEqual([409, ['Mend 1 value first.']]);
    await ok('PUT', '/rows', { edits: [{ ref, field, value: null }], version: broken.version });
  });

  it('are filtered by school and kind', async () => {
    const school = await numberOf(
      `select min(program_group_id) as n from period_program_groups where period_id = ${season_id}`,
    );
    const found = await all(`&school=${school}&kind=addon`);
    expect(new Set(found.map(({ kind }) => kind)).size).toBeLessThanOrEqual(1);
    expect(found.length).toBeLessThan((await all('&kind=addon')).length);
  });
});

/** @shows SE9.8 */
it('words of the old season are listed with their sentence, and ticked one by one', async () => {
  const { version } = await ok('GET');
  const found = await all('&part=texts');
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ included, sentence }) => !included && sentence.length > 0)).toBe(true);
  const { ref, field } = found[0];
  const ticked = await ok('PUT', '/rows', { edits: [{ ref, field, included: true }], version });
  expect(ticked.counts.replaced).toBe(1);
  expect(await all('&part=texts&filter=changed')).toHaveLength(1);
  await ok('PUT', '/rows', { edits: [{ ref, field, included: false }], version: ticked.version });
});

/** @shows SE9.10 */
it('the calls are refused to staff who may not change a season', async () => {
  const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
  const calls = [
    ['POST', ''],
    ['GET', ''],
    ['GET', '/rows'],
    ['POST', '/make'],
    ['DELETE', ''],
  ] as const;
  for (const [method, rest] of calls)
    expect((await dispatcher.call(method, path(rest), {})).status).toBe(403);
  const made = await ok('POST', '/make', {});
  expect(made).toMatchObject({
    season_id: null,
    change_id: null,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

/** @shows SE9.1 */
it('a plan that is discarded is gone', async () => {
  await ok('DELETE');
  expect((await staff.call('GET', path())).status).toBe(404);
  expect((await staff.call('DELETE', path())).status).toBe(404);
});
