import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import type { Person } from '#tests/support/app/people.ts';
import {
  aBankAccount,
  acceptancesOf,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  type Buyer,
  type Offer,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { openSellingShop, type SellingShop } from '#tests/support/app/selling-shop.ts';

vi.setConfig({ testTimeout: 30_000 });

const START = new Date('2026-04-10T14:00:00Z');

let { shop, roundTrip, offers, begin } = {} as SellingShop;
let staff: StaffMember;
let lateBus: Offer;

beforeAll(async () => {
  ({ shop, roundTrip, offers, begin } = await openSellingShop(START, () => staff));
  lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  staff = await begin();
});

const userOf = async (who: Person): Promise<number> => (await who.call('GET', '/user')).items[0].id;

const mailsOf = (buyer: Buyer) => shop.context.mail.to(buyer.email).map(({ subject }) => subject);

const onLateBus = (buyer: Buyer, changes: object = {}) => ({
  contract: aContract(buyer, lateBus, 'EC-LB'),
  ...changes,
});

describe('the price of an offer', () => {
  /** @shows OF3.3 */
  it('is the price of the family’s own wizard for the same choice, and writes nothing', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const contract = aContract(buyer, roundTrip, 'HML-RT-S2', { addon_ids: [roundTrip.addon('late-bus')] });
    const own = (await buyer.call('POST', '/order/quote', { contract })).items[0];
    const { items } = await staff.call('POST', '/admin/offers/preview', {
      user_id: await userOf(buyer),
      contract,
    });
    const { paymentTypeCheck, paymentTypeCash, ...shown } = items[0].quote.by_payment_type;
    expect({ ...items[0].quote, by_payment_type: shown }).toEqual(own);
    expect(paymentTypeCheck).toEqual(paymentTypeCash);
    expect(paymentTypeCheck.due_today_cents).toBe(own.by_payment_type.paymentTypeAch.principal_cents);
    expect(paymentTypeCheck.surcharge_cents).toBe(0);
    expect((await staff.call('GET', '/admin/offers?search=nobody')).items[0].rows).toEqual([]);
  });

  /** @shows OF3.2 */
  it('may be of a term whose window is over, which the family cannot choose', async () => {
    shop.context.clock.moveTo('2026-09-20T14:00:00Z');
    staff = await aStaffMember(shop.app, shop.context.db);
    const buyer = await offers.aVerifiedBuyer();
    const contract = aContract(buyer, roundTrip, 'HML-RT-S2');
    expect((await buyer.call('POST', '/order/quote', { contract })).status).toBe(422);
    expect((await offers.make(buyer, { contract })).status).toBe(200);
  });

  /** @shows OF3.2 */
  it('needs a reason where the school has closed', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const set = (is_active: boolean) =>
      shop.context.database.pool.query('update period_program_groups set is_active = $1', [is_active]);
    await set(false);
    const refused = await offers.make(buyer);
    const sold = await offers.make(buyer, { although_closed: 'Moved here in the middle of the year' });
    await set(true);
    expect([refused.status, sold.status]).toEqual([422, 200]);
  });
});

