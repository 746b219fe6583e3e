import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainOutbox } from '#platform/outbox/outbox.ts';
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
import { verifyEmailOf } from '#tests/support/app/people.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { seatEmails } from './seat-emails.service.ts';
import { hasSeatFor, releaseSeat, takeSeat } from './seats.service.ts';
import { offerFreedSeats } from './waiting-list.service.ts';

let shop: SeasonApp;
let lateBus: Offer;
const everybody: Buyer[] = [];

beforeAll(async () => {
  shop = await openSeasonApp();
  lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
  for (let n = 0; n < 12; n += 1) everybody.push(await aVerifiedBuyer());
}, 60_000);
afterAll(() => shop.close());

// The demo season's late bus has three seats; each test starts with all seats free, and families without
// orders.
beforeEach(async () => {
  shop.context.clock.moveTo('2026-04-10T14:00:00Z');
  const { pool, asOwner } = shop.context.database;
  await asOwner('truncate seat_holds, waiting_list');
  await pool.query("update orders set status = 'cancelled'");
  await pool.query('update routes set seats_taken = 0 where id = $1', [lateBus.route_id]);
});

async function aVerifiedBuyer(): Promise<Buyer> {
  const buyer = await aBuyer(shop.app);
  await verifyEmailOf(shop.app, buyer);
  return buyer;
}

const hold = (buyer: Buyer, route_id = lateBus.route_id) =>
  buyer.call('POST', `/route/${route_id}/hold`, { student_id: buyer.student_id });
const letGo = (buyer: Buyer) => buyer.call('DELETE', `/route/${lateBus.route_id}/hold/${buyer.student_id}`);
const wait = (buyer: Buyer) =>
  buyer.call('POST', `/route/${lateBus.route_id}/waiting-list`, { student_id: buyer.student_id });
const waits = async (buyer: Buyer) => (await buyer.call('GET', '/waiting-list')).items;
const buy = (buyer: Buyer) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, lateBus, 'EC-LB'), payment: aCard() });
const seatsTaken = async () =>
  (await shop.context.database.pool.query('select seats_taken from routes where id = $1', [lateBus.route_id]))
    .rows[0].seats_taken;

async function seatsLeftFor(buyer?: Buyer): Promise<number> {
  const path = `/route/read/all/${lateBus.period_program_id}/1`;
  const routes = buyer
    ? (await buyer.call('GET', path)).items
    : (await shop.app.inject(`/api${path}`)).json().items;
  return routes.find((route: any) => route.id === lateBus.route_id).seats_left;
}

const families = (n: number) => everybody.slice(0, n);

async function threeFamiliesHold(): Promise<Buyer[]> {
  const buyers = everybody.slice(-3);
  for (const buyer of buyers) expect((await hold(buyer)).status).toBe(200);
  return buyers;
}

async function mailsAfter(work: () => Promise<unknown>): Promise<{ to: string[]; subject: string }[]> {
  const before = shop.context.mail.sent.length;
  await work();
  await drainOutbox(shop.context, seatEmails(shop.context));
  return shop.context.mail.sent.slice(before);
}

