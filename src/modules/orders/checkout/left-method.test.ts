import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { attemptsOf, chooseMethod, untilDay } from '#tests/support/app/payment-days.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import {
  aBankAccount,
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
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let roundTrip: Offer;

// Two payments. The first is zero; the second is 2,150.00, with a card fee of 64.50.
beforeAll(async () => {
  shop = await openSeasonApp();
  await shop.context.db.execute(
    sql`update payment_terms set deposit_cents = 0 where identifier = 'HML-RT-S2'`,
  );
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  shop.context.mail.sent.length = 0;
});

const buy = (buyer: Buyer, rest: object) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, roundTrip, 'HML-RT-S2'), ...rest });
const chargesOf = async (buyer: Buyer, order_id: number): Promise<any[]> =>
  (await buyer.call('GET', `/order/${order_id}/charges-to-come`)).items;
const methodsOf = async (buyer: Buyer): Promise<any[]> =>
  (await buyer.call('GET', '/accounting/payment-methods/read/all')).items;

describe('a contract with nothing due today and something later', () => {
  /** @shows MB11.4 */
  it('goes through without a method, as one of type None, and saves nothing', async () => {
    const buyer = await aBuyer(shop.app);
    const { status, items } = await buy(buyer, { payment: { payment_type: 'paymentTypeNone' } });
    expect([status, items[0].is_active]).toEqual([200, true]);
    expect(await methodsOf(buyer)).toEqual([]);
    expect(await chargesOf(buyer, items[0].id)).toMatchObject([{ amount_cents: 215_000, planned: null }]);
  });

  /** @shows MB11.3 */
  it('charges nothing today with a card, and the later payment to just that card, fee included', async () => {
    const buyer = await aBuyer(shop.app);
    const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
    const other = await chooseMethod(shop, { user_id }, 'card', '5555555555554444');
    shop.context.clock.advanceMs(60_000);
    const { status, items } = await buy(buyer, { payment: aCard() });
    const [order] = items;
    expect(status).toBe(200);
    expect(await attemptsOf(shop, order.id)).toEqual([]);
    const [{ planned, pay_on }] = await chargesOf(buyer, order.id);
    expect(planned).toMatchObject({ brand: 'Visa', surcharge_cents: 6_450, total_cents: 221_450 });
    expect(planned.payment_method_id).not.toBe(other);
    await untilDay(shop, addDays(pay_on as PlainDate, 1));
    expect(await attemptsOf(shop, order.id)).toMatchObject([{ state: 'succeeded', amount: 221_450 }]);
    const { rows } = await shop.context.db.execute(
      sql`select payment_method_id from charge_attempts order by id desc limit 1`,
    );
    expect(rows).toEqual([{ payment_method_id: planned.payment_method_id }]);
  });

  /** @shows MB11.3 */
  it('names card, day and total of the later payment in the confirmation', async () => {
    const buyer = await aBuyer(shop.app);
    await buy(buyer, { payment: aCard() });
    await drainJobs(shop.context, ['outbox.drain']);
    const mail = shop.context.mail.sent.find(({ subject }) =>
      subject.includes('Your transportation contract'),
    )!;
    expect(mail.text).toContain('$2,214.50');
    expect(mail.text).toContain('Visa ****4242');
  });

  /** @shows MB11.5 */
  it('takes a bank account with the password and the terms of debits, and keeps a mandate', async () => {
    const buyer = await aBuyer(shop.app);
    const payment = aBankAccount();
    const wrong = await buy(buyer, { payment, user: { email: buyer.email, password: 'not-this-one' } });
    expect([wrong.status, await methodsOf(buyer)]).toEqual([422, []]);
    const stale = [{ kind: 'ach', text_hash: 'f'.repeat(64) }];
    const user = { email: buyer.email, password: buyer.password };
    expect((await buy(buyer, { payment, user, acceptances: stale })).status).toBe(409);
    const { status, items } = await buy(buyer, { payment, user });
    expect(status).toBe(200);
    const { rows } = await shop.context.db.execute(
      sql`select encode(text_hash, 'hex') as hash from mandates where order_id = ${items[0].id}`,
    );
    expect(rows).toEqual([{ hash: roundTrip.texts.ach }]);
    const later = { ...buyer, ...(await sessionOf(shop.app, buyer)) };
    const charges = await chargesOf(later, items[0].id);
    expect(charges).toMatchObject([{ planned: { kind: 'bank', surcharge_cents: 0, total_cents: 215_000 } }]);
  });

  /** @shows MB11.3 */
  it('keeps the left method from being deleted while it is the only one', async () => {
    const buyer = await aBuyer(shop.app);
    await buy(buyer, { payment: aCard() });
    const [{ id }] = await methodsOf(buyer);
    expect((await buyer.call('POST', '/accounting/payment-methods/delete', { id })).status).toBe(409);
  });
});

describe('a contract with nothing due at all', () => {
  /** @shows MB11.4 */
  it('saves no method, whatever is sent', async () => {
    const shuttle = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Campus shuttle');
    const buyer = await aBuyer(shop.app);
    const { status } = await checkOut(shop.app, buyer, {
      contract: aContract(buyer, shuttle, 'EC-SH'),
      payment: aCard(),
    });
    expect([status, await methodsOf(buyer)]).toEqual([200, []]);
  });
});

describe('the books', () => {
  it('are in order after all of that', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
