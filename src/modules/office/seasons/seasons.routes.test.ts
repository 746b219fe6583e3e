import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { send } from '#tests/support/app/people.ts';
import { recordTexts } from '#tests/support/database/record-statements.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import type { Board, BoardRoute, BoardSchool } from './board.contract.ts';

let shop: SeasonApp;
let cast: Players;
let period_id: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  period_id = (await rows(sql`select id from periods where name = '2027'`))[0].id;
});
afterAll(() => shop.close());

const rows = async (query: SQL): Promise<any[]> => (await shop.context.db.execute(query)).rows;
const save = async (changes: object[]) => {
  const { status, errors } = await changeCatalog(shop.app, cast.staff, changes);
  expect([status, errors]).toEqual([200, []]);
};
const list = async () => (await cast.staff.call('GET', '/admin/seasons')).items;
const read = async (): Promise<Board> =>
  (await cast.staff.call('GET', `/admin/seasons/${period_id}/board`)).items[0];
const schoolOf = (board: Board, path: string): BoardSchool =>
  board.schools.find((school) => school.path === path)!;
const routeOf = (board: Board, route_id: number): BoardRoute =>
  board.schools
    .flatMap(({ programs }) => programs)
    .flatMap(({ routes }) => routes)
    .find(({ id }) => id === route_id)!;

describe('the list of seasons', () => {
  /** @shows SE1.1 */
  it('has a row a season, the newest first, with what it sells and has sold', async () => {
    const family = await cast.aFamily();
    const before = await list();
    const { id } = await family.order();
    const [paid] = await rows(sql`select sum(amount_cents)::int as n from payments where order_id = ${id}`);
    const [season, ...older] = await list();
    expect(older.map(({ name, state }: any) => [name, state])).toEqual([['2019', 'ended']]);
    expect(season).toMatchObject({ name: '2027', state: 'open', schools: 4, schools_selling: 3, routes: 12 });
    expect(season.contracts - before[0].contracts).toBe(1);
    expect(season.seats_taken - before[0].seats_taken).toBe(1);
    expect(season.revenue_cents - before[0].revenue_cents).toBe(paid.n);
    expect(season.capacity).toBeNull();
  });
});

