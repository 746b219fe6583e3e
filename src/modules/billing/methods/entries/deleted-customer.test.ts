import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginEntry,
  claim,
  enter,
  METHODS,
  openHostedApp,
  type HostedApp,
} from '#tests/support/app/hosted-app.ts';
import {
  aBuyer,
  aContract,
  anOffer,
  checkOut,
  type Buyer,
  type Offer,
} from '#tests/support/app/season-app.ts';

let shop: HostedApp;
let offer: Offer;

beforeAll(async () => {
  shop = await openHostedApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(async () => {
  shop.simulator.expectNoFaults();
  await shop.close();
});

const GOOD = { number: '4242424242424242' };
const rows = async (query: ReturnType<typeof sql>) => (await shop.context.db.execute(query)).rows as any[];
const buyBy = (family: Buyer, payment_method_id: number) =>
  checkOut(shop.app, family, {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment: { payment_method_id },
  });

async function customerOf({ email }: Buyer): Promise<string> {
  const [row] = await rows(sql`select customer_ref from processor_customers c
    join users u on u.id = c.user_id where u.email = ${email}`);
  return row.customer_ref;
}

async function deleteCustomerOf(family: Buyer): Promise<string> {
  const gone = await customerOf(family);
  shop.simulator.outside.deleteCustomer(gone);
  return gone;
}

const customersAtStripe = ({ email }: Buyer) =>
  shop.simulator.world.store.list('customer').filter((one) => one.email === email);

async function saved(family: Buyer): Promise<number> {
  const { entry_id } = await enter(shop, family, GOOD);
  const [{ id }] = (await claim(family, entry_id)).items;
  await family.call('POST', `${METHODS}/add`, { payment_method_id: id });
  return id;
}

/** @shows S28.1 */
describe('a family whose customer somebody has deleted at the processor', () => {
  it('enters another card as ever, for a customer that is made anew, and buys with it', async () => {
    const family = await aBuyer(shop.app);
    await saved(family);
    const gone = await deleteCustomerOf(family);
    const id = await saved(family);
    const anew = await customerOf(family);
    expect(anew).not.toBe(gone);
    expect(customersAtStripe(family).map((one) => one.id)).toEqual([anew]);
    const bought = await buyBy(family, id);
    expect(bought.errors).toEqual([]);
    expect(bought.items[0].is_active).toBe(true);
  });

  it('has it made anew once, however often the press comes and whatever answer is lost', async () => {
    const family = await aBuyer(shop.app);
    await saved(family);
    await deleteCustomerOf(family);
    shop.simulator.faults.plan({ kind: 'drop_after', calls: 'POST /v1/customers', times: 1 });
    shop.simulator.faults.plan({ kind: 'drop_after', calls: 'POST /v1/setup_intents', times: 3 });
    const presses = await Promise.all([1, 2, 3].map(() => beginEntry(shop, family, {}, 'press')));
    shop.simulator.faults.clear();
    const again = await beginEntry(shop, family, {}, 'press');
    expect(again.status).toBe(200);
    for (const one of presses) if (one.status === 200) expect(one.items).toEqual(again.items);
    const customer = await customerOf(family);
    expect(customersAtStripe(family)).toHaveLength(1);
    const opened = shop.simulator.world.store.list('setup_intent').filter((one) => one.customer === customer);
    expect(opened.map(({ id }) => id)).toEqual([again.items[0].token]);
  });

  it('may be deleted a second time', async () => {
    const family = await aBuyer(shop.app);
    await saved(family);
    await deleteCustomerOf(family);
    await saved(family);
    await deleteCustomerOf(family);
    expect(await saved(family)).toBeGreaterThan(0);
  });

  it('types into fields that were open meanwhile in vain, and presses once more', async () => {
    const family = await aBuyer(shop.app);
    const { items } = await beginEntry(shop, family);
    await deleteCustomerOf(family);
    const { error } = shop.simulator.browser.confirmSetup(items[0].client_secret, GOOD, {});
    expect(error?.code).toBe('resource_missing');
    expect((await beginEntry(shop, family)).status).toBe(200);
  });

  it('pays nothing with what was saved before, and is asked for another one', async () => {
    const family = await aBuyer(shop.app);
    const before = await saved(family);
    await deleteCustomerOf(family);
    const refused = await buyBy(family, before);
    expect(refused.status).toBe(402);
    const [attempt] = await rows(sql`select a.code from charge_attempts a
      join payment_methods m on m.id = a.payment_method_id where m.id = ${before}`);
    expect(attempt.code).toBe('method_gone');
    expect((await buyBy(family, await saved(family))).errors).toEqual([]);
  });
});
