import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#kit/durations.ts';
import { seatEmails } from '#modules/seats/seat-emails.service.ts';
import { offerFreedSeats } from '#modules/seats/waiting-list.service.ts';
import { drainOutbox } from '#platform/outbox/outbox.ts';
import { logInAs, send, verifyEmailOf } from '#tests/support/app/people.ts';
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
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

vi.setConfig({ testTimeout: 60_000 });

const REASON = 'The mother starts night shifts.';

let shop: SeasonApp;
let lateBus: Offer;
let dispatcher: StaffMember;
let admin: StaffMember;
let presses = 0;

beforeAll(async () => {
  shop = await openSeasonApp();
  lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
  dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
  admin = await aStaffMember(shop.app, shop.context.db);
}, 60_000);
afterAll(() => shop.close());

// The demo season's late bus is full in each test.
beforeEach(async () => {
  shop.context.clock.moveTo('2026-04-10T14:00:00Z');
  const { pool, asOwner } = shop.context.database;
  await asOwner('truncate seat_holds, waiting_list');
  await pool.query("update orders set status = 'cancelled'");
  await setSeats({ capacity: 3, taken: 3 });
  dispatcher = { ...dispatcher, ...(await logInAs(shop.app, dispatcher)) };
  admin = { ...admin, ...(await logInAs(shop.app, admin)) };
});

const setSeats = ({ capacity, taken }: { capacity: number | null; taken: number }) =>
  shop.context.database.pool.query('update routes set capacity = $1, seats_taken = $2 where id = $3', [
    capacity,
    taken,
    lateBus.route_id,
  ]);
const runMachine = () => offerFreedSeats(shop.context.db, shop.context.clock.now());

async function aWaiting(student: object = {}): Promise<Buyer & { id: number }> {
  const buyer = await aBuyer(shop.app, student);
  await verifyEmailOf(shop.app, buyer);
  const joined = await buyer.call('POST', `/route/${lateBus.route_id}/waiting-list`, {
    student_id: buyer.student_id,
  });
  expect(joined.status).toBe(200);
  return { ...buyer, id: await entryOf(buyer) };
}

async function entryOf({ student_id }: Buyer): Promise<number> {
  const { rows } = await shop.context.database.pool.query(
    'select id::int from waiting_list where student_id = $1 order by id desc limit 1',
    [student_id],
  );
  return rows[0].id;
}

const act = (
  { tokens }: StaffMember,
  method: 'POST' | 'DELETE',
  path: string,
  payload: object,
  key = `press-${(presses += 1)}`,
) =>
  send(shop.app, {
    method,
    url: `/admin/waiting${path}`,
    headers: { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': key },
    payload,
  });
const offer = ({ id }: { id: number }, body: object = {}) => act(dispatcher, 'POST', `/${id}/offer`, body);
const list = async (query = '&state=waits,offered,paused') =>
  (await dispatcher.call('GET', `/admin/waiting?line=${lateBus.route_id}${query}`)).items[0].rows;
const statesOf = async () => (await list()).map(({ state }: { state: string }) => state);
const history = async (query: string) =>
  (await dispatcher.call('GET', `/admin/waiting/history?${query}`)).items[0].rows;
const buy = (buyer: Buyer) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, lateBus, 'EC-LB'), payment: aCard() });

async function mailsAfter(work: () => Promise<unknown>): Promise<{ to: string[]; subject: string }[]> {
  await drainOutbox(shop.context, seatEmails(shop.context));
  const before = shop.context.mail.sent.length;
  await work();
  await drainOutbox(shop.context, seatEmails(shop.context));
  return shop.context.mail.sent.slice(before);
}

