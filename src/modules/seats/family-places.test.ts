import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import { sessionOf, verifyEmailOf } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { drainOutbox } from '#platform/outbox/outbox.ts';
import { seatEmails } from './seat-emails.service.ts';
import { offerFreedSeats } from './waiting-list.service.ts';

const MANY = 50;

let shop: SeasonApp;
let routes: number[];
let lateBus: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
  const others = await shop.context.database.pool.query(
    'select id::int from routes where is_active and id <> $1 order by id limit 2',
    [lateBus.route_id],
  );
  routes = [lateBus.route_id, ...others.rows.map(({ id }) => id)];
}, 60_000);
afterAll(() => shop.close());

beforeEach(async () => {
  shop.context.clock.moveTo('2026-04-10T14:00:00Z');
  const { pool } = shop.context.database;
  await pool.query('delete from seat_holds; delete from waiting_list');
  await pool.query('update routes set seats_taken = 0 where id = any($1)', [routes]);
  await seats(MANY);
});

const seats = (capacity: number) =>
  shop.context.database.pool.query('update routes set capacity = $1 where id = any($2)', [capacity, routes]);
const pass = (ms: number) => shop.context.clock.advanceMs(ms);
const hold = (buyer: Buyer, route_id = routes[0]!) =>
  buyer.call('POST', `/route/${route_id}/hold`, { student_id: buyer.student_id });
const release = (buyer: Buyer, route_id = routes[0]!) =>
  buyer.call('DELETE', `/route/${route_id}/hold/${buyer.student_id}`);
const wait = (buyer: Buyer, route_id = routes[0]!) =>
  buyer.call('POST', `/route/${route_id}/waiting-list`, { student_id: buyer.student_id });
const leave = (buyer: Buyer, route_id = routes[0]!) =>
  buyer.call('DELETE', `/route/${route_id}/waiting-list/${buyer.student_id}`);
const offer = () => offerFreedSeats(shop.context.db, shop.context.clock.now());
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

/** An access token expires within a day. */
const signedInAgain = async (buyer: Buyer): Promise<Buyer> => ({
  ...(await sessionOf(shop.app, buyer)),
  student_id: buyer.student_id,
});

async function aFamilyOf(children: number, { isVerified = true } = {}): Promise<Buyer[]> {
  const family = await aBuyer(shop.app);
  if (isVerified) await verifyEmailOf(shop.app, family);
  const all = [family];
  while (all.length < children) {
    const student_id = await aStudentOf(family, { first_name: `Child ${all.length}` });
    all.push({ ...family, student_id });
  }
  return all;
}

async function heldUntil(buyer: Buyer): Promise<string> {
  const answer = await hold(buyer);
  expect(answer.status).toBe(200);
  return answer.items[0].held_until;
}

/** @shows H8.1 */
describe('the places of a family', () => {
  it('are three of a route', async () => {
    const children = await aFamilyOf(4);
    const answers = [];
    for (const child of children) answers.push(await hold(child));
    expect(statuses(answers)).toEqual([200, 200, 200, 409]);
    expect(answers[3]!.errors).toEqual([
      'Your family is already holding or waiting for 3 seats on this route, the most we hold for one ' +
        'family. Sign for one of them or give one up first. You can still sign for any seat that’s free.',
    ]);
    await release(children[0]!);
    expect((await hold(children[1]!)).status).toBe(200);
  });

  it('are six in all, those waited for too', async () => {
    const children = await aFamilyOf(7);
    const answers = [];
    for (const child of children.slice(0, 3)) answers.push(await hold(child, routes[0]!));
    await seats(0);
    for (const child of children.slice(3, 6)) answers.push(await wait(child, routes[1]!));
    answers.push(await wait(children[6]!, routes[2]!));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200, 409]);
    expect(answers[6]!.errors[0]).toContain('Your family is already holding or waiting for 6 seats');
  });

  it('are no more when all are asked for at once, on one route and on several', async () => {
    const children = await aFamilyOf(8);
    const onOne = await Promise.all(children.map((child) => hold(child)));
    expect(statuses(onOne).filter((status) => status === 200)).toHaveLength(3);
    await shop.context.database.pool.query('delete from seat_holds');
    const onAll = await Promise.all(children.map((child, n) => hold(child, routes[n % routes.length])));
    expect(statuses(onAll).filter((status) => status === 200)).toHaveLength(6);
  });

  it('may be bought however many are held', async () => {
    const children = await aFamilyOf(4);
    for (const child of children) await hold(child);
    const bought = await checkOut(shop.app, children[3]!, {
      contract: aContract(children[3]!, lateBus, 'EC-LB'),
      payment: aCard(),
    });
    expect(bought.status).toBe(200);
  });
});

