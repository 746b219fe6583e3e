import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createTestContext } from '#tests/support/app/test-context.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { uploadSeason, zipOfSeason } from '#tests/support/season/upload-season.ts';
import { buildApp } from '#server/build-app.ts';
import { exportSeasonFile } from '#modules/catalog/season/season.service.ts';

let shop: SeasonApp;
let staff: StaffMember;
let owner: StaffMember;
let seasons: SeasonFolder;

beforeAll(async () => {
  [shop, seasons] = await Promise.all([openSeasonApp(), createSeasonFolder()]);
  staff = await aStaffMember(shop.app, shop.context.db);
  owner = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});

async function rows(query: SQL): Promise<any[]> {
  return (await shop.context.db.execute(query)).rows;
}

/** The demo's season; the portal of the tests asks no second person. */
async function upload(edit: (season: Loose) => void = () => undefined) {
  const path = await seasons.write((season) => {
    delete season.company.second_person_above_cents;
    edit(season);
  });
  return uploadSeason(shop.app, staff, await zipOfSeason(path));
}

const read = async (edit?: (season: Loose) => void): Promise<Loose> => {
  const answer = await upload(edit);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return answer.items[0];
};

const apply = ({ id, hash }: Loose, who = staff, sent = {}) =>
  who.call('POST', `/admin/season-imports/${id}/apply`, { seen: hash, ...sent });

const firstRoute = (season: Loose) => season.periods[0].programs[0].routes[0];
const capacityOf = async () =>
  (await rows(sql`select capacity from routes where id = (select min(id) from routes)`))[0].capacity;

