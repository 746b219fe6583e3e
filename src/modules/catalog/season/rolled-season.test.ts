import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractPdfKey, printableContractKey } from '#modules/catalog/stored-files.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { exportSeason } from './season-export.service.ts';

let shop: SeasonApp;
let staff: StaffMember;
let season_id: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  season_id = Number((await rows("select id from periods where name = '2027'"))[0].id);
});
afterAll(() => shop.close());

const rows = async (query: string): Promise<any[]> => (await shop.context.db.execute(sql.raw(query))).rows;
const path = (rest = '') => `/admin/seasons/${season_id}/rollover${rest}`;
const ok = async (method: 'GET' | 'POST' | 'PUT', rest = '', body?: object) => {
  const answer = await staff.call(method, path(rest), body);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return answer.items[0];
};
/** Ticks every route, whether bought or not. */
const tickAll = async ({ version, objects }: any) =>
  ok('PUT', '/rows', {
    edits: objects.map(({ ref }: any) => ({ ref, field: null, included: true })),
    version,
  });
const undo = async (id: number) => {
  const { hash: seen } = (await staff.call('POST', `/admin/catalog/changes/${id}/undo`, {})).items[0];
  return staff.call('POST', `/admin/catalog/changes/${id}/undo`, { seen });
};
const FOUR_PERCENT = { by: { kind: 'percent', value: 4_000 }, unit: 500 };

type Exported = Record<string, any>;

/** A season as the export has it. */
async function exported(name: string): Promise<Exported> {
  const { db, clock } = shop.context;
  const { file } = (await db.transaction((tx) => exportSeason(tx, clock.now())))!;
  return (file.periods as Exported[]).find((one) => one.name === name)!;
}

/** @shows SE9.9, SE9.11 */
describe('the season that is made', () => {
  it('has every price and date by the rules, as a second computation has them', async () => {
    const plan = await tickAll(await ok('POST'));
    const settings = { ...plan.settings, name: '2028', prices: { all: FOUR_PERCENT, of: [], also: [] } };
    await ok('PUT', '', { settings, version: plan.version });
    const old = await exported('2027');
    await storeFiles();
    const told = await ok('POST', '/make', {});
    expect(told).toMatchObject({ routes: 12, season_id: null });
    const made = await ok('POST', '/make', { seen: told.hash });
    const next = await exported('2028');
    expect(valuesOf(next)).toEqual(valuesOf(rolled(old)));
    const [{ source, title }] = await rows(
      `select source, title from catalog_changes where id = ${made.change_id}`,
    );
    expect([source, title]).toEqual([
      'rollover',
      'Roll-over of 2027–2028 school year to 2028–2029 school year',
    ]);
    const period = (await rows(`select * from periods where id = ${made.season_id}`))[0];
    expect([Number(period.rolled_from_id), period.published_at]).toEqual([season_id, null]);
    const again = await staff.call('POST', path());
    expect([again.status, again.errors[0]]).toEqual([
      409,
      '2027–2028 school year has already been rolled over to 2028–2029 school year. ' +
        'Open that school year, or remove it while it is a draft.',
    ]);
    await expectFiles(made.season_id);
    expect((await undo(made.change_id)).errors).toEqual([]);
    expect(await rows(`select id from periods where id = ${made.season_id}`)).toEqual([]);
    expect((await ok('POST')).settings.name).toBe('2028');
  });

  it('is refused once the old season has changed since the look', async () => {
    const { hash } = await ok('POST', '/make', {});
    const [{ id, version }] = await rows('select id, version from routes order by id limit 1');
    const change = { op: 'update', kind: 'route', id: Number(id), version, fields: { text_after: 'of now' } };
    expect((await changeCatalog(shop.app, staff, [change])).errors).toEqual([]);
    expect((await staff.call('POST', path('/make'), { seen: hash })).status).toBe(409);
  });
});

const printed = (id: number) =>
  rows(`select g.id, p.file_name from printable_contracts p
    join period_program_groups g on g.id = p.period_program_group_id
    where g.period_id = ${id} order by p.file_name, g.program_group_id`);

const contracts = (id: number) =>
  rows(`select p.name as period, g.name as program, r.contract_pdf from routes r
    join period_programs s on s.id = r.period_program_id join programs g on g.id = s.program_id
    join periods p on p.id = s.period_id
    where s.period_id = ${id} and r.contract_pdf is not null order by g.id, r.contract_pdf`);