describe('an offer', () => {
  /** @shows OF3.5 */
  it('keeps a seat until its end, is mailed to the family, and is no order', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const before = await offers.seatsLeft(lateBus);
    const offer = await offers.made(buyer, onLateBus(buyer));
    await drainJobs(shop.context, ['outbox.drain']);
    expect(await offers.seatsLeft(lateBus)).toBe(before - 1);
    expect(offer).toMatchObject({ state: 'open', pay_by: 'family', made_by: 'Dana Cole', order_id: null });
    expect(Date.parse(offer.ends_at) - START.getTime()).toBe(72 * HOUR_MS);
    expect(mailsOf(buyer)).toContain('Your offer for Chidi is ready');
    expect((await buyer.call('GET', '/order')).items).toEqual([]);
    expect((await buyer.call('GET', `/offers/${offer.id}`)).items[0].id).toBe(offer.id);
  });

  /** @shows OF3.5 */
  it('is one for a child and route', async () => {
    const buyer = await offers.aVerifiedBuyer();
    await offers.made(buyer);
    const second = await offers.make(buyer);
    expect([second.status, second.errors]).toEqual([
      409,
      ['Chidi Okafor already has an open offer for Round trip.'],
    ]);
  });

  /** @shows OF3.5 */
  it('counts in the limits of the family, unless staff go beyond with a reason', async () => {
    const buyer = await aBuyer(shop.app);
    await offers.made(buyer);
    const sister = { ...buyer, student_id: await aStudentOf(buyer, { first_name: 'Ngozi' }) };
    const refused = await offers.make(sister);
    const beyond = await offers.make(sister, { beyond_limit: 'Twins' });
    expect([refused.status, beyond.status]).toEqual([409, 200]);
  });

  it('holds from an hour to fourteen days', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const endsIn = (ms: number) => ({ ends_at: new Date(START.getTime() + ms).toISOString() });
    const statuses = [
      (await offers.make(buyer, endsIn(HOUR_MS / 2))).status,
      (await offers.make(buyer, endsIn(15 * DAY_MS))).status,
      (await offers.make(buyer, endsIn(14 * DAY_MS))).status,
    ];
    expect(statuses).toEqual([422, 422, 200]);
  });

  /** @shows OF3.10 */
  it('frees its seat in the second of its end, and keeps its row', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const before = await offers.seatsLeft(lateBus);
    const ends_at = new Date(START.getTime() + HOUR_MS);
    const { id } = await offers.made(buyer, onLateBus(buyer, { ends_at: ends_at.toISOString() }));
    shop.context.clock.moveTo(new Date(ends_at.getTime() - 1));
    expect([await offers.seatsLeft(lateBus), await offers.stateOf(id)]).toEqual([before - 1, 'open']);
    shop.context.clock.advanceMs(1);
    expect([await offers.seatsLeft(lateBus), await offers.stateOf(id)]).toEqual([before, 'ended']);
    const late = await offers.accept(buyer, id, { acceptances: acceptancesOf(lateBus) });
    expect(late.errors).toEqual(['This offer is no longer open.']);
    await drainJobs(shop.context, ['orders.end-offers']);
    expect(await offers.stateOf(id)).toBe('ended');
  });

  /** @shows OF3.10 */
  it('is reminded of once, ten hours before its end', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { ends_at } = await offers.made(buyer);
    const remind = () => drainJobs(shop.context, ['orders.remind-of-offers', 'outbox.drain']);
    shop.context.clock.moveTo(new Date(Date.parse(ends_at) - 11 * HOUR_MS));
    await remind();
    expect(mailsOf(buyer)).not.toContain('Your offer for Chidi ends soon');
    shop.context.clock.advanceMs(HOUR_MS);
    await remind();
    await remind();
    expect(mailsOf(buyer).filter((subject) => subject === 'Your offer for Chidi ends soon')).toHaveLength(1);
  });

  /** @shows OF3.10 */
  it('is withdrawn with a reason that the family reads, and its seat is free at once', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const before = await offers.seatsLeft(lateBus);
    const { id } = await offers.made(buyer, onLateBus(buyer));
    const withdrawn = await staff.call('POST', `/admin/offers/${id}/withdraw`, { reason: 'Wrong stop' });
    await drainJobs(shop.context, ['outbox.drain']);
    expect([withdrawn.items[0].state, await offers.seatsLeft(lateBus)]).toEqual(['withdrawn', before]);
    const mail = shop.context.mail.to(buyer.email).at(-1)!;
    expect(mail.text).toContain('Wrong stop');
    expect((await offers.accept(buyer, id)).status).toBe(409);
  });

  /** @shows OF3.10 */
  it('is replaced by a changed one, and names it', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id } = await offers.made(buyer);
    const next = await offers.made(buyer, { replaces_id: id, note: 'With the late bus' });
    const old = (await buyer.call('GET', `/offers/${id}`)).items[0];
    expect(old).toMatchObject({ state: 'replaced', replaced_by_id: next.id });
    expect(next).toMatchObject({ state: 'open', note: 'With the late bus' });
  });

  /** @shows OF3.10 */
  it('is sent again once for a key', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id } = await offers.made(buyer);
    for (const _ of [1, 2]) await offers.post(staff, `/admin/offers/${id}/resend`, {}, 'again');
    await drainJobs(shop.context, ['outbox.drain']);
    expect(mailsOf(buyer).filter((subject) => subject === 'Your offer for Chidi is ready')).toHaveLength(2);
  });

  /** @shows OF0.24 */
  it('is made for no own family', async () => {
    const own = await offers.aVerifiedBuyer();
    const colleague = { ...own, ...(await aStaffMember(shop.app, shop.context.db)) };
    const buyer = await aBuyer(shop.app);
    await shop.context.database.pool.query(
      'update students set user_id = (select id from users where email = $1) where id = $2',
      [colleague.email, buyer.student_id],
    );
    const body = { ...(await offers.requestOf(buyer)), user_id: colleague.user_id };
    const answer = await colleague.call('POST', '/admin/offers', body);
    expect(answer.status).toBeGreaterThanOrEqual(403);
  });

  /** @shows OF3.11 */
  it('is read by its family alone', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const stranger = await aBuyer(shop.app);
    const { id } = await offers.made(buyer);
    expect((await stranger.call('GET', `/offers/${id}`)).status).toBe(404);
    expect((await stranger.call('GET', '/offers')).items).toEqual([]);
    expect((await offers.accept(stranger, id)).status).toBe(404);
    expect((await stranger.call('POST', `/offers/${id}/decline`, {})).status).toBe(404);
  });
});

