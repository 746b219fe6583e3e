import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { buildApp } from '#server/build-app.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { idlePlayer } from '#tests/support/fakes/idle-player.ts';
import { demoPeriod, settingsOf } from '#tests/support/rehearsals/a-rehearsal.ts';
import type { RehearsalSettings } from './rehearsal.shapes.ts';
import { endLostRehearsals, forgetRehearsals } from './rehearsals.service.ts';
import type { RehearsalWord, ToPlay } from './season-player.ts';

let shop: SeasonApp;
let staff: StaffMember;
let settings: RehearsalSettings;
let hasRoom: boolean;
let played: { toPlay: ToPlay; hear: (word: RehearsalWord) => Promise<void> }[];
let stopped: number[];

beforeAll(async () => {
  shop = await openSeasonApp({
    seasonPlayer: idlePlayer({
      hasRoom: () => hasRoom,
      play: async (toPlay, hear) => void played.push({ toPlay, hear }),
      stop: (id) => void stopped.push(id),
    }),
  });
  settings = settingsOf(await demoPeriod(shop.context.db));
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.context.db.execute(sql`delete from rehearsals`);
  [hasRoom, played, stopped] = [true, [], []];
  staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});

const play = (changes: object = {}) => staff.call('POST', '/admin/rehearsals', { ...settings, ...changes });
const begun = async () => (await play()).items[0];
const read = async (id: number) => (await staff.call('GET', `/admin/rehearsals/${id}`)).items[0];
const DAY = { day: '2026-05-02', from: '2026-03-11', thru: '2026-10-13' };
const PROGRESS = { ...DAY, families: 4, contracts: 3 };
const say = (word: object) => played[0]!.hear(word as RehearsalWord);

/** @shows RP5.1 */
describe('staff who play a rehearsal', () => {
  it('choose season, families, children, seed and shares, and find the rehearsal', async () => {
    const { id } = await begun();
    expect(await read(id)).toMatchObject({
      season: '2027–2028 school year',
      settings,
      state: 'playing',
      by: 'Dana Cole',
      progress: null,
      report: null,
    });
    expect((await staff.call('GET', '/admin/rehearsals')).items).toMatchObject([{ id, state: 'playing' }]);
  });

  it.each([
    ['9 families', { families: 9 }],
    ['2,001 families', { families: 2_001 }],
    ['half a child', { children: 0.5 }],
    ['a share above everything', { bank: 101 }],
    ['no seed', { seed: null }],
  ])('are told of %s', async (_, wrong) => {
    expect((await play(wrong)).status).toBe(422);
    expect(played).toEqual([]);
  });

  it('play a draft too, and no season that is unknown', async () => {
    const { db } = shop.context;
    await db.execute(sql`update periods set published_at = null where id = ${settings.period_id}`);
    await db.execute(sql`update catalog_version set version = gen_random_uuid()`);
    expect((await play()).status).toBe(200);
    expect((await play({ period_id: 9_999 })).status).toBe(404);
  });

  it('are told which files of the season are missing, and play nothing', async () => {
    const { db } = shop.context;
    const rename = async (name: string, other: string) => {
      await db.execute(sql`update routes set contract_pdf = ${other} where contract_pdf = ${name}`);
      await db.execute(sql`update catalog_version set version = gen_random_uuid()`);
    };
    await rename('hm-lower-round-trip.pdf', 'lost.pdf');
    const refused = await play();
    await rename('lost.pdf', 'hm-lower-round-trip.pdf');
    expect([refused.status, refused.errors]).toEqual([
      409,
      [
        'The school year names files that are no longer here: lost.pdf. Please upload them again, as its ' +
          'checks say, then play the rehearsal.',
      ],
    ]);
    expect(played).toEqual([]);
  });

  it('play one at a time', async () => {
    const { id } = await begun();
    const second = await play();
    expect([second.status, second.errors]).toEqual([
      409,
      ['A rehearsal is running already. Stop it, or wait until it ends.'],
    ]);
    await staff.call('POST', `/admin/rehearsals/${id}/stop`);
    expect((await play()).status).toBe(200);
  });

  it('stop it once, which ends its process', async () => {
    const { id } = await begun();
    expect((await staff.call('POST', `/admin/rehearsals/${id}/stop`)).items[0].state).toBe('stopped');
    expect(stopped).toEqual([id]);
    const again = await staff.call('POST', `/admin/rehearsals/${id}/stop`);
    expect([again.status, again.errors]).toEqual([409, ['The rehearsal is over.']]);
  });

  it('are staff with the right to the company', async () => {
    const admin = await aStaffMember(shop.app, shop.context.db);
    expect((await admin.call('GET', '/admin/rehearsals')).status).toBe(403);
    expect((await admin.call('POST', '/admin/rehearsals', settings)).status).toBe(403);
  });
});