const keysOf = async (id: number): Promise<string[]> => [
  ...(await printed(id)).map(({ id: group, file_name }) => printableContractKey(Number(group), file_name)),
  ...(await contracts(id)).map((one) => contractPdfKey(one)),
];

/** Each file of the old season has its own key as content. */
async function storeFiles(): Promise<void> {
  for (const key of await keysOf(season_id))
    await shop.context.files.put(key, Buffer.from(key), 'application/pdf');
}

/** The files are taken over, and named by a check until they are replaced or put aside (SE9.8). */
async function expectFiles(period_id: number): Promise<void> {
  const [before, after] = [await keysOf(season_id), await keysOf(period_id)];
  expect(after).toHaveLength(before.length);
  expect(after.length).toBeGreaterThan(1);
  const contents = await Promise.all(after.map((key) => shop.context.files.find(key)));
  expect(contents.map(String).toSorted()).toEqual(before.toSorted());
  const { items } = await staff.call('GET', `/admin/seasons/${period_id}/checks`);
  const codes = items.map(({ code }: { code: string }) => code);
  expect(codes.filter((code: string) => code === 'old_file').length).toBeGreaterThan(1);
  expect(codes).not.toContain('file_missing');
}

/*
 * The same season, reckoned here by hand: in whole cents and days, with none of the functions above.
 */

const inFives = (dollars: number) => 5 * Math.floor((Math.round(dollars * 100) * 104) / 50_000 + 0.5);

function nextYear(day: string): string {
  const [year, month, date] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${Number(year) + 1}-${month}-${isLeapDay ? '28' : date}`;
}

const sameWeekday = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 364 * 86_400_000).toISOString().slice(0, 10);

const orNull = (move: (day: string) => string, day: string | null | undefined) =>
  day ? move(day) : (day ?? null);

function rolled(old: Exported): Exported {
  const time = (at: string | null | undefined) =>
    at ? `${sameWeekday(at.slice(0, 10))}${at.slice(10)}` : null;
  return {
    ...old,
    starts_on: nextYear(old.starts_on),
    ends_on: nextYear(old.ends_on),
    first_day_of_school: orNull(sameWeekday, old.first_day_of_school),
    aid_balance_due_dt: orNull(nextYear, old.aid_balance_due_dt),
    refund_cutoff: orNull(nextYear, old.refund_cutoff),
    reassign_cutoff: orNull(nextYear, old.reassign_cutoff),
    program_groups: old.program_groups.map((group: Exported) => ({
      ...group,
      opens_at: time(group.opens_at),
      closes_at: time(group.closes_at),
      first_day_of_school: orNull(sameWeekday, group.first_day_of_school),
    })),
    programs: old.programs.map((program: Exported) => ({
      ...program,
      routes: program.routes.map((route: Exported) => ({
        ...route,
        payment_terms: route.payment_terms.map((term: Exported) => ({
          ...term,
          deposit: inFives(term.deposit),
          amount: inFives(term.amount),
          from_dt: orNull(nextYear, term.from_dt),
          thru_dt: orNull(nextYear, term.thru_dt),
          scheduled_dt: orNull(nextYear, term.scheduled_dt),
        })),
        addons: route.addons.map((addon: Exported) => ({ ...addon, amount: inFives(addon.amount) })),
      })),
    })),
  };
}

/** Every date and price, by the names around. */
function valuesOf(season: Exported): string[] {
  const found: string[] = [];
  const note = (at: string, from: Exported, fields: readonly string[]) => {
    for (const field of fields) found.push(`${at} ${field} ${from[field] ?? null}`);
  };
  note('season', season, [
    'starts_on',
    'ends_on',
    'first_day_of_school',
    'aid_balance_due_dt',
    'refund_cutoff',
  ]);
  note('season', season, ['reassign_cutoff']);
  for (const group of season.program_groups)
    note(group.program_group, group, ['opens_at', 'closes_at', 'first_day_of_school']);
  for (const { program, routes } of season.programs)
    for (const { name, payment_terms, addons, discounts } of routes) {
      const at = `${program} ${name}`;
      for (const term of payment_terms)
        note(`${at} ${term.identifier}`, term, ['deposit', 'amount', 'from_dt', 'thru_dt', 'scheduled_dt']);
      for (const addon of addons) note(`${at} ${addon.name}`, addon, ['amount']);
      for (const discount of discounts)
        note(`${at} ${discount.text}`, discount, ['amount_flat', 'amount_percentage']);
    }
  return found;
}
