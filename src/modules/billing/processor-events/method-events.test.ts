import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { notifyExpiringCards } from '#modules/billing/methods/card-expiry.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { emailRenderers } from '#server/email-renderers.ts';
import { enter, METHODS, openHostedApp, claim, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { send, type Person } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aContract,
  anOffer,
  checkOut,
  type Buyer,
  type Offer,
} from '#tests/support/app/season-app.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';

let shop: HostedApp;
let offer: Offer;
let school: number;
beforeAll(async () => {
  shop = await openHostedApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  school = (await send(shop.app, { method: 'GET', url: '/program_group_path/get/path/hm' })).items[0].id;
});
afterAll(() => shop.close());

const listOf = async (family: Person) => (await family.call('GET', `${METHODS}/read/all`)).items;
const rows = async (query: ReturnType<typeof sql>) => (await shop.context.db.execute(query)).rows as any[];
const take = () => takeEvents(shop.context.billing);
const atStripe = (ref: string) => shop.simulator.world.store.get('payment_method', ref);

/** A family with a payment to come, which a method that it has entered will pay. */
async function aFamilyThatOwes(typed: Parameters<typeof enter>[2]) {
  const family: Buyer = await aBuyer(shop.app);
  const { entry_id } = await enter(shop, family, typed, school);
  const [{ id }] = (await claim(family, entry_id)).items;
  const bought = await checkOut(shop.app, family, {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment: { payment_method_id: id },
    user: { email: family.email, password: family.password },
  });
  expect(bought.errors).toEqual([]);
  const [{ gateway_ref }] = await rows(sql`select gateway_ref from payment_methods where id = ${id}`);
  return { family, id, ref: gateway_ref as string, order: bought.items[0] };
}

/** @shows S15.8 */
describe('a card that its bank has renewed (check 29)', () => {
  it('has the new month and ending, and its notice is not mailed', async () => {
    const card = { number: '4242424242424242', exp_month: 5, exp_year: 2026 };
    const { family, id, ref } = await aFamilyThatOwes(card);
    const [{ pay_on }] = await rows(
      sql`select p.pay_on::text from payments p join orders o on o.id = p.order_id
        where p.paid_at is null order by p.id desc limit 1`,
    );
    const clock = { ...shop.context.billing.clock, today: () => addDays(pay_on, -20) };
    await notifyExpiringCards({ db: shop.context.db, clock });
    const [notice] = await rows(sql`select payload from outbox where kind = 'billing.card_expires'`);
    const render = () => emailRenderers(shop.context)['billing.card_expires']!(notice.payload);
    expect(await render()).toBeDefined();
    shop.simulator.outside.updateCard(ref, { exp_month: 4, exp_year: 2031, last4: '1881' });
    await take();
    expect(await listOf(family)).toMatchObject([{ id, exp_month: 4, exp_year: 2031, ident: '****1881' }]);
    expect(await render()).toBeUndefined();
    // The family reads which card pays now (MP1.7).
    const [{ words }] = await rows(sql`select words from outbox where kind = 'billing.later_changed'`);
    expect(words.changes[0]).toMatchObject({
      // The old one expires before the payment is due.
      before: { method: null },
      after: { method: 'Visa ****1881' },
    });
  });
});

/** @shows S15.8 */
describe('a method that somebody takes away at the processor', () => {
  it('pays nothing any more, and staff read whose payments have none', async () => {
    const { family, ref, order } = await aFamilyThatOwes({ number: '4242424242424242' });
    await shop.gateway.forgetMethod(ref, 'by-hand');
    await take();
    expect(await listOf(family)).toEqual([]);
    const matters = () => listMatters(shop.context.db, shop.context.clock);
    const [matter] = (await matters()).filter(({ kind }) => kind === 'payment_unpayable');
    expect(matter).toMatchObject({
      payment: { order_id: order.id, payment_number: 2 },
      amount_cents: order.payments[1].amount * 100,
    });
    const other = await enter(shop, family, { number: '5555555555554444' }, school);
    await family.call('POST', `${METHODS}/add`, { cc: { token: other.token, program_group_id: school } });
    expect((await matters()).filter(({ kind }) => kind === 'payment_unpayable')).toEqual([]);
  });
});

/** @shows S15.8 */
describe('an authorisation that ends at the processor', () => {
  it('ends here', async () => {
    const { id, ref } = await aFamilyThatOwes({ account: '000123456789' });
    const inForce = () =>
      rows(sql`select id from mandates where payment_method_id = ${id} and revoked_at is null`);
    expect(await inForce()).toHaveLength(1);
    shop.simulator.outside.endMandate(ref);
    await take();
    expect(await inForce()).toHaveLength(0);
  });
});

/** @shows S15.9 */
describe('a method that its family deletes', () => {
  it('is taken away at the processor too, however long that does not answer', async () => {
    const { family, id, ref } = await aFamilyThatOwes({ number: '4242424242424242' });
    const other = await enter(shop, family, { number: '5555555555554444' }, school);
    const added = await family.call('POST', `${METHODS}/add`, {
      is_default: true,
      cc: { token: other.token, program_group_id: school },
    });
    expect(added.errors).toEqual([]);
    shop.simulator.faults.plan({ kind: 'error_503', calls: 'POST /v1/payment_methods', times: 9 });
    expect((await family.call('POST', `${METHODS}/delete`, { id })).status).toBe(200);
    await shop.run('billing.forget-methods');
    expect(atStripe(ref).customer).not.toBeNull();
    shop.simulator.faults.clear();
    shop.context.clock.advanceMs(61_000);
    await shop.run('billing.forget-methods');
    expect(atStripe(ref).customer).toBeNull();
    expect(await rows(sql`select 1 from methods_to_forget`)).toEqual([]);
    await take();
    expect(await listOf(family)).toHaveLength(1);
  });

  it('goes with the account that is deleted', async () => {
    const family = await aBuyer(shop.app);
    const { token } = await enter(shop, family, { number: '4242424242424242' }, school);
    const saved = await family.call('POST', `${METHODS}/add`, { cc: { token, program_group_id: school } });
    const [{ gateway_ref: ref }] = await rows(
      sql`select gateway_ref from payment_methods where id = ${saved.items[0].id}`,
    );
    const { status, errors } = await family.call('POST', '/family-data/delete', {
      current_password: family.password,
    });
    expect([status, errors]).toEqual([200, []]);
    await shop.run('billing.forget-methods');
    expect(atStripe(ref).customer).toBeNull();
    expect(
      await rows(sql`select 1 from processor_customers c where not exists
      (select from users u where u.id = c.user_id)`),
    ).toEqual([]);
  });
});

describe('an entry that is refused while nobody looks', () => {
  it('is ended by its events after three tries', async () => {
    const family = await aBuyer(shop.app);
    const { token, client_secret } = await enter(shop, family, { number: '4000000000000002' });
    for (const number of ['4000000000009995', '4000000000000069'])
      shop.simulator.browser.confirmSetup(client_secret, { number });
    await take();
    expect(shop.simulator.world.store.get('setup_intent', token).status).toBe('canceled');
  });
});