/** @shows RP5.2 */
describe('a portal without memory', () => {
  it('answers that there is no room', async () => {
    hasRoom = false;
    const { status, errors } = await play();
    expect([status, errors]).toEqual([503, ['There is not enough room for a rehearsal now.']]);
    expect(await shop.context.db.execute(sql`select from rehearsals`)).toMatchObject({ rowCount: 0 });
  });
});

/** @shows RP5.2 */
describe('the copy that is played', () => {
  it('has the chosen season alone, and no text about a family', async () => {
    await shop.context.db.execute(sql`update users set first_name = 'Canary' where id = ${staff.user_id}`);
    await begun();
    const { season } = played[0]!.toPlay;
    const file = JSON.parse(season.text);
    expect(file.periods.map(({ name }: { name: string }) => name)).toEqual(['2027']);
    expect(season.text).not.toContain('Canary');
    expect(Object.keys(file).toSorted()).toEqual([
      'company',
      'content_blocks',
      'divisions',
      'format',
      'news_items',
      'periods',
      'program_groups',
      'version',
    ]);
  });
});

describe('what the process of a rehearsal says', () => {
  it('is shown while it plays', async () => {
    const { id } = await begun();
    await say({ k: 'alive' });
    await say({ k: 'progress', progress: PROGRESS });
    expect(await read(id)).toMatchObject({ state: 'playing', progress: PROGRESS });
  });

  it('is a failure if the process ends without a report', async () => {
    const { id } = await begun();
    await say({ k: 'failed', problem: 'the process ended' });
    expect(await read(id)).toMatchObject({ state: 'failed', report: null });
  });

  it('ends the process of a rehearsal that was stopped at another portal', async () => {
    const { id } = await begun();
    const other = await buildApp({ ...shop.context, seasonPlayer: idlePlayer() });
    const colleague = await aStaffMember(other, shop.context.db, { role: 'userRoleSuperAdmin' });
    await colleague.call('POST', `/admin/rehearsals/${id}/stop`);
    expect(stopped).toEqual([]);
    await say({ k: 'progress', progress: PROGRESS });
    expect(stopped).toEqual([id]);
    await other.close();
  });
});

describe('a rehearsal whose portal has ended', () => {
  it('has failed after half a minute of silence, and another one may begin', async () => {
    const { id } = await begun();
    shop.context.clock.advanceMs(31_000);
    expect((await play()).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'failed' });
  });

  it('goes on while it speaks', async () => {
    const { id } = await begun();
    shop.context.clock.advanceMs(29_000);
    await say({ k: 'alive' });
    shop.context.clock.advanceMs(29_000);
    await endLostRehearsals(shop.context);
    expect(await read(id)).toMatchObject({ state: 'playing' });
  });
});

/** @shows RP5.4 */
describe('a rehearsal of 30 days ago', () => {
  it('is forgotten, and one of a day later is kept', async () => {
    const { id } = await begun();
    await say({ k: 'failed', problem: '' });
    shop.context.clock.advanceMs(30 * DAY_MS - 1_000);
    await forgetRehearsals(shop.context);
    expect((await staff.call('GET', '/admin/rehearsals')).status).not.toBe(404);
    expect((await shop.context.db.execute(sql`select from rehearsals where id = ${id}`)).rowCount).toBe(1);
    shop.context.clock.advanceMs(2_000);
    await forgetRehearsals(shop.context);
    expect(await shop.context.db.execute(sql`select from rehearsals`)).toMatchObject({ rowCount: 0 });
  });
});
