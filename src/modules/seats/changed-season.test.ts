import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainOutbox } from '#platform/outbox/outbox.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { SeasonRefused } from '#modules/catalog/season/season-problem.ts';
import { MINUTE_MS } from '#kit/durations.ts';
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
import { createSeasonFolder, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { seatEmails } from './seat-emails.service.ts';
import { offerFreedSeats } from './waiting-list.service.ts';

const TODAY = '2026-04-10T14:00:00Z';

let shop: SeasonApp;
let seasons: SeasonFolder;
let lateBus: Offer;
const everybody: Buyer[] = [];

beforeAll(async () => {
  shop = await openSeasonApp();
  seasons = await createSeasonFolder();
  lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
  for (let n = 0; n < 6; n += 1) {
    const buyer = await aBuyer(shop.app);
    await verifyEmailOf(shop.app, buyer);
    everybody.push(buyer);
  }
}, 60_000);
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});

const run = (statement: string, values: unknown[] = []) =>
  shop.context.database.pool.query(statement, values);
const setCapacity = (capacity: number | null) =>
  run('update routes set capacity = $2 where id = $1', [lateBus.route_id, capacity]);

const setRoute = (values: string) => run(`update routes set ${values} where id = $1`, [lateBus.route_id]);

const OPEN = [
  'update program_groups set is_active = true',
  'update period_program_groups set is_active = true',
  'update period_programs set is_active = true',
  'update routes set is_active = true',
  "update payment_terms set thru_dt = null, is_admin_only = false where identifier = 'EC-LB'",
];

// Each test starts with three free seats on the late bus, and families without orders.
beforeEach(async () => {
  shop.context.clock.moveTo(TODAY);
  await shop.context.database.asOwner('truncate seat_holds, waiting_list');
  await run("update orders set status = 'cancelled'");
  await run('update routes set seats_taken = 0, capacity = 3 where id = $1', [lateBus.route_id]);
  for (const statement of OPEN) await run(statement);
});

const hold = (buyer: Buyer) =>
  buyer.call('POST', `/route/${lateBus.route_id}/hold`, { student_id: buyer.student_id });
const wait = (buyer: Buyer) =>
  buyer.call('POST', `/route/${lateBus.route_id}/waiting-list`, { student_id: buyer.student_id });
const waits = async (buyer: Buyer) => (await buyer.call('GET', '/waiting-list')).items;
const buy = (buyer: Buyer) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, lateBus, 'EC-LB'), payment: aCard() });
const offer = () => offerFreedSeats(shop.context.db, shop.context.clock.now());

async function sentMails() {
  const before = shop.context.mail.sent.length;
  await drainOutbox(shop.context, seatEmails(shop.context));
  return shop.context.mail.sent.slice(before);
}

const mailed = async () => (await sentMails()).flatMap(({ to }) => to);

async function problemsOfCapacity(capacity: number): Promise<string[]> {
  const path = await seasons.write((season) => {
    season.periods[0].programs[0].routes[2].capacity = capacity;
  });
  const error = await importSeasonFile(shop.context, path, { dryRun: true }).catch(
    (thrown: unknown) => thrown,
  );
  return error instanceof SeasonRefused ? error.problems.map(({ problem }) => problem) : [];
}

/** @shows MC2.1 */
describe('a season with fewer seats on a route', () => {
  it('is refused below what was sold, held and offered, with the numbers', async () => {
    const [sold, held, waiting] = everybody;
    expect((await buy(sold!)).status).toBe(200);
    await hold(held!);
    expect(await problemsOfCapacity(1)).toEqual(['must be 2 or more: 1 is sold, 1 is held']);
    expect(await problemsOfCapacity(2)).toEqual([]);
    await setCapacity(2);
    expect((await wait(waiting!)).status).toBe(200);
    await setCapacity(3);
    await offer();
    expect(await problemsOfCapacity(2)).toEqual(['must be 3 or more: 1 is sold, 1 is held, 1 is offered']);
  });

  it('is taken once the holds have run out', async () => {
    for (const buyer of everybody.slice(0, 2)) await hold(buyer);
    expect(await problemsOfCapacity(1)).toEqual(['must be 2 or more: 2 are held']);
    shop.context.clock.advanceMs(15 * MINUTE_MS);
    expect(await problemsOfCapacity(1)).toEqual([]);
  });
});

const setTerm = (values: string) => run(`update payment_terms set ${values} where identifier = 'EC-LB'`);

