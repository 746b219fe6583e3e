import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingJobs } from '#modules/billing/billing.jobs.ts';
import { claim, enter, METHODS, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { logInAs, send, type Person } from '#tests/support/app/people.ts';
import {
  aBankAccount,
  aBuyer,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';

const BY_DEPOSIT = { account: '000123456789', plan: { verified: 'by_deposit' } } as const;
const listOf = async (family: Person) => (await family.call('GET', `${METHODS}/read/all`)).items;
const schoolOf = async ({ app }: SeasonApp): Promise<number> =>
  (await send(app, { method: 'GET', url: '/program_group_path/get/path/hm' })).items[0].id;
const asPayer = ({ email, password }: Buyer) => ({ user: { email, password } });

/** @shows S15.7 */
describe('an account that is verified by deposits, entered at the processor (check 30)', () => {
  let shop: HostedApp;
  let offer: Offer;
  let school: number;
  beforeAll(async () => {
    shop = await openHostedApp();
    offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    school = await schoolOf(shop);
  });
  afterAll(() => shop.close());
  const buy = (family: Buyer, payment: object) =>
    checkOut(shop.app, family, {
      contract: aContract(family, offer, 'HML-RT-S2'),
      payment,
      ...asPayer(family),
    });

  it('is listed with the day of the deposit, and can be neither chosen nor charged before', async () => {
    const family = await aBuyer(shop.app);
    const { entry_id, token } = await enter(shop, family, BY_DEPOSIT, school);
    const [claimed] = (await claim(family, entry_id)).items;
    expect(claimed).toMatchObject({
      state: 'verifying',
      ident: '****6789',
      verify_url: expect.stringContaining('https://payments.stripe.com/'),
      arrives_on: expect.stringMatching(/^2026-/),
    });
    const [listed] = await listOf(family);
    expect(listed).toMatchObject({ ...claimed, is_active: false, bank_name: 'STRIPE TEST BANK' });
    expect((await buy(family, { payment_method_id: claimed.id })).status).toBe(404);
    const byToken = await buy(family, { payment_type: 'paymentTypeAch', ach: { token } });
    expect([byToken.status, byToken.errors[0]]).toEqual([409, expect.stringContaining('once it’s verified')]);
    const isDefault = { data: { id: claimed.id, is_default: true } };
    expect((await family.call('POST', `${METHODS}/defaultPaymentMethod`, isDefault)).status).toBe(404);
  });

  it('pays once its family has said what it was sent, as the default that it was saved as', async () => {
    const family = await aBuyer(shop.app);
    const { client_secret, token } = await enter(shop, family, BY_DEPOSIT, school);
    const saved = await family.call('POST', `${METHODS}/add`, {
      is_default: true,
      ach: { token, program_group_id: school },
    });
    expect(saved.items).toMatchObject([{ state: 'verifying', is_default: false }]);
    shop.simulator.browser.verifyMicrodeposits(client_secret, { descriptor_code: 'SM11AA' });
    await takeEvents(shop.context.billing);
    const [{ id, ...listed }] = await listOf(family);
    expect(listed).toMatchObject({ state: 'ready', is_default: true, is_active: true, verify_url: null });
    const bought = await buy(family, { payment_method_id: id });
    expect(bought.errors).toEqual([]);
    const { rows } = await shop.context.db.execute(sql`select m.gateway_ref, a.mandate_ref from mandates m
      join charge_attempts a on a.payment_method_id = m.payment_method_id where m.payment_method_id = ${id}`);
    expect(rows).toHaveLength(2);
    for (const { gateway_ref, mandate_ref } of rows) {
      expect(gateway_ref).toMatch(/^mandate_/);
      expect(mandate_ref).toBe(gateway_ref);
    }
  });

  it('is gone when nobody has verified it for ten days, or it was deleted meanwhile', async () => {
    const [family, other] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const { entry_id } = await enter(shop, family, BY_DEPOSIT, school);
    const deleted = await enter(shop, other, BY_DEPOSIT, school);
    await claim(family, entry_id);
    const [{ id }] = (await claim(other, deleted.entry_id)).items;
    expect((await other.call('POST', `${METHODS}/delete`, { id })).status).toBe(200);
    expect(await listOf(other)).toEqual([]);
    shop.simulator.browser.verifyMicrodeposits(deleted.client_secret, { descriptor_code: 'SM11AA' });
    await shop.advance(11);
    await takeEvents(shop.context.billing);
    await shop.run('billing.forget-methods');
    expect(await listOf(await logInAs(shop.app, family))).toEqual([]);
    expect(await listOf(await logInAs(shop.app, other))).toEqual([]);
    const { payment_method } = shop.simulator.world.store.get('setup_intent', deleted.token);
    expect(shop.simulator.world.store.get('payment_method', payment_method).customer).toBeNull();
  });
});

/** @shows S15.7 */
describe('an account that is verified by deposits, typed in the sandbox', () => {
  let shop: SeasonApp;
  let offer: Offer;
  let school: number;
  beforeAll(async () => {
    shop = await openSeasonApp();
    offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    school = await schoolOf(shop);
  });
  afterAll(() => shop.close());
  const add = (family: Buyer, number: string) =>
    family.call('POST', `${METHODS}/add`, {
      ach: { ...aBankAccount(number).ach, phone: undefined, program_group_id: school },
    });
  async function advance(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      shop.context.clock.advanceMs(24 * 3_600_000);
      const jobs = billingJobs(shop.context.billing);
      for (const name of ['billing.sweep-unsettled', 'billing.events'])
        await jobs.find((job) => job.name === name)!.run();
    }
  }

  it('waits two banking days, and pays then', async () => {
    const family = await aBuyer(shop.app);
    const saved = await add(family, '000666666661');
    expect(saved.items).toMatchObject([{ state: 'verifying', arrives_on: expect.any(String) }]);
    expect(await listOf(family)).toHaveLength(1);
    const contract = aContract(family, offer, 'HML-RT-S2');
    const typed = { contract, payment: aBankAccount('000666666661'), ...asPayer(family) };
    expect((await checkOut(shop.app, family, typed)).status).toBe(409);
    await advance(5);
    const again = { ...family, ...(await logInAs(shop.app, family)) };
    const [method] = await listOf(again);
    expect(method).toMatchObject({ state: 'ready', is_default: true });
    const payment = { payment_method_id: method.id };
    const bought = await checkOut(shop.app, again, { contract, payment, ...asPayer(family) });
    expect(bought.errors).toEqual([]);
  });

  it('is gone after ten days where nobody verifies it', async () => {
    const family = await aBuyer(shop.app);
    await add(family, '000777777779');
    await advance(9);
    expect(await listOf(await logInAs(shop.app, family))).toMatchObject([{ state: 'verifying' }]);
    await advance(2);
    expect(await listOf(await logInAs(shop.app, family))).toEqual([]);
  });
});