describe('the waiting lists of the office', () => {
  /** @shows OF6.1 */
  it('are the routes with their seats, and the children in their order with whom to call', async () => {
    const [first, second] = [await aWaiting({ first_name: 'Ada' }), await aWaiting({ first_name: 'Ben' })];
    await setSeats({ capacity: 4, taken: 3 });
    await runMachine();
    const routes = (await admin.call('GET', '/admin/waiting/routes')).items;
    const route = routes.find(({ id }: { id: number }) => id === lateBus.route_id);
    expect(route).toMatchObject({
      name: 'Late bus only',
      school: { path: 'ecfs' },
      seats: { capacity: 4, taken: 3, held: 0, offered: 1, waiting: 1, free: 0 },
      price_cents: expect.any(Number),
    });
    expect(await list()).toMatchObject([
      {
        id: first.id,
        place: 1,
        state: 'offered',
        until: '2026-04-11T14:00:00.000Z',
        student: { id: first.student_id, name: expect.stringContaining('Ada') },
        guardians: [{ phone: expect.stringMatching(/^\d{3}-\d{3}-\d{4}$/) }],
        has_sibling: false,
      },
      { id: second.id, place: 2, state: 'waits', until: null, passes: 0 },
    ]);
    const unseen = (await dispatcher.call('GET', '/admin/waiting/routes')).items;
    expect(JSON.stringify(unseen)).not.toContain('price_cents');
  });

  /** @shows OF6.1 */
  it('say that a sibling rides, and why an entry has ended', async () => {
    const child = await aWaiting();
    await setSeats({ capacity: 4, taken: 3 });
    await runMachine();
    expect((await buy(child)).status).toBe(200);
    const sibling = { ...child, student_id: await aStudentOf(child, { first_name: 'Sib' }) };
    const joined = await act(dispatcher, 'POST', '', {
      route_id: lateBus.route_id,
      student_id: sibling.student_id,
      reason: REASON,
    });
    expect([joined.status, joined.items?.[0]?.has_sibling]).toEqual([200, true]);
    expect(await list('&state=ended')).toMatchObject([{ id: child.id, why_ended: 'bought', place: null }]);
  });
});

