import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { send, sessionOf, type Person } from '#tests/support/app/people.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import {
  aBuyer,
  aCard,
  aContract,
  acceptancesOf,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

let shop: SeasonApp;
let paying: PayingFamily;
let family: Person;
let staff: StaffMember;
let asked: number;

const sentToProcessor = async () =>
  Number((await shop.context.db.execute(sql`select count(*) as n from sandbox.requests`)).rows[0]!.n);
const ordersMade = async () =>
  Number((await shop.context.db.execute(sql`select count(*) as n from orders`)).rows[0]!.n);

beforeAll(async () => {
  shop = await openSeasonApp();
  paying = await onFourPayments(shop, aCard());
  shop.context.clock.moveToDay(paying.due[1]!, 10);
  family = await sessionOf(shop.app, paying);
  staff = await aStaffMember(shop.app, shop.context.db);
  asked = await sentToProcessor();
  // Simulates a copy of a database with real money, started without the keys.
  await shop.context.db.execute(sql`insert into processor_binding
    values (true, 'stripe_live', 'acct_ours', true, gen_random_uuid(), now())`);
  await shop.context.checkAccount();
});
afterAll(() => shop.close());

/** @shows S19.3 */
describe('while payments are closed', () => {
  it('a family reads so at the checkout, and no order is made', async () => {
    shop.context.clock.moveTo('2026-04-10T14:00:00Z');
    const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    const buyer = await aBuyer(shop.app);
    const before = await ordersMade();
    const contract = aContract(buyer, offer, 'HML-RT-S2');
    const body = { contract, payment: aCard(), acceptances: acceptancesOf(offer) };
    expect(await checkOut(shop.app, buyer, body)).toMatchObject({
      status: 503,
      errors: ['Payments are closed right now. Nothing was charged. Please try again later.'],
    });
    expect(await ordersMade()).toBe(before);
    shop.context.clock.moveToDay(paying.due[1]!, 10);
  });

  it('neither pay now, a new card, a charge by staff nor a refund to a card goes on', async () => {
    const { order_id } = paying;
    const [{ payment_id, ways }] = (await family.call('GET', `/order/${order_id}/charges-to-come`)).items;
    const pay = `/order/${order_id}/payment/${payment_id}/pay-now`;
    const { payment_method_id, total_cents } = ways[0];
    const office = await staffPaymentsOf(shop, staff, order_id);
    const methods = '/accounting/payment-methods';
    const refund = { amount_cents: 100, way: 'processor', reason: 'A mistake' };
    const answers = [
      await family.call('POST', pay, { payment_method_id, total_cents }),
      await family.call('POST', `${methods}/add`, {
        ...aCard(),
        cc: { ...aCard().cc, program_group_id: 'general' },
      }),
      await office.charge(2),
      await send(shop.app, {
        method: 'POST',
        url: `/admin/order/${order_id}/refund`,
        headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': 'r1' },
        payload: refund,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  });

  it('the jobs that ask the processor do nothing', async () => {
    await drainJobs(shop.context);
    expect(await sentToProcessor()).toBe(asked);
  });

  it('all else is served', async () => {
    const { order_id } = paying;
    const read = ['/server/info', '/option', `/order/${order_id}`, '/accounting/payment-methods/read/all'];
    for (const path of read) expect((await family.call('GET', path)).status).toBe(200);
    const office = await staffPaymentsOf(shop, staff, order_id);
    expect((await office.edit(3, { received: 'cash' })).status).not.toBe(503);
    expect((await staff.call('GET', '/admin/owed')).status).toBe(200);
  });
});