describe('the board of a season', () => {
  /** @shows SE1.3 */
  it('has a section a school and in it programs, routes, grades and surcharges in their order', async () => {
    const board = await read();
    expect(board.season).toMatchObject({ id: period_id, state: 'open', schools: 4, schools_ready: 3 });
    expect(board.schools.map(({ path, why_closed }) => [path, why_closed?.reason ?? null])).toEqual(
      expect.arrayContaining([
        ['hm', null],
        ['nga', 'season_off'],
      ]),
    );
    const [lower] = schoolOf(board, 'hm').programs;
    expect(lower!.routes.map(({ name }) => name)).toEqual(['Round trip', 'Morning only', 'Afternoon only']);
    expect(lower!.grades).toHaveLength(8);
    expect(lower!.surcharges[0]).toMatchObject({ payment_type: 'paymentTypeCreditCard' });
    expect(lower!.texts.find(({ field }) => field === 'contract_text')!.letters).toBeGreaterThan(100);
  });

  /** @shows SE1.3 */
  it('shows the first letters of a landing message without tags, and when a text was changed', async () => {
    const { id } = schoolOf(await read(), 'hm').period_group!;
    const text = `<p>Seats &amp; stops. ${'All buses leave at eight. '.repeat(9)}</p>`;
    await cast.staff.call('PUT', `/admin/landing-messages/${id}`, { active_msg: text, inactive_msg: null });
    const { id: sold, version } = schoolOf(await read(), 'hm').programs[0]!.period_program;
    const fields = { faq: '<p>Questions</p>' };
    await save([{ op: 'update', kind: 'period_program', id: sold, version, fields }]);
    const hm = schoolOf(await read(), 'hm');
    expect(hm.period_group!.active_msg).toMatch(/^Seats & stops\. All buses.{50,60}…$/);
    expect(hm.programs[0]!.texts.find(({ field }) => field === 'faq')).toEqual({
      field: 'faq',
      letters: 9,
      changed_at: shop.context.clock.now().toISOString(),
    });
  });

  /** @shows SE1.4 */
  it('counts the seats of a route, and says that it is full and how many children wait', async () => {
    const route_id = cast.fullRouteId;
    const [family, other] = [await cast.aFamily(), await cast.aFamily()];
    const at = shop.context.clock.now();
    const until = new Date(at.getTime() + 60_000);
    const [gone, first] = [family.student_id, await family.aStudent()];
    await rows(sql`update routes set capacity = 5 where id = ${route_id}`);
    for (const [student, kind, end] of [
      [gone, 'checkout', at],
      [first, 'checkout', until],
      [await family.aStudent(), 'offer', until],
      [await family.aStudent(), 'sale', until],
      [await family.aStudent(), 'amendment', until],
    ] as const)
      await rows(sql`insert into seat_holds (student_id, route_id, user_id, kind, held_until, created_at)
        values (${student}, ${route_id}, ${family.user_id}, ${kind}, ${end.toISOString()},
          ${at.toISOString()})`);
    expect(routeOf(await read(), route_id).seats).toEqual({
      capacity: 5,
      taken: 0,
      held: 1,
      offered: 3,
      waiting: 0,
      free: 1,
    });
    const { version } = (await cast.staff.call('GET', `/admin/catalog/route/${route_id}`)).items[0];
    const lower = { op: 'update', kind: 'route', id: route_id, version, fields: { capacity: 3 } };
    const { status, errors } = await changeCatalog(shop.app, cast.staff, [lower]);
    expect([status, errors]).toEqual([422, ['Capacity must be 4 or more: 1 is held, 3 are offered.']]);
    await rows(sql`insert into waiting_list (route_id, student_id, user_id, joined_at)
      values (${route_id}, ${other.student_id}, ${other.user_id}, ${at.toISOString()})`);
    const route = routeOf(await read(), route_id);
    expect([route.seats.waiting, route.seats.free]).toEqual([1, 0]);
    expect(route.why_not).toEqual({ reason: 'full', on: null, at: null, waiting: 1 });
    const { items } = await send(shop.app, {
      method: 'GET',
      url: `/route/read/all/${cast.offer.period_program_id}/1`,
    });
    expect(items.find(({ id }: any) => id === route_id).seats_left).toBe(0);
  });

  /** @shows SE1.4 */
  it('shows the terms with window, price today and total, ended ones too, and prices by type', async () => {
    const { route_id } = cast.offer;
    const [first, second] = routeOf(await read(), route_id).terms;
    await save([{ op: 'end', kind: 'payment_term', id: second!.id, version: second!.version }]);
    const route = routeOf(await read(), route_id);
    expect(route.terms).toHaveLength(4);
    expect(route.terms.find(({ id }) => id === second!.id)!.is_active).toBe(false);
    expect(first).toMatchObject({ name: expect.any(String), deposit_cents: 420_000, total_cents: 420_000 });
    expect(route.prices.map(({ type, total_cents }) => [type, total_cents])).toEqual([
      ['paymentTermTypeFull', 420_000],
      ['paymentTermTypeScheduled', 435_000],
    ]);
  });

  /** @shows SE1.3 */
  it('asks the database four statements, however many routes there are', async () => {
    await read();
    const texts = await recordTexts(read);
    const ofBoard = texts.filter((text) => /catalog_version|period_programs|text_versions/.test(text));
    expect(ofBoard).toHaveLength(4);
    expect(texts.filter((text) => /payment_terms|"orders"/.test(text))).toEqual([]);
  });

  /** @shows SE1.3 SE1.5 */
  it('shows the hours of a school, and why the school sells nothing before its opening', async () => {
    const { id, version } = schoolOf(await read(), 'rcs').period_group!;
    const fields = { opens_at: '2099-03-01T08:00' };
    await save([{ op: 'update', kind: 'period_group', id, version, fields }]);
    const rcs = schoolOf(await read(), 'rcs');
    const at = '2099-03-01T13:00:00.000Z';
    expect(rcs.period_group).toMatchObject({
      is_active: true,
      sells: false,
      hours: 'before',
      opens_at: at,
      closes_at: null,
      in_checkout: expect.any(Number),
    });
    const why = { reason: 'school_opens', on: null, at, waiting: null };
    expect([rcs.why_closed, rcs.programs[0]!.routes[0]!.why_not]).toEqual([why, why]);
    const { version: next } = rcs.period_group!;
    await save([{ op: 'update', kind: 'period_group', id, version: next, fields: { opens_at: null } }]);
    expect(schoolOf(await read(), 'rcs').why_closed).toBeNull();
  });

  /** @shows SE1.1 SE1.2 */
  it('of a draft counts the schools that would sell at once', async () => {
    await rows(sql`update periods set published_at = null where id = ${period_id}`);
    const { season } = await read();
    const { state, schools_selling, schools_ready, schools_by_hour } = season;
    expect([state, schools_selling, schools_ready, schools_by_hour]).toEqual(['draft', 0, 3, 0]);
    await rows(sql`update period_program_groups set opens_at = now() + interval '90 years'
      where period_id = ${period_id} and program_group_id =
        (select id from program_groups where path = 'rcs')`);
    const later = (await read()).season;
    expect([later.schools_ready, later.schools_by_hour]).toEqual([2, 1]);
    await rows(sql`update period_program_groups set opens_at = null where period_id = ${period_id}`);
    await rows(sql`update periods set published_at = now() where id = ${period_id}`);
  });

  /** @shows SE1.3 */
  it('of a draft is for staff alone', async () => {
    const today = shop.context.clock.today();
    const [{ id }] = await rows(sql`insert into periods (name, text, starts_on, ends_on)
      values ('2029', '2029', ${addDays(today, 800)}, ${addDays(today, 1100)}) returning id`);
    const { items } = await cast.staff.call('GET', `/admin/seasons/${id}/board`);
    expect([items[0].season.state, items[0].schools]).toEqual(['draft', []]);
    expect((await cast.staff.call('GET', '/admin/seasons/999999/board')).status).toBe(404);
    expect((await (await cast.aFamily()).call('GET', `/admin/seasons/${id}/board`)).status).toBe(403);
  });
});

describe('without the right to money', () => {
  /** @shows SE1.10 */
  it('list and board have no price, no sum and no rate, and the same seats and reasons', async () => {
    const dispatcher = await cast.aPlayer('userRoleDispatcher');
    const answers = await Promise.all([
      dispatcher.call('GET', '/admin/seasons'),
      dispatcher.call('GET', `/admin/seasons/${period_id}/board`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(JSON.stringify(answers)).not.toMatch(/_cents|milli_percent|prices/);
    const [route] = schoolOf(answers[1]!.items[0], 'hm').programs[0]!.routes;
    expect(route).toMatchObject({ why_not: null, seats: { taken: expect.any(Number) } });
  });
});
