import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/build-app.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { send } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { currentCatalog, sellingCatalog } from './current-catalog.service.ts';

// The clock of the tests stands at 10:00 AM in New York.
const NOW = '2026-04-10T14:00:00Z';
const OPENS = '2026-04-10T14:20:00.000Z';
const CLOSES = '2026-04-10T14:40:00.000Z';
const JUST_BEFORE = '2026-04-10T14:19:59.999Z';
const LATER = '2026-04-10T14:30:00Z';

let shop: SeasonApp;
let staff: StaffMember;
let seasons: SeasonFolder;
let school: Loose;
let own: number;

beforeAll(async () => {
  [shop, seasons] = await Promise.all([openSeasonApp(), createSeasonFolder()]);
  staff = await aStaffMember(shop.app, shop.context.db);
  school = await readSchool();
  own = (await readGroup()).id;
});
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});
beforeEach(() => shop.context.clock.moveTo(NOW));

const rows = async (query: SQL): Promise<Loose[]> => (await shop.context.db.execute(query)).rows;
const get = async (url: string, app = shop.app): Promise<Loose[]> =>
  (await send(app, { method: 'GET', url })).items;
const readSchool = async (app = shop.app) => (await get('/program_group_path/get/path/hm', app))[0];
const readGroup = async (period_id = school.current_period_id, app = shop.app) =>
  (await get(`/period/program_group/read/all/${period_id}/${school.id}`, app))[0];
const readObject = async (id = own) =>
  (await staff.call('GET', `/admin/catalog/period_group/${id}`)).items[0];
async function change(fields: object, id = own) {
  const { version } = await readObject(id);
  return changeCatalog(shop.app, staff, [{ op: 'update', kind: 'period_group', id, version, fields }]);
}
const saved = async (fields: object, id = own) => {
  const answer = await change(fields, id);
  expect([answer.status, answer.errors]).toEqual([200, []]);
};
const clear = () => {
  shop.context.clock.moveTo(NOW);
  return saved({ opens_at: null, closes_at: null });
};