/** @shows H8.2 */
describe('a family whose address is not verified', () => {
  it('keeps one seat of a route and two in all', async () => {
    const children = await aFamilyOf(4, { isVerified: false });
    const answers = [await hold(children[0]!), await hold(children[1]!)];
    answers.push(await hold(children[2]!, routes[1]), await hold(children[3]!, routes[2]));
    expect(statuses(answers)).toEqual([200, 409, 200, 409]);
    expect(answers[1]!.errors[0]).toMatch(
      /^Until you verify your email address, we can hold one seat per route/,
    );
    await verifyEmailOf(shop.app, children[0]!);
    expect((await hold(children[1]!)).status).toBe(200);
  });

  it('has no place on a waiting list, but may buy', async () => {
    await seats(0);
    const [family] = await aFamilyOf(1, { isVerified: false });
    const refused = await wait(family!);
    expect([refused.status, refused.errors[0]]).toEqual([
      409,
      expect.stringMatching(/^Please verify your email address before you join a waiting list/),
    ]);
    await seats(MANY);
    const bought = await checkOut(shop.app, family!, {
      contract: aContract(family!, lateBus, 'EC-LB'),
      payment: aCard(),
    });
    expect(bought.status).toBe(200);
  });
});

/** @shows H8.3 */
describe('a hold that has ended', () => {
  it('comes back with its old end when it was released', async () => {
    const [child] = await aFamilyOf(1);
    const end = await heldUntil(child!);
    for (const minutes of [5, 4]) {
      pass(minutes * MINUTE_MS);
      await release(child!);
      expect(await heldUntil(child!)).toBe(end);
    }
  });

  it('comes back with its old end after a detour by another route', async () => {
    const [child] = await aFamilyOf(1);
    const end = await heldUntil(child!);
    pass(5 * MINUTE_MS);
    await hold(child!, routes[1]);
    expect(await heldUntil(child!)).toBe(end);
  });

  it('keeps nothing for 15 minutes after it has run out, and is a new one then', async () => {
    const [child] = await aFamilyOf(1);
    const [stranger] = await aFamilyOf(1);
    await seats(1);
    const held_until = await heldUntil(child!);
    pass(16 * MINUTE_MS);
    expect((await hold(child!)).items[0]).toMatchObject({
      held_until,
      seconds_left: 0,
      seconds_until_again: 14 * 60,
    });
    expect((await hold(stranger!)).status).toBe(200);
    expect((await hold(child!)).status).toBe(409);
    await seats(MANY);
    pass(14 * MINUTE_MS);
    expect((await hold(child!)).items[0].seconds_left).toBe(900);
  });

  it('is not stretched by siblings in turn', async () => {
    const children = await aFamilyOf(6);
    for (const child of children.slice(0, 3)) await hold(child);
    pass(15 * MINUTE_MS);
    const answers = await Promise.all(children.slice(3).map((child) => hold(child)));
    expect(answers.map(({ items }) => items[0].seconds_left)).toEqual([0, 0, 0]);
    const { rows } = await shop.context.database.pool.query(
      'select count(*)::int as n from seat_holds where held_until > $1',
      [shop.context.clock.now()],
    );
    expect(rows[0].n).toBe(0);
  });
});