describe('a family', () => {
  /** @shows OF3.6 */
  it('accepts with the texts of checkout, at the price of the offer whatever has changed since', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id, quote } = await offers.made(buyer);
    const raise = (cents: number) =>
      shop.context.database.pool.query('update payment_terms set deposit_cents = deposit_cents + $1', [
        cents,
      ]);
    await raise(5000);
    const answer = await offers.accept(buyer, id);
    await raise(-5000);
    expect([answer.status, answer.items[0]?.state]).toEqual([200, 'accepted']);
    const { order_id } = answer.items[0];
    const order = (await buyer.call('GET', `/order/${order_id}`)).items[0];
    const paid = order.transactions.reduce((sum: number, line: any) => sum + line.value, 0);
    expect([Math.round(paid * 100), order.is_active]).toEqual([
      quote.by_payment_type.paymentTypeCreditCard.due_today_cents,
      true,
    ]);
    expect(order.order_detail.contract.contract_number).toMatch(/^\d\d-HM-/);
  });

  /** @shows OF3.6 */
  it('reads that a text has changed, and accepts the new one', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id } = await offers.made(buyer);
    const stale = acceptancesOf(roundTrip).map((text) => ({ ...text, text_hash: 'a'.repeat(64) }));
    const refused = await offers.accept(buyer, id, { acceptances: stale });
    expect([refused.status, await offers.stateOf(id)]).toEqual([409, 'open']);
    const { texts } = (await buyer.call('GET', `/offers/${id}`)).items[0];
    const acceptances = texts.map(({ kind, text_hash }: any) => ({ kind, text_hash }));
    expect((await offers.accept(buyer, id, { acceptances })).status).toBe(200);
  });

  /** @shows OF3.6 */
  it('keeps the offer and its seat after a declined card, and pays with another', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const before = await offers.seatsLeft(lateBus);
    const { id } = await offers.made(buyer, onLateBus(buyer));
    const acceptances = acceptancesOf(lateBus);
    const declined = await offers.accept(buyer, id, {
      payment: aCard(TEST_CARDS.declinesCharges),
      acceptances,
    });
    expect([declined.status, await offers.stateOf(id), await offers.seatsLeft(lateBus)]).toEqual([
      402,
      'open',
      before - 1,
    ]);
    const paid = await offers.accept(buyer, id, { acceptances });
    expect([paid.status, paid.items[0]?.state, await offers.seatsLeft(lateBus)]).toEqual([
      200,
      'accepted',
      before - 1,
    ]);
  });

  /** @shows OF3.6 */
  it('pays from a bank account with its own password alone', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id } = await offers.made(buyer);
    const payment = aBankAccount();
    const without = await offers.accept(buyer, id, { payment });
    const wrong = await offers.accept(buyer, id, {
      payment,
      user: { email: buyer.email, password: 'wrong one' },
    });
    expect([without.status, wrong.status, await offers.stateOf(id)]).toEqual([422, 422, 'open']);
    const { email, password } = buyer;
    expect((await offers.accept(buyer, id, { payment, user: { email, password } })).status).toBe(200);
  });

  /** @shows OF3.6 */
  it('declines with a reason, and the seat is free', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const before = await offers.seatsLeft(lateBus);
    const { id } = await offers.made(buyer, onLateBus(buyer));
    const answer = await buyer.call('POST', `/offers/${id}/decline`, { reason: 'We moved' });
    expect([answer.items[0].state, await offers.seatsLeft(lateBus)]).toEqual(['declined', before]);
    const read = (await staff.call('GET', `/admin/offers/${id}`)).items[0];
    expect(read.decline_reason).toBe('We moved');
    const { rows } = (await staff.call('GET', '/admin/offers?state=ended,declined&sort=newest')).items[0];
    expect(rows[0]).toMatchObject({ id, state: 'declined', line: 'Late bus only' });
  });

  /** @shows OF3.6 */
  it('accepts by its own login alone, not by staff who impersonate it', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id } = await offers.made(buyer);
    const office = await impersonate(shop.app, staff, buyer);
    const answer = await office.call('POST', `/offers/${id}/accept`, {
      payment: aCard(),
      acceptances: acceptancesOf(roundTrip),
    });
    expect([answer.status, await offers.stateOf(id)]).toEqual([403, 'open']);
  });

  it('accepts once, however often it sends', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id } = await offers.made(buyer);
    const answers = await Promise.all([1, 2, 3].map(() => offers.accept(buyer, id, {}, 'one-key')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await buyer.call('GET', '/order')).items).toHaveLength(1);
  });
});