describe('a school with hours', () => {
  /** @shows SE8.2 SE8.3 SE3.10 */
  it('opens and closes for every reader by the clock alone', async () => {
    await saved({ opens_at: '2026-04-10T10:20', closes_at: '2026-04-10T10:40' });
    const at = async (instant: string, ms = 0) => {
      shop.context.clock.moveTo(new Date(Date.parse(instant) + ms));
      const [{ is_active, is_closing, closes_at }, { coming }] = [await readGroup(), await readSchool()];
      const sold = await get(`/period/program_group/read/all/${school.current_period_id}/${school.id}/1`);
      expect(sold.length).toBe(is_active ? 1 : 0);
      expect(closes_at).toBe(CLOSES);
      return [is_active, is_closing, coming?.opens_at ?? null];
    };
    expect(await at(OPENS, -1)).toEqual([false, false, OPENS]);
    expect(await at(OPENS)).toEqual([true, false, null]);
    expect(await at(CLOSES, -1)).toEqual([true, false, null]);
    expect(await at(CLOSES)).toEqual([false, true, null]);
    expect(await at(CLOSES, 15 * 60_000)).toEqual([false, false, null]);
    // An answer of before is not kept where the clock goes back.
    expect(await at(OPENS, -1)).toEqual([false, false, OPENS]);
    await clear();
  });

  /** @shows SE8.2 */
  it('sells as soon as a portal that was down at the hour is back', async () => {
    await saved({ opens_at: '2026-04-10T10:20' });
    expect((await readGroup()).is_active).toBe(false);
    shop.context.clock.moveTo('2026-04-10T14:27:00Z');
    const back = await buildApp(shop.context);
    expect((await readGroup(school.current_period_id, back)).is_active).toBe(true);
    await back.close();
    await clear();
  });

  /** @shows SE8.2 */
  it('keeps what is read of a version until the next hour, and no longer', async () => {
    await saved({ opens_at: '2026-04-10T10:20' });
    const { db } = shop.context;
    const read = (instant: string) => sellingCatalog(db, new Date(instant));
    const before = await read(NOW);
    expect(await read(JUST_BEFORE)).toBe(before);
    const after = await read(OPENS);
    expect([after === before, after.version]).toEqual([false, before.version]);
    expect(after.routes).toBe((await currentCatalog(db)).routes);
    expect(() => Object.assign(after.program_groups[0]!, { text: 'Changed' })).toThrow(TypeError);
    await clear();
  });

  /** @shows SE8.3 */
  it('is opened and closed now by the clock of the server', async () => {
    await saved({ opens_at: '2026-04-10T10:20' });
    await saved({ opens_at: 'now' });
    expect([(await readGroup()).is_active, (await readObject()).fields.opens_at]).toEqual([
      true,
      '2026-04-10T10:00',
    ]);
    shop.context.clock.advanceMs(7_000);
    await saved({ closes_at: 'now' });
    const { is_active, is_closing } = await readGroup();
    expect([is_active, is_closing, (await readObject()).fields.closes_at]).toEqual([
      false,
      true,
      '2026-04-10T10:00:07',
    ]);
    await clear();
  });

  /** @shows SE8.6 SE3.10 */
  it.each<[object, string, string]>([
    [{ opens_at: '2027-03-01' }, 'opens_at', 'Opens at must be a date and time such as 2027-03-01T08:00.'],
    // The clocks skip this hour.
    [
      { opens_at: '2027-03-14T02:30' },
      'opens_at',
      'Opens at must be a date and time such as 2027-03-01T08:00.',
    ],
    [
      { opens_at: '2027-03-01T08:00', closes_at: '2027-03-01T08:00' },
      'closes_at',
      'Closes at must be later than opens_at.',
    ],
  ])('is refused with %o', async (fields, field, sentence) => {
    const answer = await change(fields);
    expect([answer.status, answer.fields]).toEqual([
      422,
      { [`changes[0].fields.${field}`]: [expect.stringMatching(sentence.replace('opens_at', '.*'))] },
    ]);
  });

  /** @shows SE8.6 */
  it('opens at each of the two equal hours of the night in which the clocks go back', async () => {
    const stored = async () =>
      (await rows(sql`select opens_at from period_program_groups where id = ${own}`))[0];
    for (const [written, instant] of [
      ['2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
      ['2027-11-07T01:30-05:00', '2027-11-07T06:30:00.000Z'],
    ] as const) {
      await saved({ opens_at: written });
      expect(new Date((await stored()).opens_at).toISOString()).toBe(instant);
      expect((await readObject()).fields.opens_at).toBe(written);
    }
    await clear();
  });

  /** @shows SE8.3 */
  it('has its hours back after the change set is undone', async () => {
    await saved({ opens_at: '2026-04-10T10:20' });
    const { id } = (await change({ opens_at: 'now', closes_at: '2026-04-10T10:40' })).items[0];
    const seen = (await staff.call('POST', `/admin/catalog/changes/${id}/undo`, {})).items[0].hash;
    expect((await staff.call('POST', `/admin/catalog/changes/${id}/undo`, { seen })).status).toBe(200);
    expect((await readObject()).fields).toMatchObject({ opens_at: '2026-04-10T10:20', closes_at: null });
    await clear();
  });
});

describe('the next season of a school', () => {
  let next: { period: number; group: number };

  beforeAll(async () => {
    const addSeason = (season: Loose) => {
      const [current] = season.periods;
      const hours = { opens_at: '2026-04-10T10:20', closes_at: '2026-06-30T17:00' };
      const groups = [{ program_group: 'hm', is_active: true, inactive_msg: '<p>Soon</p>', ...hours }];
      const name = 'next';
      const added = { ...current, name, text: 'Next year', is_current: false, program_groups: groups };
      season.periods = [{ ...added, programs: [] }];
    };
    await importSeasonFile(shop.context, await seasons.write(addSeason));
    const [period] = await rows(sql`select id from periods where name = 'next'`);
    const [group] = await rows(sql`select id from period_program_groups where period_id = ${period.id}`);
    next = { period: Number(period.id), group: Number(group.id) };
  });

  const currentAt = async (instant: string) => {
    shop.context.clock.moveTo(instant);
    return (await readSchool()).current_period_id;
  };

  /** @shows SE8.4 SE8.3 */
  it('is announced with its message before its hour, and current from then on', async () => {
    // The present season sells, so nothing is announced yet.
    expect((await readSchool()).coming).toBeNull();
    await saved({ is_active: false });
    expect((await readSchool()).coming).toEqual({ period_id: next.period, opens_at: OPENS });
    expect(await readGroup(next.period)).toMatchObject({ is_active: false, inactive_msg: '<p>Soon</p>' });
    expect(await currentAt(JUST_BEFORE)).toBe(school.current_period_id);
    expect(await currentAt(OPENS)).toBe(next.period);
    expect((await readGroup(next.period)).is_active).toBe(true);
    expect((await readObject(next.group)).fields.is_current).toBe(true);
    await saved({ is_active: true });
  });

  /** @shows SE8.4 */
  it('gives way to a choice by hand that is made after its hour', async () => {
    expect(await currentAt(LATER)).toBe(next.period);
    await saved({ is_current: true });
    expect(await currentAt(LATER)).toBe(school.current_period_id);
    await saved({ is_current: true }, next.group);
    expect(await currentAt(LATER)).toBe(next.period);
    await rows(sql`update program_groups set current_set_at = null,
      current_period_id = ${school.current_period_id} where id = ${school.id}`);
  });

  /** @shows SE8.4 */
  it('becomes current of no school that has it otherwise', async () => {
    await saved({ becomes_current: false }, next.group);
    expect(await currentAt(OPENS)).toBe(school.current_period_id);
    shop.context.clock.moveTo(NOW);
    await saved({ becomes_current: true }, next.group);
  });

  /** @shows SE8.4 */
  it('is not taken back by a season file that was imported before', async () => {
    shop.context.clock.moveTo(LATER);
    await importSeasonFile(shop.context, await seasons.write());
    expect(await currentAt(LATER)).toBe(next.period);
  });
});