/** @shows H8.4 */
describe('an offer that was not taken', () => {
  it('keeps its child off the route’s seats and list for a day, and no other child', async () => {
    await seats(0);
    const [first, second] = await aFamilyOf(2);
    await wait(first!);
    await seats(1);
    await offer();
    expect((await hold(first!)).items[0]).toMatchObject({
      seconds_left: DAY_MS / 1000,
      seconds_until_again: (2 * DAY_MS) / 1000,
    });
    pass(DAY_MS);
    await offer();
    const refused = await hold(await signedInAgain(first!));
    expect([refused.status, refused.errors[0]]).toEqual([
      409,
      expect.stringContaining('You can hold or wait for one again in 24 hours.'),
    ]);
    await seats(0);
    pass(DAY_MS - HOUR_MS);
    const [child, sibling] = [await signedInAgain(first!), await signedInAgain(second!)];
    expect((await wait(child)).errors[0]).toContain('again in an hour.');
    expect((await wait(sibling)).status).toBe(200);
    pass(HOUR_MS);
    expect((await wait(child)).items[0]).toMatchObject({ position: 2, offered_until: null });
  });

  it('does so as well when it is given back', async () => {
    await seats(0);
    const [child] = await aFamilyOf(1);
    await wait(child!);
    await seats(1);
    await offer();
    await leave(child!);
    await seats(0);
    expect((await wait(child!)).status).toBe(409);
  });
});

describe('families without a verified address', () => {
  const buyers = (n: number) => Promise.all(Array.from({ length: n }, () => aBuyer(shop.app)));
  const from = (buyer: Buyer, network: string, route_id = routes[0]!) =>
    shop.app
      .inject({
        method: 'POST',
        url: `/api/route/${route_id}/hold`,
        remoteAddress: network,
        headers: { authorization: `Bearer ${buyer.tokens.access_token}` },
        payload: { student_id: buyer.student_id },
      })
      .then(({ statusCode, json }) => ({ status: statusCode, errors: json().errors }));

  /** @shows MH8.1 */
  it('hold two seats of a route from one network, and another one from elsewhere', async () => {
    const [first, second, third] = await buyers(3);
    expect((await from(first!, '198.51.100.7')).status).toBe(200);
    expect((await from(second!, '198.51.100.7')).status).toBe(200);
    expect(await from(third!, '198.51.100.7')).toMatchObject({
      status: 409,
      errors: [expect.stringContaining('open the link in our email')],
    });
    expect((await from(third!, '198.51.100.8')).status).toBe(200);
    expect((await from(third!, '198.51.100.7', routes[1])).status).toBe(200);
  });

  /** @shows MH8.2 */
  it('hold a tenth of the seats of a route, one at the least, from whatever networks', async () => {
    const all = await buyers(6);
    const answers: { status: number }[] = [];
    for (const [nr, buyer] of all.entries()) answers.push(await from(buyer, `198.51.100.${nr}`));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 409]);
    const [verified] = await buyers(1);
    await verifyEmailOf(shop.app, verified!);
    expect((await from(verified!, '198.51.100.0')).status).toBe(200);
    await shop.context.database.pool.query('delete from seat_holds');
    await seats(3);
    expect([
      (await from(all[0]!, '198.51.100.1')).status,
      (await from(all[1]!, '198.51.100.2')).status,
    ]).toEqual([200, 409]);
  });

  /** @shows MH8.3 */
  it('lose a seat to whoever pays now, and are told; verified families keep theirs', async () => {
    await seats(2);
    const [held, kept, payer, late] = await buyers(4);
    await verifyEmailOf(shop.app, kept!);
    expect(statuses([await hold(held!), await hold(kept!)])).toEqual([200, 200]);
    const before = shop.context.mail.sent.length;
    const buy = (buyer: Buyer) =>
      checkOut(shop.app, buyer, { contract: aContract(buyer, lateBus, 'EC-LB'), payment: aCard() });
    expect(statuses([await buy(payer!), await buy(late!)])).toEqual([200, 409]);
    await drainOutbox(shop.context, seatEmails(shop.context));
    expect(shop.context.mail.sent.slice(before)).toMatchObject([
      { to: [held!.email], subject: 'We’re no longer holding a seat for your child' },
    ]);
    expect(statuses([await buy(held!), await buy(kept!)])).toEqual([409, 200]);
  });
});
