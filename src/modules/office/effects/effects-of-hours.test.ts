import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

// Ten in the morning in New York.
const NOW = '2026-04-10T14:00:00Z';

let shop: SeasonApp;
let staff: StaffMember;
let roundTrip: Offer;
let school: string;
/** the school in its season */
let own: number;
let season: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const { rows } = await shop.context.db.execute<Record<string, string>>(sql`
    select g.text, o.id, o.period_id from program_groups g
    join period_program_groups o on o.program_group_id = g.id and o.period_id = g.current_period_id
    where g.path = 'hm'`);
  school = rows[0]!.text!;
  [own, season] = [Number(rows[0]!.id), Number(rows[0]!.period_id)];
});
beforeEach(async () => {
  shop.context.clock.moveTo(NOW);
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

async function change(kind: string, id: number, fields: object) {
  const { version } = (await staff.call('GET', `/admin/catalog/${kind}/${id}`)).items[0];
  return { op: 'update', kind, id, version, fields };
}
const ofSchool = (fields: object) => change('period_group', own, fields);
async function preview(...changes: object[]) {
  const { status, errors, items } = await staff.call('POST', '/admin/catalog/preview', { changes });
  expect([status, errors, items[0]?.problems]).toEqual([200, [], []]);
  return items[0];
}
const told = async (...changes: object[]): Promise<string[]> =>
  (await preview(...changes)).effects.map(({ text }: { text: string }) => text);
async function save(...changes: object[]) {
  const answer = await changeCatalog(shop.app, staff, changes);
  expect([answer.status, answer.errors]).toEqual([200, []]);
}
const ALWAYS = { is_active: true, opens_at: null, closes_at: null };

describe('the effects of hours', () => {
  /** @shows SE5.2 SE8.3 */
  it('are the day and time at which a school opens or closes, in company time', async () => {
    expect(await told(await ofSchool({ closes_at: '2026-05-29T17:00' }))).toEqual([
      `${school} closes on Friday, 05/29/2026 at 5:00 PM EDT.`,
    ]);
    expect(await told(await ofSchool({ opens_at: '2026-05-01T08:00' }))).toEqual([
      `${school} can no longer be signed for.`,
      `${school} opens on Friday, 05/01/2026 at 8:00 AM EDT.`,
    ]);
  });

  /** @shows SE5.2 */
  it('are none for an hour that has passed, or that is after the season', async () => {
    expect(await told(await ofSchool({ opens_at: '2026-04-01T08:00' }))).toEqual([]);
    expect(await told(await ofSchool({ closes_at: '2031-04-01T08:00' }))).toEqual([]);
  });

  /** @shows SE5.2 SE8.3 */
  it('say what no longer happens, and what moves', async () => {
    await save(await ofSchool({ opens_at: '2026-05-01T08:00', closes_at: '2026-05-29T17:00' }));
    expect(await told(await ofSchool({ opens_at: '2026-05-04T08:00' }))).toEqual([
      `${school} opens on Monday, 05/04/2026 at 8:00 AM EDT.`,
    ]);
    expect(await told(await ofSchool({ closes_at: null }))).toEqual([
      `${school} no longer closes on Friday, 05/29/2026 at 5:00 PM EDT.`,
    ]);
    expect(await told(await ofSchool({ is_active: false }))).toEqual([
      `${school} no longer opens on Friday, 05/01/2026 at 8:00 AM EDT.`,
    ]);
    expect(await told(await ofSchool({ opens_at: 'now' }))).toEqual([
      `${school} can be signed for from now on.`,
    ]);
    await save(await ofSchool(ALWAYS));
  });

  /** @shows SE5.2 */
  it('of a route or program are told of that alone', async () => {
    await save(await ofSchool({ opens_at: '2026-05-01T08:00', closes_at: '2026-05-29T17:00' }));
    await save(await change('route', roundTrip.route_id, { is_active: false }));
    const until = 'can be signed for until Friday, 05/29/2026 at 5:00 PM EDT.';
    expect(await told(await change('route', roundTrip.route_id, { is_active: true }))).toEqual([
      `${school} · Round trip ${until}`,
      `${school} · Round trip can be signed for from Friday, 05/01/2026 at 8:00 AM EDT.`,
    ]);
    await save(await change('route', roundTrip.route_id, { is_active: true }));
    await save(await ofSchool(ALWAYS));
  });

  /** @shows SE5.2 */
  it('leave a new price to the day on which the school opens', async () => {
    const price = () => change('payment_term', roundTrip.term('HML-RT-S2'), { deposit: 2300 });
    await save(await ofSchool({ opens_at: '2026-05-01T08:00' }));
    expect(await told(await price())).toEqual([
      `${school} · Round trip · in payments: from 05/01/2026 $4,450.00 in place of $4,350.00.`,
    ]);
    await save(await ofSchool({ is_active: false }));
    expect(await told(await price())).toEqual([]);
    await save(await ofSchool(ALWAYS));
  });

  /** @shows SE5.2 SE8.1 */
  it('of a season that is published are the opening of its schools', async () => {
    await save(
      await ofSchool({ opens_at: '2026-05-01T08:00' }),
      await change('period', season, { is_draft: true }),
    );
    const effects = await told(await change('period', season, { is_draft: false }));
    expect(effects).toContain(`${school} opens on Friday, 05/01/2026 at 8:00 AM EDT.`);
    expect(effects).not.toContain(`${school} can be signed for from now on.`);
    expect(effects).toContainEqual(expect.stringMatching(/^School year .*: families see it from now on\.$/));
    await save(await change('period', season, { is_draft: false }), await ofSchool(ALWAYS));
  });
});

describe('a school that closes now', () => {
  const priced = async (buyer: Awaited<ReturnType<typeof aBuyer>>) => {
    const contract = aContract(buyer, roundTrip, 'HML-RT-S2');
    const quoted = await buyer.call('POST', '/order/quote', { contract });
    expect([quoted.status, quoted.errors]).toEqual([200, []]);
    await expect.poll(() => asked(buyer.email)).toBe(1);
    return contract;
  };
  const asked = async (email: string) =>
    (
      await shop.context.db.execute(sql`select from open_checkouts o join users u on u.id = o.user_id
        where u.email = ${email}`)
    ).rows.length;

  /** @shows SE5.2 SE5.3 SE8.5 */
  it('tells which open checkouts can be finished, and they can', async () => {
    await save(await change('route', roundTrip.route_id, { capacity: 20 }));
    const [keeping, asking] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const place = { student_id: keeping.student_id };
    expect((await keeping.call('POST', `/route/${roundTrip.route_id}/hold`, place)).status).toBe(200);
    const [kept, lost] = [await priced(keeping), await priced(asking)];
    const closing = await ofSchool({ closes_at: 'now' });
    const { effects } = await preview(closing);
    expect(effects).toMatchObject([
      {
        kind: 'closes',
        n: 2,
        text: [
          `${school} can no longer be signed for.`,
          '1 open checkout can be finished in the next 15 minutes.',
          '1 open checkout can’t be finished.',
        ].join(' '),
      },
    ]);
    const pages = (await staff.call('GET', '/admin/landing-messages')).items;
    expect(pages.find(({ id }: { id: number }) => id === own).in_checkout).toBe(2);
    await save(closing);
    const refused = await checkOut(shop.app, asking, { payment: aCard(), contract: lost });
    expect([refused.status, refused.errors]).toEqual([
      422,
      ['Transportation contracts are not available at this time'],
    ]);
    expect((await checkOut(shop.app, keeping, { payment: aCard(), contract: kept })).status).toBe(200);
    await save(await ofSchool(ALWAYS), await change('route', roundTrip.route_id, { capacity: null }));
  });

  /** @shows SE5.2 SE8.5 */
  it('tells that all can be finished where the route has no limit, and none after a switch', async () => {
    shop.context.clock.moveTo('2026-04-10T15:00:00Z');
    await priced(await aBuyer(shop.app));
    expect(await told(await ofSchool({ closes_at: 'now' }))).toEqual([
      `${school} can no longer be signed for. 1 open checkout can be finished in the next 15 minutes.`,
    ]);
    expect(await told(await ofSchool({ is_active: false }))).toEqual([
      `${school} can no longer be signed for. 1 open checkout can’t be finished.`,
    ]);
  });
});