describe('a seat on hold', () => {
  it('is kept for fifteen minutes from step 3, however often it is asked for', async () => {
    const [buyer] = families(1);
    const first = await hold(buyer!);
    expect(first.items).toEqual([
      {
        route_id: lateBus.route_id,
        student_id: buyer!.student_id,
        held_until: expect.any(String),
        seconds_left: 900,
        seconds_until_again: 1800,
      },
    ]);
    shop.context.clock.advanceMs(10 * MINUTE_MS);
    expect((await hold(buyer!)).items).toEqual([
      { ...first.items[0], seconds_left: 300, seconds_until_again: 1200 },
    ]);
  });

  it('is gone for everybody else, and left for its own family', async () => {
    const [buyer, other] = families(2);
    await hold(buyer!);
    expect([await seatsLeftFor(), await seatsLeftFor(other), await seatsLeftFor(buyer)]).toEqual([2, 2, 3]);
  });

  it('is refused when every seat is sold or kept, until one runs out', async () => {
    await threeFamiliesHold();
    const [late] = families(1);
    expect(await hold(late!)).toMatchObject({
      status: 409,
      errors: ['This route is full. Please choose another route.'],
    });
    expect((await buy(late!)).status).toBe(409);
    shop.context.clock.advanceMs(15 * MINUTE_MS);
    expect((await hold(late!)).status).toBe(200);
  });

  it('becomes the seat of whoever holds it, though others press at the same moment', async () => {
    const [holder, ...others] = families(6);
    await hold(holder!);
    const answers = await Promise.all([...others, holder!].map(buy));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.at(-1)!.status).toBe(200);
    expect(await seatsTaken()).toBe(3);
  });

  it('moves with the child to another route, and is not needed where seats never end', async () => {
    const [buyer] = families(1);
    await hold(buyer!);
    const roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    expect((await hold(buyer!, roundTrip.route_id)).items[0]).toMatchObject({
      held_until: null,
      seconds_left: null,
      seconds_until_again: null,
    });
    expect(await seatsLeftFor()).toBe(3);
  });

  it('can be given back, and only by its own family', async () => {
    const [buyer, other] = families(2);
    await hold(buyer!);
    expect((await other!.call('DELETE', `/route/${lateBus.route_id}/hold/${buyer!.student_id}`)).status).toBe(
      404,
    );
    expect(await seatsLeftFor()).toBe(2);
    expect((await letGo(buyer!)).status).toBe(200);
    expect(await seatsLeftFor()).toBe(3);
  });

  it('is for a child of one’s own on a route that there is', async () => {
    const [buyer, other] = families(2);
    expect(
      (await buyer!.call('POST', `/route/${lateBus.route_id}/hold`, { student_id: other!.student_id }))
        .status,
    ).toBe(404);
    expect((await hold(buyer!, 999_999)).errors).toEqual(['Contracts for this route aren’t on sale.']);
    expect(
      (
        await shop.app.inject({
          method: 'POST',
          url: `/api/route/${lateBus.route_id}/hold`,
          payload: { student_id: 1 },
        })
      ).statusCode,
    ).toBe(401);
  });
});

