import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { buildApp } from '#server/build-app.ts';
import { send, type Answer } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { callEndpoint } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { samples } from '#tests/support/endpoints/samples.ts';

let shop: SeasonApp;
let cast: Players;
let season: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  season = await currentSeason();
});
afterAll(() => shop.close());

const read = async (url: string): Promise<any[]> => (await send(shop.app, { method: 'GET', url })).items;

const currentSeason = async (): Promise<number> =>
  (await read('/program_group_path/get/path/hm'))[0].current_period_id;

const on = (day: string, id: number | string = season) => ({
  'preview-season': String(id),
  'preview-on': day,
});

const previewed = (url: string, headers: Record<string, string>, token?: string): Promise<Answer> =>
  send(shop.app, {
    method: 'GET',
    url,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  });

const asStaff = (url: string, headers: Record<string, string> = on('2026-05-01')) =>
  previewed(url, headers, cast.staff.tokens.access_token);

/** The catalog reads of a preview (SE7.2). */
const READS = [
  'readServerInfo',
  'listProducts',
  'listDivisions',
  'findProgramGroupByPath',
  'listProgramGroups',
  'readProgramGroup',
  'listPrograms',
  'listGrades',
  'listPeriodProgramGroups',
  'listPeriodPrograms',
  'listRoutes',
  'quoteOrder',
];

const SENTENCE = 'This is a preview: nothing is saved here.';
const rowsOf = async () => (await dumpDatabase(shop.context.db)).split('\n').toSorted();

/** @shows SE7.2 */
describe('with the headers of a preview', () => {
  it('every call but the reads is refused before its handler, and no row changes', async () => {
    const family = await cast.aFamily();
    const calls: { definition: EndpointDefinition; sent: Parameters<typeof callEndpoint>[2] }[] = [];
    for (const definition of shop.app.endpoints)
      calls.push({ definition, sent: (await samples[definition.name]?.send(family, cast)) ?? {} });
    const before = await rowsOf();
    const answered: string[] = [];
    for (const { definition, sent } of calls) {
      const headers = { ...sent.headers, ...on('2026-05-01') };
      const token = cast.staff.tokens.access_token;
      const answer = await callEndpoint(shop.app, definition, { ...sent, headers }, token);
      if (answer.statusCode === 200) answered.push(definition.name);
      else
        expect([definition.name, answer.statusCode, answer.json().errors]).toEqual([
          definition.name,
          409,
          [SENTENCE],
        ]);
    }
    expect(answered).toEqual(expect.arrayContaining(READS));
    expect(answered.toSorted()).toEqual(READS.toSorted());
    expect(await rowsOf()).toEqual(before);
  }, 120_000);

  it('an address that is no declared call is refused too', async () => {
    for (const url of ['/health', '/openapi.json', '/no-such-call'])
      expect([url, (await asStaff(url)).status]).toEqual([url, 409]);
    const file = await shop.app.inject({ url: '/storage/no-such-file', headers: on('2026-05-01') });
    expect(file.statusCode).toBe(409);
  });

  it('a visitor is asked to log in, and a family or staff without the right are refused', async () => {
    const family = await cast.aFamily();
    const office = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSchool' });
    const impersonator = await cast.impersonate(family);
    const statuses = await Promise.all(
      [undefined, family, office, impersonator, cast.staff].map(
        async (who) => (await previewed('/server/info', on('2026-05-01'), who?.tokens.access_token)).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 403, 200]);
  });

  it.each([
    ['a season without a day', () => ({ 'preview-season': String(season) })],
    ['a day without a season', () => ({ 'preview-on': '2026-05-01' })],
    ['a day that is none', () => on('2026-02-30')],
    ['a season that is no number', () => on('2026-05-01', 'spring')],
    ['an opening that is none', () => ({ ...on('2026-05-01'), 'preview-open': 'yes' })],
    ['another reader than parent and staff', () => ({ ...on('2026-05-01'), 'preview-as': 'owner' })],
  ])('%s is refused by name', async (_, headers) => {
    const answer = await asStaff('/server/info', headers());
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.fields)).not.toEqual([]);
  });

  it('an unknown season is not found', async () => {
    expect((await asStaff('/program_group/read/all', on('2026-05-01', 999_999))).status).toBe(404);
  });
});