const CHANGES: readonly (readonly [name: string, change: () => Promise<unknown>, status: number])[] = [
  ['has no seat any more', () => setCapacity(0), 409],
  ['never fills up any more', () => setCapacity(null), 200],
  ['is over', () => setRoute('is_active = false'), 422],
  ['is of a school that is closed', () => run('update program_groups set is_active = false'), 422],
  ['is of a program that is closed', () => run('update period_programs set is_active = false'), 422],
  [
    'is of a year that the school is not in',
    () => run('update period_program_groups set is_active = false'),
    422,
  ],
  ['has a term whose window has ended', () => setTerm("thru_dt = '2026-04-09'"), 422],
  ['has a term for staff alone', () => setTerm('is_admin_only = true'), 422],
];

/** @shows MC2.2 */
describe('a family that holds a seat of a route, which meanwhile', () => {
  it.each(CHANGES)('%s, reads so and meets no error', async (_name, change, status) => {
    const [buyer] = everybody;
    expect((await hold(buyer!)).status).toBe(200);
    await change();
    const answer = await buy(buyer!);
    expect([answer.status, answer.errors.length > 0]).toEqual([status, status !== 200]);
  });

  it('has fewer seats than are held, is sold to whoever comes first, and to no more', async () => {
    for (const buyer of everybody.slice(0, 3)) await hold(buyer);
    await setCapacity(1);
    const answers = await Promise.all(everybody.slice(0, 3).map(buy));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

const CLOSINGS: readonly (readonly [name: string, close: () => Promise<unknown>])[] = [
  ...CHANGES.filter(([name, , status]) => status === 422 && name !== 'is over').map(
    ([name, close]) => [name, close] as const,
  ),
  ['has terms that begin later', () => setTerm("from_dt = '2026-05-01'")],
];

async function twoWait(): Promise<[first: Buyer, second: Buyer]> {
  await setCapacity(0);
  const [first, second] = everybody;
  for (const buyer of [first!, second!]) expect((await wait(buyer)).status).toBe(200);
  return [first!, second!];
}

async function reopen(): Promise<void> {
  for (const statement of OPEN) await run(statement);
  await setTerm('from_dt = null');
}

describe('the waiting list of a route that', () => {
  /** @shows MC3.1 */
  it.each(CLOSINGS)('%s rests, and goes on in the same order', async (_name, close) => {
    const [first, second] = await twoWait();
    await close();
    await setCapacity(1);
    await offer();
    expect([await mailed(), (await waits(first)).length]).toEqual([[], 1]);
    await reopen();
    await offer();
    expect(await mailed()).toEqual([first.email]);
    expect((await waits(second))[0]).toMatchObject({ position: 2, offered_until: null });
    expect((await buy(first)).status).toBe(200);
  });

  /** @shows MC3.1 SE2.1 */
  it('has ended rests, tells each family once, and goes on when the route starts again', async () => {
    const [first, second] = await twoWait();
    await setRoute('is_active = false');
    await setCapacity(1);
    await offer();
    await offer();
    const told = await sentMails();
    expect(told.map(({ to }) => to)).toEqual([[first.email], [second.email]]);
    expect(told[0]).toMatchObject({ subject: 'We no longer sell the route Late bus only' });
    expect(told[0]!.text).toContain('no seat will open up');
    await setRoute('is_active = true');
    await offer();
    expect(await mailed()).toEqual([first.email]);
    expect((await waits(second))[0]).toMatchObject({ position: 2 });
  });

  /** @shows MC3.3 */
  it('has ended and starts again before the email leaves tells nobody', async () => {
    await twoWait();
    await setRoute('is_active = false');
    await offer();
    await setRoute('is_active = true');
    expect(await mailed()).toEqual([]);
  });

  /** @shows MC3.2 */
  it('closes after an offer takes it back and makes it again, with a whole day', async () => {
    const [first] = await twoWait();
    await setCapacity(1);
    await offer();
    expect(await mailed()).toEqual([first.email]);
    await run('update program_groups set is_active = false');
    await offer();
    shop.context.clock.advanceMs(90 * MINUTE_MS);
    await offer();
    expect((await waits(first))[0]).toMatchObject({ position: 1, offered_until: null });
    await reopen();
    await offer();
    expect(await mailed()).toEqual([first.email]);
    const [{ offered_until }] = await waits(first);
    expect(Date.parse(offered_until) - shop.context.clock.now().getTime()).toBe(24 * 60 * MINUTE_MS);
    expect((await buy(first)).status).toBe(200);
  });

  /** @shows MC3.3 */
  it('closes before the mail of an offer leaves sends none', async () => {
    await twoWait();
    await setCapacity(1);
    await offer();
    await run('update program_groups set is_active = false');
    expect(await mailed()).toEqual([]);
  });
});