describe('the seats of a route', () => {
  const inTx = <T>(work: Parameters<typeof shop.context.db.transaction<T>>[0]) =>
    shop.context.db.transaction(work);
  const now = () => shop.context.clock.now();
  const ofLateBus = () => ({ id: lateBus.route_id, capacity: 3 });
  const take = (route: { id: number; capacity: number | null } = ofLateBus(), student_id = 0) =>
    inTx((tx) => takeSeat(tx, now(), { route, student_id }));

  it('are sold as often as there are seats when 64 families press at once', async () => {
    const taken = await Promise.all(Array.from({ length: 64 }, (_, n) => take(ofLateBus(), n)));
    expect([taken.filter(Boolean).length, await seatsTaken()]).toEqual([3, 3]);
  });

  it('are never promised to two: twelve families at once keep three', async () => {
    const answers = await Promise.all(everybody.map((buyer) => hold(buyer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('can be sold again when one is given back, and never more are given back than were taken', async () => {
    for (let n = 0; n < 3; n += 1) await take();
    const back = () => inTx((tx) => releaseSeat(tx, now(), lateBus.route_id));
    expect(await back()).toBe(true);
    expect([await take(), await take()]).toEqual([true, false]);
    for (let n = 0; n < 3; n += 1) await back();
    expect(await back()).toBe(false);
  });

  it('never end on a route without a number of seats', async () => {
    const { route_id } = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    const taken = await Promise.all(Array.from({ length: 20 }, () => take({ id: route_id, capacity: null })));
    expect(taken.every(Boolean)).toBe(true);
    expect(await hasSeatFor(shop.context.db, now(), { route_id, student_id: 0 })).toBe(true);
  });

  it('are not taken by an order that was undone', async () => {
    await inTx(async (tx) => {
      await takeSeat(tx, now(), { route: ofLateBus(), student_id: 0 });
      tx.rollback();
    }).catch(() => undefined);
    expect(await seatsTaken()).toBe(0);
  });
});

describe('the waiting list', () => {
  it('is for a full route, and tells a family its place', async () => {
    const [first, second, early] = families(3);
    expect((await wait(early!)).errors).toEqual([
      'This route has a free seat. Choose the route to hold the seat.',
    ]);
    await threeFamiliesHold();
    expect((await wait(first!)).items[0]).toMatchObject({
      route_name: 'Late bus only',
      position: 1,
      offered_until: null,
    });
    expect((await wait(second!)).items[0]).toMatchObject({ position: 2 });
    expect((await wait(second!)).items[0]).toMatchObject({ position: 2 });
    expect((await waits(second!)).map(({ position }) => position)).toEqual([2]);
    expect(await waits(early!)).toEqual([]);
  });

  it('offers a seat that is given back to the first, by mail, and keeps it a day', async () => {
    const holders = await threeFamiliesHold();
    const [first, second] = families(2);
    await wait(first!);
    await wait(second!);
    const mails = await mailsAfter(() => letGo(holders[0]!));
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: [first!.email], subject: expect.stringContaining('A seat has opened up for') },
    ]);
    const [offered] = await waits(first!);
    expect(new Date(offered.offered_until).getTime() - shop.context.clock.now().getTime()).toBe(
      24 * 60 * MINUTE_MS,
    );
    expect((await hold(second!)).status).toBe(409);
    expect((await buy(first!)).status).toBe(200);
    expect(await waits(first!)).toEqual([]);
    expect((await waits(second!))[0]).toMatchObject({ position: 1, offered_until: null });
  });

  it('goes before everybody who did not wait', async () => {
    await threeFamiliesHold();
    const [first, second] = families(2);
    await wait(first!);
    shop.context.clock.advanceMs(15 * MINUTE_MS);
    // All three holds have expired: two seats are free for anybody, and one is for the list.
    expect(await seatsLeftFor(second)).toBe(2);
    await offerFreedSeats(shop.context.db, shop.context.clock.now());
    expect((await waits(first!))[0].offered_until).not.toBeNull();
    const [third, fourth] = everybody.slice(2);
    expect([(await hold(third!)).status, (await hold(fourth!)).status, (await hold(second!)).status]).toEqual(
      [200, 200, 409],
    );
  });

  it('passes an offer on when nobody takes it up within its day, and offers nothing twice', async () => {
    const holders = await threeFamiliesHold();
    const [first, second] = families(2);
    await wait(first!);
    await wait(second!);
    expect(await mailsAfter(() => letGo(holders[0]!))).toHaveLength(1);
    for (const holder of holders.slice(1)) expect((await buy(holder)).status).toBe(200);
    const offer = () => offerFreedSeats(shop.context.db, shop.context.clock.now());
    expect(await mailsAfter(offer)).toEqual([]);
    shop.context.clock.advanceMs(24 * 60 * MINUTE_MS);
    const mails = await mailsAfter(offer);
    expect(mails.map(({ to }) => to)).toEqual([[second!.email]]);
    expect(await waits(first!)).toEqual([]);
    expect(await mailsAfter(offer)).toEqual([]);
  });

  it('can be left, and the seat on offer goes to the next', async () => {
    const holders = await threeFamiliesHold();
    const [first, second] = families(2);
    await wait(first!);
    await wait(second!);
    await letGo(holders[0]!);
    await first!.call('DELETE', `/route/${lateBus.route_id}/waiting-list/${first!.student_id}`);
    expect(await waits(first!)).toEqual([]);
    expect((await waits(second!))[0].offered_until).not.toBeNull();
  });
});