/** @shows SE7.2 */
describe('a preview', () => {
  it('is answered at noon of company time on its day', async () => {
    const [info] = (await asStaff('/server/info', on('2026-11-01'))).items;
    expect(info).toMatchObject({ date: '2026-11-01', now: '2026-11-01T17:00:00.000Z' });
  });

  it('shows a draft as if it were published, the season of its schools, and no visitor sees it', async () => {
    const path = '/program_group_path/get/path/hm';
    const id = season;
    await shop.context.db.execute(sql`update periods set published_at = null where id = ${id}`);
    const [school] = (await asStaff(path)).items;
    expect(school.current_period_id).toBe(id);
    const groups = `/period/program_group/read/all/${id}/${school.id}`;
    expect((await asStaff(groups)).items[0]).toMatchObject({ is_active: true });
    expect((await read(path))[0].current_period_id).toBeNull();
    expect((await previewed(groups, {})).status).toBe(404);
    await shop.context.db.execute(sql`update periods set published_at = now() where id = ${id}`);
  });

  it('sells what is switched off, if staff ask for open schools; visitors see it closed', async () => {
    const path = '/program_group_path/get/path/hm';
    const [school] = (await asStaff(path)).items;
    const groups = `/period/program_group/read/all/${season}/${school.id}`;
    const close = sql`update period_program_groups set is_active = false, closes_at = '2026-04-01T12:00Z'`;
    await shop.context.db.execute(close);
    await shop.context.db.execute(sql`update program_groups set is_active = false`);
    const isOpen = async (headers: Record<string, string>) =>
      (await asStaff(groups, headers)).items[0].is_active;
    expect(await isOpen(on('2026-05-01'))).toBe(false);
    expect(await isOpen({ ...on('2026-05-01'), 'preview-open': '1' })).toBe(true);
    expect((await asStaff(path, { ...on('2026-05-01'), 'preview-open': '1' })).items[0].is_active).toBe(true);
    expect((await previewed(groups, {})).items[0].is_active).toBe(false);
    await shop.context.db.execute(sql`update period_program_groups set is_active = true, closes_at = null`);
    await shop.context.db.execute(sql`update program_groups set is_active = true`);
  });

  it('shows a parent no terms of staff, and shows them to staff who sell and ask', async () => {
    const token = cast.staff.tokens.access_token;
    const reserved = async (as?: string) => {
      const headers = { ...on('2026-05-01'), ...(as && { 'preview-as': as }) };
      const found: any[] = [];
      for (const { id } of await read(`/period/program/read/all/${season}`))
        found.push(...(await previewed(`/route/read/all/${id}`, headers, token)).items);
      return found.flatMap((route) => route.payment_terms).filter((term) => term.is_admin_only).length;
    };
    expect(await reserved()).toBe(0);
    expect(await reserved('parent')).toBe(0);
    expect(await reserved('staff')).toBeGreaterThan(0);
  });

  it('leaves what visitors and families read as it was', async () => {
    const app = await buildApp(shop.context, undefined, { repeatForMs: 60_000 });
    const family = await cast.aFamily();
    const paths = ['/server/info', '/program_group_path/get/path/hm', `/period/program/read/all/${season}`];
    const [sold] = await read(`/period/program/read/all/${season}`);
    paths.push(`/route/read/all/${sold.id}/1`, '/program_group/read/all');
    const answers = () =>
      Promise.all(
        [undefined, family].flatMap((who) =>
          paths.map(async (url) => {
            const headers = who ? { authorization: `Bearer ${who.tokens.access_token}` } : {};
            return (await app.inject({ url: `/api${url}`, headers })).body;
          }),
        ),
      );
    const authorization = `Bearer ${cast.staff.tokens.access_token}`;
    const preview = (day: string) =>
      Promise.all(
        paths.map((url) => app.inject({ url: `/api${url}`, headers: { ...on(day), authorization } })),
      );
    await preview('2027-02-01');
    const before = await answers();
    await preview('2026-06-15');
    await preview('2025-01-01');
    expect(await answers()).toEqual(before);
    // Without a login, the answer that visitors are given again is no answer to a preview.
    const ofVisitor = await app.inject({ url: '/api/server/info', headers: on('2026-06-15') });
    expect(ofVisitor.statusCode).toBe(401);
    await app.close();
  });
});
