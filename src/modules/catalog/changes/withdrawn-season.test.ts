import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { verifyEmailOf } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;
let lateBus: Offer;
let season: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
  season = Number(
    (
      await shop.context.db.execute<{ id: string }>(sql`select period_id as id from period_programs
        where id = ${lateBus.period_program_id}`)
    ).rows[0]!.id,
  );
});
afterAll(() => shop.close());

async function setDraft(is_draft: boolean) {
  const { version } = (await staff.call('GET', `/admin/catalog/period/${season}`)).items[0];
  const change = { op: 'update', kind: 'period', id: season, version, fields: { is_draft } };
  return changeCatalog(shop.app, staff, [change]);
}
const refusal = async () => {
  const { status, errors } = await setDraft(true);
  return [status, errors];
};
const post = ({ call, student_id }: Buyer, path: string) =>
  call('POST', `/route/${lateBus.route_id}/${path}`, { student_id });

/** @shows SE8.1 */
it('a season of which families have nothing becomes a draft again', async () => {
  expect((await setDraft(true)).status).toBe(200);
  expect((await setDraft(false)).status).toBe(200);
});

/** @shows SE8.1 */
it('a season with a seat in a checkout, a waiting child or a contract stays published', async () => {
  const [holding, waiting, buying] = [await aBuyer(shop.app), await aBuyer(shop.app), await aBuyer(shop.app)];
  await verifyEmailOf(shop.app, waiting);
  await shop.context.db.execute(sql`update routes set capacity = 1 where id = ${lateBus.route_id}`);
  expect((await post(holding, 'hold')).status).toBe(200);
  const stays = 'so it stays published. Close its schools instead.';
  expect(await refusal()).toEqual([409, [`1 family holds a seat in it or waits for one, ${stays}`]]);
  expect((await post(waiting, 'waiting-list')).status).toBe(200);
  expect(await refusal()).toEqual([409, [`2 families hold a seat in it or wait for one, ${stays}`]]);
  await shop.context.db.execute(sql`update routes set capacity = null where id = ${lateBus.route_id}`);
  const order = { contract: aContract(buying, lateBus, 'EC-LB'), payment: aCard() };
  expect((await checkOut(shop.app, buying, order)).status).toBe(200);
  expect(await refusal()).toEqual([409, [`1 contract was signed in it, ${stays}`]]);
});
