import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textHash } from '#platform/html/text-hash.ts';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { buildApp } from '#server/build-app.ts';

let context: TestContext;
let app: FastifyInstance;
let close: SeasonApp['close'];

beforeAll(async () => void ({ context, app, close } = await openSeasonApp()));
afterAll(() => close());

const get = async (url: string) => {
  const answer = await app.inject(`/api${url}`);
  return { status: answer.statusCode, ...answer.json() } as Loose;
};
const items = async (url: string): Promise<Loose[]> => (await get(url)).items;

const school = async (path: string): Promise<Loose> =>
  (await items(`/program_group_path/get/path/${path}`))[0];

async function sold(path: string, program: string): Promise<Loose> {
  const { id, current_period_id } = await school(path);
  const { id: program_id } = (await items(`/program/read/all/${id}`)).find(({ name }) => name === program);
  return (await items(`/period/program/read/all/${current_period_id}/${program_id}`))[0];
}

const routesOf = async (path: string, program: string): Promise<Loose[]> =>
  items(`/route/read/all/${(await sold(path, program)).id}/1`);

describe('a visitor without a token', () => {
  it('finds a school by its path, in whatever case it is written', async () => {
    expect(await school('HM')).toMatchObject({
      path: 'hm',
      text: 'Hillmark School (HM)',
      is_active: true,
      division: { company_name: 'Harborline School Bus, Inc.' },
    });
    expect(await get('/program_group_path/get/path/nowhere')).toEqual({
      status: 404,
      success: false,
      errors: ['Program group path not found'],
    });
    expect((await get('/program_group_path/get/path/..')).status).toBe(404);
    expect((await get('/program_group_path/get/path/%2e%2e%2fhm')).status).toBe(404);
  });

  it('reads the schools in the order of the season', async () => {
    expect((await items('/program_group/read/all')).map(({ path }) => path)).toEqual([
      'ecfs',
      'hm',
      'rcs',
      'nga',
    ]);
    const { id } = await school('rcs');
    expect(await items(`/program_group/read/all/${id}`)).toEqual(await items(`/program_group/read/${id}`));
    expect((await get('/program_group/read/999999')).status).toBe(404);
  });

  it('sees which programs are sold in the current period, and their grades', async () => {
    const programs = await Promise.all(
      ['hm', 'nga'].map(async (path) => items(`/program/read/all/${(await school(path)).id}`)),
    );
    expect(programs.flat().map(({ name, is_active }) => [name, is_active])).toEqual([
      ['hm-lower', true],
      ['hm-middle-upper', true],
      ['nga-all', false],
    ]);
    const grades = await items(`/program/grade/read/all/${programs[0]![0].id}`);
    expect(grades.map(({ text }) => text)).toEqual([
      'Nursery',
      'Pre-K',
      'Kindergarten',
      '1st',
      '2nd',
      '3rd',
      '4th',
      '5th',
    ]);
    expect(await items(`/program/grade/read/all/${programs[0]![0].id}/${grades[3].id}`)).toEqual([grades[3]]);
    expect(await items(`/program/grade/read/all/${programs[1]![0].id}`)).toEqual([]);
  });

  it('reads the landing page of a school, open or closed', async () => {
    const { id, current_period_id } = await school('nga');
    const [group] = await items(`/period/program_group/read/all/${current_period_id}/${id}`);
    expect(group).toMatchObject({
      is_active: false,
      active_msg: null,
      inactive_msg: '<p>Northgate routes are being planned. Registration opens in spring.</p>',
    });
    expect(await items(`/period/program_group/read/all/${current_period_id}/${id}/1`)).toEqual([]);
    expect(await items(`/period/program_group/read/all/${current_period_id}`)).toHaveLength(4);
  });

  it('reads the contract of a program with the hash of exactly that text', async () => {
    const program = await sold('rcs', 'rcs-middle-upper');
    expect(program.contract_text).toContain('<h2>Transportation Contract</h2>');
    expect(program.contract_text_hash).toBe(textHash(program.contract_text));
    expect(program.ach_terms).toContain('for my Ridgeway contract');
    expect(program.payment_type_surcharges).toMatchObject([
      { payment_type: { key: 'paymentTypeCreditCard' }, amount_flat: null, amount_percentage: 3 },
      { payment_type: { key: 'paymentTypeAch' }, amount_flat: 2.5, amount_percentage: null },
    ]);
    expect((await sold('hm', 'hm-lower')).ach_terms).toContain(
      'revoke this authorization at any time and at once',
    );
  });

  it('reads routes with terms, add-ons and discounts in dollars', async () => {
    const [roundTrip] = await routesOf('hm', 'hm-lower');
    expect(roundTrip).toMatchObject({
      name: 'Round trip',
      seats_left: null,
      contract_pdf: 'hm-lower-round-trip.pdf',
    });
    expect(
      roundTrip.payment_terms.map((term: Loose) => [
        term.identifier,
        term.deposit,
        term.amount,
        term.payment_term_type.key,
      ]),
    ).toEqual([
      ['HML-RT-FE', 4200, 0, 'paymentTermTypeFull'],
      ['HML-RT-FR', 4450, 0, 'paymentTermTypeFull'],
      ['HML-RT-S2', 2200, 2150, 'paymentTermTypeScheduled'],
    ]);
    expect(roundTrip.addons.map((addon: Loose) => addon.amount)).toEqual([600, 355.5]);
    expect(roundTrip.discounts).toMatchObject([{ is_sibling_discount: true, amount_flat: 250 }]);
    expect((await routesOf('ecfs', 'ecfs-ms-us'))[2].seats_left).toBe(3);
  });

  /** @shows MB17.1 H17.9 */
  it('reads no term and no add-on that only staff may sell, signed in or not; staff do', async () => {
    const { id } = await sold('hm', 'hm-lower');
    const offeredTo = async (reader?: { call: Person['call'] }) => {
      const url = `/route/read/all/${id}/1`;
      const [route] = reader ? (await reader.call('GET', url)).items : await items(url);
      return [...route.payment_terms, ...route.addons].some((offer: Loose) => offer.is_admin_only);
    };
    expect(await offeredTo()).toBe(false);
    expect(await offeredTo(await aFamily(app))).toBe(false);
    expect(await offeredTo(await aStaffMember(app, context.db))).toBe(true);
  });

  /** @shows B-340 */
  it('is asked to accept surge pricing in the route’s words, else in the portal’s', async () => {
    const [own] = await routesOf('rcs', 'rcs-lower');
    const general = (await routesOf('hm', 'hm-lower'))[2];
    expect([own.has_surge_pricing, general.has_surge_pricing]).toEqual([true, true]);
    expect(own.surge_pricing_text).toContain("with two days' notice before it is billed");
    expect(general.surge_pricing_text).toContain('the company may charge a congestion fee');
    expect(general.surge_pricing_text).toContain('notice 2 days before the fee is billed');
    expect(general.surge_pricing_text_hash).toBe(textHash(general.surge_pricing_text));
    expect((await routesOf('hm', 'hm-middle-upper'))[0].surge_pricing_text).toBeNull();
  });

  it('is shown no route that was taken out of sale, unless all are asked for', async () => {
    const { id } = await sold('hm', 'hm-middle-upper');
    await context.database.pool.query(
      `update routes set is_active = false where period_program_id = $1 and name = 'Morning only'`,
      [id],
    );
    expect((await items(`/route/read/all/${id}/1`)).map(({ name }) => name)).toEqual(['Round trip']);
    expect(await items(`/route/read/all/${id}`)).toHaveLength(2);
    expect((await get(`/route/read/all/${id}/2`)).status).toBe(404);
  });

  /** @shows B-170 B-273 B-274 */
  it('reads the company’s own day, whatever the visitor’s clock says', async () => {
    context.clock.moveTo('2027-03-15T03:30:00Z');
    expect((await items('/server/info'))[0]).toMatchObject({
      date: '2027-03-14',
      date_human: '03/14/2027',
      date_time: { date: '03/14/2027 11:30 PM', timezone: 'America/New_York' },
      is_sandbox: true,
      closed_ways: [],
      company: { name: 'Harborline School Bus', half_rounding_unit_cents: 1, aid_fee_base: 'subtotal' },
    });
    expect((await items('/product'))[0].name).toBe('Transportation Contract');
  });

  /** @shows MB10.1 */
  it('reads how many seconds are left of the company’s day, also of one with a clock change', async () => {
    context.clock.moveTo('2027-03-15T03:59:18.500Z');
    expect((await items('/server/info'))[0]).toMatchObject({ date: '2027-03-14', seconds_left_today: 42 });
    context.clock.moveTo('2027-03-14T05:00:00Z');
    expect((await items('/server/info'))[0].seconds_left_today).toBe(23 * 3600);
  });
});

