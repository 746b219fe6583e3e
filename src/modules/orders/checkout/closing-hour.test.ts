import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { offerFreedSeats } from '#modules/seats/waiting-list.service.ts';
import { verifyEmailOf } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  acceptancesOf,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

const OPENS = '2026-04-10T14:10:00Z';
const CLOSES = '2026-04-10T14:30:00Z';

let shop: SeasonApp;
let lateBus: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
  await shop.context.db.execute(
    sql`update period_program_groups set opens_at = ${OPENS}, closes_at = ${CLOSES}`,
  );
});
afterAll(() => shop.close());

const setCapacity = (capacity: number | null) =>
  shop.context.db.execute(sql`update routes set capacity = ${capacity} where id = ${lateBus.route_id}`);

beforeEach(async () => {
  await shop.context.database.asOwner('truncate seat_holds, waiting_list');
  await shop.context.db.execute(sql`update orders set status = 'cancelled'`);
  await shop.context.db.execute(sql`update routes set seats_taken = 0 where id = ${lateBus.route_id}`);
  shop.context.clock.moveTo('2026-04-10T14:20:00Z');
  await setCapacity(20);
});

const moveTo = (hour: string, ms = 0) => shop.context.clock.moveTo(new Date(Date.parse(hour) + ms));
const contract = (buyer: Buyer) => aContract(buyer, lateBus, 'EC-LB');
const quote = (buyer: Buyer) => buyer.call('POST', '/order/quote', { contract: contract(buyer) });
const hold = ({ call, student_id }: Buyer) => call('POST', `/route/${lateBus.route_id}/hold`, { student_id });
const buy = (buyer: Buyer) =>
  checkOut(shop.app, buyer, {
    payment: aCard(),
    contract: contract(buyer),
    acceptances: acceptancesOf(lateBus),
  });
async function aFamilyInCheckout(): Promise<Buyer> {
  const buyer = await aBuyer(shop.app);
  expect((await hold(buyer)).status).toBe(200);
  return buyer;
}
const CLOSED = [422, { 'contract.program_id': [expect.any(String)] }];
const told = ({ status, fields }: Awaited<ReturnType<typeof quote>>) => [status, fields];

describe('an order and its quote', () => {
  /** @shows SE8.2 */
  it('are refused just before the opening and taken at the opening', async () => {
    const buyer = await aBuyer(shop.app);
    moveTo(OPENS, -1);
    expect(told(await quote(buyer))).toEqual(CLOSED);
    expect(told(await buy(buyer))).toEqual(CLOSED);
    moveTo(OPENS);
    expect((await quote(buyer)).status).toBe(200);
    expect((await buy(buyer)).status).toBe(200);
  });

  /** @shows SE8.2 */
  it('are taken until the closing and refused at its second', async () => {
    const [last, late] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    moveTo(CLOSES, -1);
    expect((await buy(last)).status).toBe(200);
    moveTo(CLOSES);
    expect(told(await quote(late))).toEqual(CLOSED);
    expect(told(await buy(late))).toEqual(CLOSED);
  });
});

describe('a checkout that is open at the closing', () => {
  /** @shows SE8.5 */
  it('is finished within 15 minutes', async () => {
    moveTo(CLOSES, -1000);
    const buyer = await aFamilyInCheckout();
    moveTo(CLOSES, 15 * MINUTE_MS - 1);
    expect((await quote(buyer)).status).toBe(200);
    expect((await buy(buyer)).status).toBe(200);
  });

  /** @shows SE8.5 */
  it('is refused after 15 minutes', async () => {
    moveTo(CLOSES, -1000);
    const buyer = await aFamilyInCheckout();
    moveTo(CLOSES, 15 * MINUTE_MS);
    expect(told(await quote(buyer))).toEqual(CLOSED);
    expect(told(await buy(buyer))).toEqual(CLOSED);
  });

  /** @shows SE8.5 */
  it('is not one that begins after the closing, nor one whose seat was given up before', async () => {
    moveTo(OPENS);
    const gone = await aFamilyInCheckout();
    moveTo(CLOSES, MINUTE_MS);
    const late = await aFamilyInCheckout();
    for (const buyer of [gone, late]) expect(told(await buy(buyer))).toEqual(CLOSED);
  });

  /** @shows SE8.5 */
  it('is finished without a kept seat where the route has no limit', async () => {
    await setCapacity(null);
    const buyer = await aBuyer(shop.app);
    moveTo(CLOSES, MINUTE_MS);
    expect((await buy(buyer)).status).toBe(200);
    moveTo(CLOSES, 15 * MINUTE_MS);
    expect(told(await quote(await aBuyer(shop.app)))).toEqual(CLOSED);
  });

  /** @shows SE8.5 */
  it('is not saved by the hour where staff switch the school off', async () => {
    moveTo(CLOSES, -1000);
    const buyer = await aFamilyInCheckout();
    await shop.context.db.execute(sql`update period_program_groups set is_active = false`);
    expect(told(await buy(buyer))).toEqual(CLOSED);
    moveTo(CLOSES, 1000);
    expect(told(await buy(buyer))).toEqual(CLOSED);
    await shop.context.db.execute(sql`update period_program_groups set is_active = true`);
  });
});

/** @shows SE8.2 */
it('no seat is kept and no place on the waiting list taken before the opening', async () => {
  const buyer = await aBuyer(shop.app);
  await verifyEmailOf(shop.app, buyer);
  const wait = () =>
    buyer.call('POST', `/route/${lateBus.route_id}/waiting-list`, { student_id: buyer.student_id });
  moveTo(OPENS, -1);
  expect((await hold(buyer)).status).toBe(404);
  await setCapacity(0);
  expect((await wait()).status).toBe(404);
  moveTo(OPENS);
  expect((await wait()).status).toBe(200);
  await setCapacity(20);
  expect((await hold(buyer)).status).toBe(200);
});

/** @shows SE8.2 SE8.5 */
it('an offered seat may be accepted for 15 minutes after the closing, and rests then', async () => {
  const buyer = await aBuyer(shop.app);
  await verifyEmailOf(shop.app, buyer);
  await setCapacity(0);
  const path = `/route/${lateBus.route_id}/waiting-list`;
  expect((await buyer.call('POST', path, { student_id: buyer.student_id })).status).toBe(200);
  await setCapacity(20);
  const offered = async (hour: string, ms: number) => {
    moveTo(hour, ms);
    await offerFreedSeats(shop.context.db, shop.context.clock.now());
    return (await buyer.call('GET', '/waiting-list')).items[0].offered_until !== null;
  };
  expect(await offered(CLOSES, -1000)).toBe(true);
  expect(await offered(CLOSES, MINUTE_MS)).toBe(true);
  expect((await quote(buyer)).status).toBe(200);
  expect(await offered(CLOSES, 15 * MINUTE_MS)).toBe(false);
});