async function archiveOf(who: StaffMember, app: SeasonApp['app'], body = {}) {
  const { items, errors } = await who.call('POST', '/admin/season-exports', body);
  expect(errors).toEqual([]);
  const answer = await app.inject(items[0].path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return { zip: answer.rawPayload, files: unzipSync(answer.rawPayload), path: items[0].path as string };
}

/** @shows SE10.1 */
describe('an export', () => {
  it('of every season has the bytes of the command', async () => {
    const { files } = await archiveOf(staff, shop.app);
    const path = join(seasons.folder, 'exported', 'season.json');
    const n = await exportSeasonFile(shop.context, path);
    expect(strFromU8(files['season.json']!)).toBe(await readFile(path, 'utf8'));
    const names = Object.keys(files).filter((name) => name !== 'season.json');
    expect(names).toHaveLength(n);
    for (const name of names)
      expect(Buffer.compare(files[name]!, await readFile(join(seasons.folder, 'exported', name)))).toBe(0);
    const [audit] = await rows(sql`select action, subject from audit_log order by id desc limit 1`);
    expect(audit).toEqual({ action: 'season.export', subject: 'period:all' });
  });

  it('of one season has this season with all schools', async () => {
    const [{ id, name }] = await rows(sql`select id::int, name from periods order by id limit 1`);
    const { files } = await archiveOf(staff, shop.app, { period_id: id });
    const season = JSON.parse(strFromU8(files['season.json']!));
    expect(season.periods.map((period: Loose) => period.name)).toEqual([name]);
    expect(season.program_groups.length).toBeGreaterThan(1);
    const unknown = await staff.call('POST', '/admin/season-exports', { period_id: 98_765 });
    expect(unknown.status).toBe(404);
  });

  it('is for the right season_write alone, and its link too', async () => {
    const { path } = await archiveOf(staff, shop.app);
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    expect((await dispatcher.call('POST', '/admin/season-exports', {})).status).toBe(403);
    expect((await shop.app.inject(path.replace(/\?.*/, ''))).statusCode).toBe(401);
    await shop.context.db.execute(sql`update user_roles set role_type_id = (select id from options
      where key = 'userRoleDispatcher') where user_id = ${staff.user_id} and role_type_id = (select id
      from options where key = 'userRoleAdmin')`);
    expect((await shop.app.inject(path)).statusCode).toBe(404);
    staff = await aStaffMember(shop.app, shop.context.db);
  });
});

/** @shows SE10.2 */
describe('an uploaded season', () => {
  it('shows what an import would do, before beside after, and changes nothing', async () => {
    const before = await capacityOf();
    const told = await read((season) => {
      firstRoute(season).capacity = 41;
      firstRoute(season).addons.push({ name: 'Tea', text: 'Tea', amount: 5, is_admin_only: true });
    });
    expect(told).toMatchObject({ problems: [], is_of_company: false, applied_at: null, change_id: null });
    expect(told.counts).toContainEqual({
      kind: 'add-ons',
      added: 1,
      changed: 0,
      unchanged: expect.any(Number),
    });
    const [route, addon] = ['route', 'addon'].map((kind) =>
      told.rows.find((row: Loose) => row.kind === kind),
    );
    expect(route.fields).toEqual([
      { field: 'capacity', label: 'Capacity', format: 'plain', before, after: 41 },
    ]);
    expect(addon).toMatchObject({ op: 'create', name: 'Tea' });
    expect(addon.fields).toContainEqual(
      expect.objectContaining({ field: 'amount', format: 'dollars', before: null, after: 5 }),
    );
    expect(await capacityOf()).toBe(before);
  });

  /** @shows OF9.2 */
  it('is imported once, as a change set, which can be undone; each looks for what stops a sale', async () => {
    const before = await capacityOf();
    const told = await read((season) => (firstRoute(season).capacity = 42));
    const jobs: string[] = [];
    const { triggerJob } = shop.context;
    shop.context.triggerJob = async (name) => void jobs.push(name);
    const { status, items, errors } = await apply(told);
    expect([status, errors]).toEqual([200, []]);
    expect(await capacityOf()).toBe(42);
    const { change_id } = items[0];
    const [set] = (await staff.call('GET', `/admin/catalog/changes/${change_id}`)).items;
    expect(set).toMatchObject({ source: 'import', objects: 1, who: { id: staff.user_id } });
    const [{ action, detail }] = await rows(sql`select * from audit_log order by id desc limit 1`);
    expect([action, detail]).toEqual([
      'season.import',
      { change_set_id: change_id, after: { objects: 1, staff_values: 'kept' } },
    ]);
    expect((await apply(told)).errors).toEqual(['This season file was imported already.']);
    const undo = (body: object) => staff.call('POST', `/admin/catalog/changes/${change_id}/undo`, body);
    const [{ hash }] = (await undo({})).items;
    expect((await undo({ seen: hash })).status).toBe(200);
    shop.context.triggerJob = triggerJob;
    expect(await capacityOf()).toBe(before);
    expect(jobs).toEqual(['catalog.find-checks', 'catalog.find-checks']);
  });

  it('is not imported if it would do something else by now', async () => {
    const told = await read((season) => (firstRoute(season).capacity = 43));
    const [{ id, version }] = await rows(sql`select id::int, version from routes order by routes.id limit 1`);
    const change = { op: 'update', kind: 'route', id, version, fields: { capacity: 77 } };
    expect((await changeCatalog(shop.app, staff, [change])).status).toBe(200);
    const { status, errors, items } = await apply(told);
    expect([status, errors]).toEqual([
      409,
      ['What this change does is no longer what you were shown. Look at it again.'],
    ]);
    // By now it is a value that staff have set, which an import keeps.
    expect(items[0]).toMatchObject({ id: told.id, rows: [], kept: [expect.stringContaining('capacity')] });
    expect(await capacityOf()).toBe(77);
    const again = await staff.call('GET', `/admin/season-imports/${told.id}?staff_values=replaced`);
    expect((await apply(again.items[0], staff, { staff_values: 'replaced' })).status).toBe(200);
    expect(await capacityOf()).toBe(43);
  });

  it('tells what families see, and is not imported with other effects', async () => {
    const dearer = (season: Loose) => {
      firstRoute(season).capacity = 45;
      for (const term of firstRoute(season).payment_terms) if (term.deposit) term.deposit += 10;
    };
    const told = await read(dearer);
    const prices = told.effects.filter(({ kind }: Loose) => kind === 'price');
    expect(prices[0]).toMatchObject({ text: expect.stringMatching(/: who signs today pays .* after\.$/) });
    expect(told.more).toBe(0);
    const whole = await staff.call('GET', `/admin/season-imports/${told.id}?effects=all`);
    expect(whole.items[0].effects).toEqual(told.effects);
    const [{ id, version }] = await rows(sql`select id::int, version from routes order by routes.id limit 1`);
    const close = { op: 'update', kind: 'route', id, version, fields: { is_active: false } };
    expect((await changeCatalog(shop.app, staff, [close])).status).toBe(200);
    const refused = await apply(told);
    expect(refused.status).toBe(409);
    expect(refused.items[0].effects.map(({ kind }: Loose) => kind)).not.toContain('price');
    expect((await apply(refused.items[0])).status).toBe(200);
    const open = { ...close, version: version + 2, fields: { is_active: true } };
    expect((await changeCatalog(shop.app, staff, [open])).errors).toEqual([]);
  });

  it('that changes the company is imported by a super admin alone', async () => {
    const told = await read((season) => (season.company.dispatch_phone = '212-555-0199'));
    expect(told.is_of_company).toBe(true);
    const refused = await apply(told);
    expect([refused.status, refused.errors]).toEqual([
      403,
      ['The file changes company facts. Please ask a super admin to import it.'],
    ]);
    expect((await apply(told, owner)).status).toBe(200);
  });

  it('is deleted after seven days', async () => {
    const told = await read((season) => (firstRoute(season).capacity = 44));
    const [{ file_key }] = await rows(sql`select file_key from season_imports where id = ${told.id}`);
    shop.context.clock.advanceMs(7 * DAY_MS);
    [staff, owner] = await Promise.all([
      aStaffMember(shop.app, shop.context.db),
      aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' }),
    ]);
    const gone = await staff.call('GET', `/admin/season-imports/${told.id}`);
    expect([gone.status, gone.errors]).toEqual([
      404,
      ['This season file is no longer here. Please upload it again.'],
    ]);
    shop.context.clock.advanceMs(1);
    await drainJobs(shop.context, ['season_imports.expire']);
    expect(await shop.context.files.find(file_key)).toBeUndefined();
    expect(await rows(sql`select 1 from season_imports`)).toEqual([]);
  });
});

/** @shows SE10.3 */
it('a problem leads to the object that the portal has; a file with one changes nothing', async () => {
  const before = await capacityOf();
  const told = await read((season) => {
    firstRoute(season).capacity = -1;
    season.periods[0].programs[0].routes.push({ ...firstRoute(season), name: 'Brand new', capacity: -2 });
    season.company.currency = 'EUR';
  });
  const [{ id }] = await rows(sql`select id::int from routes order by routes.id limit 1`);
  const at = (place: string) => told.problems.find((problem: Loose) => problem.place === place);
  expect(at('periods[0].programs[0].routes[0].capacity')).toMatchObject({
    sentence: 'must be a whole number of 0 or more',
    object: { kind: 'route', id },
  });
  const last = told.problems
    .filter((problem: Loose) => /routes\[\d+\]\.capacity$/.test(problem.place))
    .at(-1);
  expect(last.object).toBeNull();
  expect(at('company.currency').object).toEqual({ kind: 'company', id: 1 });
  expect((await apply(told)).status).toBe(422);
  expect(await capacityOf()).toBe(before);
});

/** @shows SE10.4 */
describe('an upload', () => {
  const season = { 'season.json': strToU8('{}') };
  const sentences = async (content: Uint8Array) => (await uploadSeason(shop.app, staff, content)).errors;
  const zipped = (files: Record<string, Uint8Array>) => zipSync(files);

  it('of a ZIP without a season at its top, or with another entry, is refused by its sentence', async () => {
    const inFolder = zipped({ 'demo/season.json': strToU8('{}') });
    expect(await sentences(inFolder)).toEqual(['This ZIP has no season.json at its top.']);
    for (const entry of ['readme.txt', 'files/../season.json', '/files/a.pdf', 'files/a b.pdf'])
      expect(await sentences(zipped({ ...season, [entry]: strToU8('x') }))).toEqual([
        `${entry} is not allowed in the ZIP.`,
      ]);
    const nested = zipped({ ...season, 'files/a.pdf': zipped(season) });
    expect(await sentences(nested)).toEqual(['files/a.pdf is not allowed in the ZIP.']);
    expect(await sentences(strToU8('PK and nothing else'))).toEqual([
      'This ZIP can’t be read. Please make it again.',
    ]);
  });

  it('with too many files, too large, or no JSON is refused by its sentence', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`files/${n}.pdf`, strToU8('')]));
    expect(await sentences(zipped({ ...season, ...many }))).toEqual(['This ZIP has more than 2,000 files.']);
    expect(await sentences(new Uint8Array(50 * 1024 * 1024 + 1))).toEqual([
      'This file is larger than 50 MB.',
    ]);
    expect(await sentences(strToU8('{"format": '))).toEqual([
      expect.stringMatching(/^This is not valid JSON: /),
    ]);
  });

  it('of a season file alone is read as the command reads a file without files/', async () => {
    const path = await seasons.write();
    const [told] = (await uploadSeason(shop.app, staff, await readFile(path))).items;
    expect(told.problems.map(({ sentence }: Loose) => sentence)).toContainEqual(
      expect.stringMatching(/^there is no file files\/.* next to the season file$/),
    );
  });
});

/** @shows SE10.1 SE10.2 */
it('a whole season moves to an empty portal by its ZIP, and comes back with the same bytes', async () => {
  const context = await createTestContext();
  const app = await buildApp(context);
  const first = await aStaffMember(app, context.db, { role: 'userRoleSuperAdmin' });
  const { zip, files } = await archiveOf(owner, shop.app);
  const [told] = (await uploadSeason(app, first, zip)).items;
  expect(told.problems).toEqual([]);
  expect((await apply(told, first)).status).toBe(200);
  const back = await archiveOf(first, app);
  expect(Object.keys(back.files)).toEqual(Object.keys(files));
  for (const [name, content] of Object.entries(files))
    expect([name, Buffer.compare(content, back.files[name]!)]).toEqual([name, 0]);
  await app.close();
  await context.close();
});