describe('the files of a season', () => {
  it('are there for everyone where they are public: maps, and contracts to print', async () => {
    const [map] = await items('/content-block');
    const drawing = await app.inject(`/storage/${map.content}`);
    expect([
      drawing.statusCode,
      drawing.headers['content-type'],
      drawing.headers['x-content-type-options'],
    ]).toEqual([200, 'image/svg+xml', 'nosniff']);
    expect(drawing.headers['content-security-policy']).toContain("default-src 'none'");
    const { id, current_period_id } = await school('hm');
    const [group] = await items(`/period/program_group/read/all/${current_period_id}/${id}`);
    const document = await app.inject(
      `/storage/period-program-groups/${group.id}/${group.printable_contracts[0].file_name}`,
    );
    expect([document.statusCode, document.headers['content-type'], document.body.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
  });

  it('are not found where there are none, and contracts open only after a login', async () => {
    const paths = [
      'contracts/2027/hm-lower/hm-lower-round-trip.pdf',
      'content/../contracts/2027/hm-lower/hm-lower-round-trip.pdf',
      'content/%2e%2e/contracts/2027/hm-lower/hm-lower-round-trip.pdf',
      'content/nothing.svg',
    ];
    const answers = await Promise.all(paths.map((path) => app.inject(`/storage/${path}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 404]);
  });
});

describe('a portal without a season', () => {
  it('says its day and a company name of its own, and sells nothing', async () => {
    const bare = await createTestContext();
    const portal = await buildApp(bare);
    const answer = await portal.inject('/api/server/info');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().items[0].company).toMatchObject({
      name: 'Harborline School Bus',
      dispatch_phone: '',
    });
    expect((await portal.inject('/api/program_group/read/all')).json().items).toEqual([]);
    await portal.close();
    await bare.close();
  });
});

describe('a public read that a browser has already', () => {
  const read = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/api${url}`, headers });

  it('is not sent again, until the catalog says something else', async () => {
    const url = `/program/read/all/${(await school('hm')).id}`;
    const first = await read(url);
    const etag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await read(url, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await context.db.execute(sql`update programs set text = text || ' (renamed)'`);
    const changed = await read(url, { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.json().items[0].text).toContain('(renamed)');
  });

  it('is sent again once a seat of a route has been sold', async () => {
    const { id } = await sold('hm', 'hm-lower');
    await context.db.execute(sql`update routes set capacity = 50 where period_program_id = ${id}`);
    const url = `/route/read/all/${id}/1`;
    const { headers } = await read(url);
    await context.db.execute(sql`update routes set seats_taken = 1 where period_program_id = ${id}`);
    const changed = await read(url, { 'if-none-match': String(headers.etag) });
    expect(changed.statusCode).toBe(200);
    expect(changed.json().items[0].seats_left).toBe(49);
  });

  it('is compressed for a browser that takes it so, and the same when it is unpacked', async () => {
    const url = `/route/read/all/${(await sold('hm', 'hm-lower')).id}`;
    const plain = await read(url);
    const packed = await read(url, { 'accept-encoding': 'gzip, deflate, br' });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
      undefined,
      'br',
    ]);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(packed.headers.vary).toBe('accept-encoding');
  });

  it('is kept by no browser when it is asked with a token', async () => {
    const { tokens } = await aFamily(app);
    const answer = await read('/program_group/read/all', { authorization: `Bearer ${tokens.access_token}` });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