describe('an offer by staff', () => {
  /** @shows OF6.2 */
  it('goes to the next without a reason, as the machine offers: for a day, with a mail', async () => {
    const next = await aWaiting();
    await setSeats({ capacity: 4, taken: 3 });
    const mails = await mailsAfter(async () => {
      const answer = await offer(next);
      expect([answer.status, answer.items[0].state]).toEqual([200, 'offered']);
      expect(answer.items[0].until).toBe('2026-04-11T14:00:00.000Z');
    });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[next.email], expect.stringContaining('A seat has opened up')],
    ]);
  });

  /** @shows OF6.2 */
  it('goes to another out of turn for a reason, which stays in the history of route and child', async () => {
    await aWaiting();
    await aWaiting();
    const third = await aWaiting();
    await setSeats({ capacity: 4, taken: 3 });
    expect(await offer(third)).toMatchObject({ status: 422, fields: { reason: expect.any(Array) } });
    expect((await offer(third, { reason: 'Too short' })).status).toBe(422);
    expect((await offer(third, { reason: REASON })).status).toBe(200);
    expect(await statesOf()).toEqual(['waits', 'waits', 'offered']);
    const [ofRoute] = await history(`route=${lateBus.route_id}`);
    expect(ofRoute).toMatchObject({
      action: 'waiting.offer',
      passed: 2,
      reason: REASON,
      staff: 'Dana Cole',
      student: { id: third.student_id },
      route: { id: lateBus.route_id },
    });
    expect(await history(`student=${third.student_id}`)).toEqual([ofRoute]);
  });

  /** @shows OF6.2 */
  it('needs a free seat', async () => {
    const next = await aWaiting();
    expect(await offer(next)).toMatchObject({ status: 409, errors: ['No seat is free on Late bus only.'] });
    expect((await offer(next, { reason: REASON, is_beyond_limit: true })).status).toBe(409);
  });

  it('is made once, also of two that press at once', async () => {
    const [first, second] = [await aWaiting(), await aWaiting()];
    await setSeats({ capacity: 4, taken: 3 });
    const answers = await Promise.all([offer(first), offer(second, { reason: REASON }), offer(first)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('is refused for a child of one’s own', async () => {
    const next = await aWaiting();
    await setSeats({ capacity: 4, taken: 3 });
    await shop.context.database.pool.query('update waiting_list set user_id = $1 where id = $2', [
      dispatcher.user_id,
      next.id,
    ]);
    expect((await offer(next)).status).toBe(403);
  });
});

describe('an offer that is out', () => {
  async function anOfferedChild() {
    const child = await aWaiting();
    await setSeats({ capacity: 4, taken: 3 });
    await runMachine();
    return child;
  }

  /** @shows OF6.3 */
  it('is prolonged once, by two days at most', async () => {
    const child = await anOfferedChild();
    const prolong = (hours: number) =>
      act(dispatcher, 'POST', `/${child.id}/prolong`, { hours, reason: REASON });
    expect((await prolong(49)).status).toBe(422);
    const prolonged = await prolong(48);
    expect([prolonged.status, prolonged.items[0].until]).toEqual([200, '2026-04-13T14:00:00.000Z']);
    expect((await prolong(1)).status).toBe(409);
    shop.context.clock.advanceMs(2 * DAY_MS);
    await runMachine();
    dispatcher = { ...dispatcher, ...(await logInAs(shop.app, dispatcher)) };
    expect(await statesOf()).toEqual(['offered']);
  });

  /** @shows OF6.3 */
  it('is taken back with a mail: the place stays, and the seat goes to the next', async () => {
    const child = await anOfferedChild();
    const next = await aWaiting();
    const mails = await mailsAfter(async () => {
      const answer = await act(dispatcher, 'POST', `/${child.id}/take-back`, { reason: REASON });
      expect([answer.status, answer.items[0].state, answer.items[0].place]).toEqual([200, 'paused', 1]);
    });
    expect(mails.map(({ to, subject }) => [to[0], subject])).toEqual([
      [child.email, expect.stringContaining('We’re no longer holding the seat')],
      [next.email, expect.stringContaining('A seat has opened up')],
    ]);
    expect(await statesOf()).toEqual(['paused', 'offered']);
    await setSeats({ capacity: 5, taken: 3 });
    await runMachine();
    expect(await statesOf()).toEqual(['paused', 'offered']);
    shop.context.clock.advanceMs(DAY_MS + HOUR_MS);
    await runMachine();
    dispatcher = { ...dispatcher, ...(await logInAs(shop.app, dispatcher)) };
    expect(await statesOf()).toEqual(['offered']);
  });

  /** @shows OF6.3 */
  it('is taken back and given to a named child at once, before the machine can offer the seat', async () => {
    const child = await anOfferedChild();
    await aWaiting();
    const third = await aWaiting();
    const body = { reason: REASON, offer_to: third.id };
    expect((await act(dispatcher, 'POST', `/${child.id}/take-back`, body)).status).toBe(200);
    expect(await statesOf()).toEqual(['paused', 'waits', 'offered']);
    const acts = await history(`route=${lateBus.route_id}`);
    expect(acts.map(({ action }: { action: string }) => action)).toEqual([
      'waiting.offer',
      'waiting.take_back',
    ]);
  });

  it('of a paused child is made again beyond the limit, for a reason', async () => {
    const child = await anOfferedChild();
    await act(dispatcher, 'POST', `/${child.id}/take-back`, { reason: REASON });
    expect((await offer(child, { reason: REASON })).status).toBe(409);
    expect((await offer(child, { reason: REASON, is_beyond_limit: true })).status).toBe(200);
  });

  it('holds no seat for a paused child: another family may buy it', async () => {
    const child = await anOfferedChild();
    await act(dispatcher, 'POST', `/${child.id}/take-back`, { reason: REASON });
    const other = await aBuyer(shop.app);
    expect((await buy(other)).status).toBe(200);
  });
});

describe('a child', () => {
  /** @shows OF6.3 */
  it('is removed with a mail, and gives a seat on', async () => {
    const [child, next] = [await aWaiting(), await aWaiting()];
    await setSeats({ capacity: 4, taken: 3 });
    await runMachine();
    const mails = await mailsAfter(async () => {
      const answer = await act(dispatcher, 'DELETE', `/${child.id}`, { reason: REASON });
      expect([answer.status, answer.items[0].why_ended]).toEqual([200, 'removed']);
    });
    expect(mails.map(({ to, subject }) => [to[0], subject])).toEqual([
      [child.email, expect.stringContaining('no longer on the waiting list')],
      [next.email, expect.stringContaining('A seat has opened up')],
    ]);
    expect((await act(dispatcher, 'DELETE', `/${child.id}`, { reason: REASON })).status).toBe(409);
  });

  /** @shows OF6.3 */
  it('is added for a family on the phone, beyond the limits of a family if a reason says why', async () => {
    const family = await aBuyer(shop.app);
    const place = { route_id: lateBus.route_id, student_id: family.student_id, reason: REASON };
    const refused = await act(dispatcher, 'POST', '', place);
    expect(refused.status).toBe(409);
    // The sentence for the family asks for a link in its own mail.
    expect(refused.errors).toEqual([
      'The family hasn’t verified its email address. To add the child anyway, check “Beyond the limit”.',
    ]);
    const added = await act(dispatcher, 'POST', '', { ...place, is_beyond_limit: true });
    expect([added.status, added.items[0].place]).toEqual([200, 1]);
    const [act0] = await history(`student=${family.student_id}`);
    expect(act0).toMatchObject({ action: 'waiting.add', is_beyond_limit: true, reason: REASON });
  });

  /** @shows OF6.7 */
  it('that has bought, left or been removed is never offered a seat by an old row', async () => {
    const [bought, left, removed, next] = [
      await aWaiting(),
      await aWaiting(),
      await aWaiting(),
      await aWaiting(),
    ];
    await setSeats({ capacity: 4, taken: 3 });
    await runMachine();
    expect((await buy(bought)).status).toBe(200);
    await left.call('DELETE', `/route/${lateBus.route_id}/waiting-list/${left.student_id}`);
    await act(dispatcher, 'DELETE', `/${removed.id}`, { reason: REASON });
    await setSeats({ capacity: 6, taken: 4 });
    await runMachine();
    expect(await list()).toMatchObject([{ id: next.id, state: 'offered' }]);
  });

  /** @shows OF6.7 */
  it('that bought while the route had no limit is not offered a seat once the limit returns', async () => {
    const [bought, next] = [await aWaiting(), await aWaiting()];
    await setSeats({ capacity: null, taken: 3 });
    expect((await buy(bought)).status).toBe(200);
    await setSeats({ capacity: 5, taken: 4 });
    await runMachine();
    expect(await list()).toMatchObject([{ id: next.id, state: 'offered' }]);
    expect(await list('&state=ended')).toMatchObject([{ id: bought.id, why_ended: 'bought' }]);
    const again = await bought.call('POST', `/route/${lateBus.route_id}/waiting-list`, {
      student_id: bought.student_id,
    });
    expect(again.errors[0]).toContain('already has a contract on Late bus only.');
  });

  /** @shows OF6.5 OF6.7 */
  it('is offered a seat of a raised capacity in order, whatever price it saw', async () => {
    const early = await aWaiting();
    shop.context.clock.advanceDays(60);
    const late = await aWaiting();
    await setSeats({ capacity: 4, taken: 3 });
    await runMachine();
    dispatcher = { ...dispatcher, ...(await logInAs(shop.app, dispatcher)) };
    expect(await list()).toMatchObject([
      { id: early.id, state: 'offered' },
      { id: late.id, state: 'waits' },
    ]);
  });

  /** @shows OF6.8 */
  it('is acted on by calls of its own, each with its answer, its refusals and its right', async () => {
    const child = await aWaiting();
    const body = { reason: REASON };
    const answerOf = async (method: 'POST' | 'DELETE', path: string, sent: object) => {
      const { status, errors } = await act(dispatcher, method, path, sent);
      return [status, errors[0]];
    };
    const place = { route_id: lateBus.route_id, student_id: child.student_id };
    expect(await list()).toMatchObject([{ id: child.id, state: 'waits' }]);
    expect([
      await answerOf('POST', `/${child.id + 1000}/offer`, {}),
      await answerOf('POST', `/${child.id}/offer`, {}),
      await answerOf('POST', `/${child.id}/prolong`, { ...body, hours: 1 }),
      await answerOf('POST', `/${child.id}/take-back`, body),
      await answerOf('DELETE', `/${child.id}`, body),
      await answerOf('DELETE', `/${child.id}`, body),
      await answerOf('POST', '', { ...place, ...body }),
    ]).toEqual([
      [404, 'This child isn’t on the waiting list.'],
      [409, 'No seat is free on Late bus only.'],
      [409, 'This child has no open offer.'],
      [409, 'This child has no open offer.'],
      [200, undefined],
      [409, 'This child is no longer on the waiting list.'],
      [200, undefined],
    ]);
    const school = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSchool' });
    const id = await entryOf(child);
    const asSchool = [
      await school.call('GET', '/admin/waiting'),
      await act(school, 'POST', `/${id}/offer`, {}),
      await act(school, 'POST', `/${id}/prolong`, { ...body, hours: 1 }),
      await act(school, 'POST', `/${id}/take-back`, body),
      await act(school, 'DELETE', `/${id}`, body),
      await act(school, 'POST', '', { ...place, ...body }),
    ];
    expect(asSchool.map(({ status }) => status)).toEqual(Array(6).fill(403));
  });

  /** @shows OF6.6 */
  it('cannot be moved up or down', () => {
    const writes = shop.app.endpoints.filter(
      ({ path, method }) => path.startsWith('/admin/waiting') && method !== 'GET',
    );
    expect(writes.map(({ name }) => name).toSorted()).toEqual([
      'addWaiting',
      'offerWaiting',
      'prolongWaitingOffer',
      'removeWaiting',
      'takeWaitingOfferBack',
    ]);
  });
});
