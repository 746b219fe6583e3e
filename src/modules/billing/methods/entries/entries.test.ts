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
import { send } from '#tests/support/app/people.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  type Buyer,
  type Offer,
} from '#tests/support/app/season-app.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';

let shop: HostedApp;
let offer: Offer;
let school: number;
let otherSchool: number;

beforeAll(async () => {
  shop = await openHostedApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const groupOf = async (path: string) =>
    (await send(shop.app, { method: 'GET', url: `/program_group_path/get/path/${path}` })).items[0].id;
  [school, otherSchool] = [await groupOf('hm'), await groupOf('rcs')];
});
afterAll(() => shop.close());

const GOOD = { number: '4242424242424242' };
const ACCOUNT = { account: '000123456789' };
const listOf = async (family: Buyer) => (await family.call('GET', `${METHODS}/read/all`)).items;
const buyBy = (family: Buyer, payment: object, key?: string) =>
  checkOut(shop.app, family, { contract: aContract(family, offer, 'HML-RT-S2'), payment }, key);
const add = (family: Buyer, payload: object) => family.call('POST', `${METHODS}/add`, payload);
const atStripe = (ref: string) =>
  shop.simulator.world.store.get('payment_method', ref).customer as string | null;
const rows = async (query: ReturnType<typeof sql>) => (await shop.context.db.execute(query)).rows as any[];
const idOf = async ({ email }: Buyer): Promise<number> =>
  (await rows(sql`select id::int from users where email = ${email}`))[0].id;

/** @shows S15.1 */
describe('a card or account entered at the processor', () => {
  it('is opened once a key, for a customer that is made once', async () => {
    const family = await aBuyer(shop.app);
    const [first, ...again] = await Promise.all([1, 2, 3].map(() => beginEntry(shop, family, {}, 'press')));
    expect(first!.status).toBe(200);
    for (const one of again) expect(one.items).toEqual(first!.items);
    const second = await beginEntry(shop, family, {}, 'another press');
    expect(second.items[0].token).not.toBe(first!.items[0].token);
    const user_id = String(await idOf(family));
    const ours = shop.simulator.world.store
      .list('customer')
      .filter(({ metadata }) => metadata!.user_id === user_id);
    expect(ours).toHaveLength(1);
    expect(ours[0]).toMatchObject({ email: family.email });
    const reused = await beginEntry(shop, family, { kind: 'bank' }, 'press');
    expect(reused.status).toBe(409);
  });

  it('is found by the same key when the answer was lost', async () => {
    const family = await aBuyer(shop.app);
    shop.simulator.faults.plan({ kind: 'drop_after', calls: 'POST /v1/customers', times: 2 });
    shop.simulator.faults.plan({ kind: 'drop_after', calls: 'POST /v1/setup_intents', times: 20 });
    const lost = await beginEntry(shop, family, {}, 'lost');
    expect(lost.status).toBe(503);
    shop.simulator.faults.clear();
    const found = await beginEntry(shop, family, {}, 'lost');
    expect(found.status).toBe(200);
    const user_id = String(await idOf(family));
    const made = shop.simulator.world.store
      .list('setup_intent')
      .filter(({ metadata }) => metadata!.user_id === user_id);
    expect(made.map(({ id }) => id)).toEqual([found.items[0].token]);
  });

  it('becomes a method that pays by its id, and is not listed before it has', async () => {
    const family = await aBuyer(shop.app);
    const { entry_id } = await enter(shop, family, GOOD, school);
    const claimed = await claim(family, entry_id);
    expect(claimed.items[0]).toMatchObject({
      brand: 'Visa',
      ident: '****4242',
      funding: 'credit',
      state: 'ready',
      verify_url: null,
    });
    expect((await claim(family, entry_id)).items).toEqual(claimed.items);
    expect(await listOf(family)).toEqual([]);
    const { id } = claimed.items[0];
    const bought = await buyBy(family, { payment_method_id: id });
    expect(bought.errors).toEqual([]);
    expect(bought.items[0].is_active).toBe(true);
    expect(await listOf(family)).toMatchObject([{ id, is_default: true, name: 'Adaeze Okafor' }]);
  });

  it('pays no more once its first charge was declined', async () => {
    const family = await aBuyer(shop.app);
    const { entry_id } = await enter(shop, family, { number: '4000000000000341' }, school);
    const [{ id }] = (await claim(family, entry_id)).items;
    expect((await buyBy(family, { payment_method_id: id })).status).toBe(402);
    expect((await buyBy(family, { payment_method_id: id })).status).toBe(404);
    expect((await claim(family, entry_id)).status).toBe(409);
    expect(await listOf(family)).toEqual([]);
  });

  it('tells nobody who has entered nothing, or closed the window of the bank', async () => {
    const family = await aBuyer(shop.app);
    const { items } = await beginEntry(shop, family);
    expect((await claim(family, items[0].entry_id)).status).toBe(409);
    shop.simulator.browser.confirmSetup(
      items[0].client_secret,
      { number: '4000000000003220' },
      {
        confirmation: 'never',
      },
    );
    expect((await claim(family, items[0].entry_id)).status).toBe(409);
    shop.simulator.browser.handleNextSetupAction(items[0].client_secret, 'good');
    expect((await claim(family, items[0].entry_id)).status).toBe(200);
  });
});

/** @shows S15.2 */
describe('another family’s entry', () => {
  it('is there for nobody else, by its id or by its token', async () => {
    const [family, stranger] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const { entry_id, token } = await enter(shop, family, GOOD, school);
    expect((await claim(stranger, entry_id)).status).toBe(404);
    const byToken = { payment_type: 'paymentTypeCreditCard', cc: { token } };
    expect((await buyBy(stranger, byToken)).status).toBe(404);
    const saved = await add(stranger, { cc: { token, program_group_id: school } });
    expect(saved.status).toBe(404);
    expect((await claim(family, entry_id)).status).toBe(200);
  });

  it('is believed only as the one that was begun, whatever stands at the processor', async () => {
    const family = await aBuyer(shop.app);
    const { entry_id, token } = await enter(shop, family, GOOD, school);
    const intent = shop.simulator.world.store.get('setup_intent', token);
    const { customer } = intent;
    intent.customer = (await shop.gateway.ensureCustomer(
      { user_id: 1, email: null, name: null },
      'x',
    )) as string;
    expect((await claim(family, entry_id)).status).toBe(503);
    intent.customer = customer;
    intent.metadata!.entry_id = '1';
    expect((await claim(family, entry_id)).status).toBe(503);
  });
});

/** @shows S15.3 */
describe('a client that sends the token itself', () => {
  it('buys and saves in one call, by card or by account', async () => {
    const family = await aBuyer(shop.app);
    const { token } = await enter(shop, family, { number: '4000056655665556' }, school);
    const bought = await buyBy(family, { payment_type: 'paymentTypeCreditCard', cc: { token } }, 'order');
    expect(bought.errors).toEqual([]);
    expect(
      bought.items[0].transactions.map(({ description_detail }: any) => description_detail),
    ).not.toContain('Payment surcharge');
    const again = await buyBy(family, { payment_type: 'paymentTypeCreditCard', cc: { token } }, 'order');
    expect(again.items[0].id).toBe(bought.items[0].id);
    expect(await listOf(family)).toMatchObject([{ funding: 'debit', is_default: true }]);
  });

  it('pays from an account only as who the payer is', async () => {
    const family = await aBuyer(shop.app);
    const { token } = await enter(shop, family, ACCOUNT, school);
    const payment = { payment_type: 'paymentTypeAch', ach: { token } };
    expect((await buyBy(family, payment)).status).toBe(422);
    const user = { email: family.email, password: family.password };
    const body = { contract: aContract(family, offer, 'HML-RT-S2'), payment, user };
    const bought = await checkOut(shop.app, family, body);
    expect(bought.errors).toEqual([]);
    expect(bought.items[0].payments[0].is_processing).toBe(true);
  });

  it('saves a card for a school by …/add, once, and an account with its authorisation', async () => {
    const family = await aBuyer(shop.app);
    const card = await enter(shop, family, GOOD, school);
    const body = { is_default: false, cc: { token: card.token, program_group_id: school } };
    const saved = await add(family, body);
    expect(saved.items).toMatchObject([
      { ident: '****4242', is_default: true, program_group: { id: school } },
    ]);
    expect((await add(family, body)).items).toEqual(saved.items);
    const bank = await enter(shop, family, ACCOUNT);
    await add(family, { ach: { token: bank.token, program_group_id: 'general' } });
    expect(await listOf(family)).toHaveLength(2);
    expect(await rows(sql`select id from mandates where user_id = ${await idOf(family)}`)).toHaveLength(1);
    const other = await enter(shop, family, { number: '5555555555554444' }, school);
    const wrong = await add(family, { cc: { token: other.token, program_group_id: otherSchool } });
    expect([wrong.status, Object.keys(wrong.fields)]).toEqual([422, ['cc.program_group_id']]);
  });

  it('is told which field of which form is wrong', async () => {
    const family = await aBuyer(shop.app);
    const wrong = await buyBy(family, { payment_type: 'paymentTypeCreditCard', cc: { token: 5 } });
    expect([wrong.status, Object.keys(wrong.fields)]).toEqual([422, ['payment.cc.token']]);
  });
});

/** @shows S15.4 */
describe('a number that is sent to the portal', () => {
  it('is refused at every call before anything else, in any field', async () => {
    const family = await aBuyer(shop.app);
    const number = '4111 1111-1111 1111';
    const bodies = [
      { contract: {}, payment: aCard() },
      { contract: {}, payment: aBankAccount() },
      { contract: {}, payment: { cc: { number: '1' } } },
      { contract: { special_request: `my card is ${number}, thanks` } },
      [[{ deep: 4111111111111111 }]],
    ];
    const taken: string[] = [];
    for (const endpoint of shop.app.endpoints.filter(({ body }) => body && body !== 'multipart'))
      for (const payload of bodies) {
        const url = endpoint.path.replaceAll(/:\w+\??/g, '1');
        const answer = await shop.app.inject({
          method: endpoint.method,
          url: `/api${url}`,
          payload,
          headers: { authorization: `Bearer ${family.tokens.access_token}` },
        });
        taken.push(...([401, 403, 422].includes(answer.statusCode) ? [] : [endpoint.name]));
        expect(answer.body).not.toContain('4111');
        if (answer.statusCode === 422) expect(answer.body).toContain('our payment processor’s fields');
      }
    expect(taken).toEqual([]);
  });

  it('is not mistaken in a hash, a phone number or an amount', async () => {
    const family = await aBuyer(shop.app);
    const body = {
      contract: aContract(family, offer, 'HML-RT-S2', {
        special_request: 'Call 718-555-0133 or 212-555-0100',
      }),
      quote_hash: `4242424242424242${'a'.repeat(48)}`,
    };
    const answer = await checkOut(shop.app, family, body);
    expect(answer.errors.join()).not.toContain('payment processor');
  });
});

/** @shows S15.5 */
describe('entries', () => {
  it('are ten an hour for a family, and none after ten refusals', async () => {
    const family = await aBuyer(shop.app);
    for (let i = 0; i < 10; i += 1)
      expect((await beginEntry(shop, family, {}, `press ${i}`)).status).toBe(200);
    expect((await beginEntry(shop, family)).status).toBe(429);
    expect((await beginEntry(shop, family, {}, 'press 3')).status).toBe(200);
  });

  it('end after three refusals, each of which counts', async () => {
    const family = await aBuyer(shop.app);
    const { entry_id, client_secret } = await enter(shop, family, { number: '4000000000000002' });
    expect((await claim(family, entry_id)).status).toBe(402);
    expect((await claim(family, entry_id)).status).toBe(402);
    for (const number of ['4000000000009995', '4000000000000069'])
      shop.simulator.browser.confirmSetup(client_secret, { number });
    expect((await claim(family, entry_id)).status).toBe(402);
    expect(shop.simulator.browser.confirmSetup(client_secret, GOOD).error).toBeDefined();
    expect((await claim(family, entry_id)).status).toBe(409);
    const subject = String(await idOf(family));
    const [counted] = await rows(
      sql`select count from attempt_counters where scope = 'method.refused' and subject = ${subject}`,
    );
    expect(Number(counted.count)).toBe(3);
  });

  it('are refused while staff look through a family’s eyes', async () => {
    const endpoints = shop.app.endpoints.filter(({ name }) => name.endsWith('MethodEntry'));
    expect(endpoints.map(({ impersonation }) => impersonation)).toEqual(['refused', 'refused']);
  });
});

/** @shows S15.6 */
describe('fields that stay open', () => {
  it('are closed after half an hour, and what was entered in time is kept', async () => {
    const family = await aBuyer(shop.app);
    const { items } = await beginEntry(shop, family);
    const entered = await enter(shop, family, GOOD, school);
    shop.context.clock.advanceMs(29 * 60_000);
    await shop.run('billing.end-entries');
    expect(shop.simulator.world.store.get('setup_intent', items[0].token).status).toBe(
      'requires_payment_method',
    );
    shop.context.clock.advanceMs(2 * 60_000);
    shop.simulator.faults.plan({ kind: 'error_503', calls: 'POST /v1/setup_intents', times: 1 });
    await shop.run('billing.end-entries');
    await shop.run('billing.end-entries');
    expect(shop.simulator.world.store.get('setup_intent', items[0].token).status).toBe('canceled');
    expect((await claim(family, items[0].entry_id)).status).toBe(409);
    expect((await claim(family, entered.entry_id)).status).toBe(200);
  });

  it('leave nothing at the processor that nobody bought with for a day', async () => {
    const [family, buyer] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const [unused, used] = [await enter(shop, family, GOOD, school), await enter(shop, buyer, GOOD, school)];
    const [[{ id }], [{ id: usedId }]] = [
      (await claim(family, unused.entry_id)).items,
      (await claim(buyer, used.entry_id)).items,
    ];
    expect((await buyBy(buyer, { payment_method_id: usedId })).status).toBe(200);
    const refOf = async (method: number) =>
      (await rows(sql`select gateway_ref from payment_methods where id = ${method}`))[0].gateway_ref;
    const [unusedRef, usedRef] = [await refOf(id), await refOf(usedId)];
    shop.context.clock.advanceMs(25 * 3_600_000);
    await shop.run('billing.end-entries');
    shop.simulator.faults.plan({ kind: 'error_503', calls: 'POST /v1/payment_methods', times: 50 });
    await shop.run('billing.forget-methods');
    expect(atStripe(unusedRef)).not.toBeNull();
    shop.simulator.faults.clear();
    shop.context.clock.advanceMs(61_000);
    await shop.run('billing.forget-methods');
    expect(atStripe(unusedRef)).toBeNull();
    expect(atStripe(usedRef)).not.toBeNull();
    expect(await rows(sql`select 1 from payment_methods where id = ${id}`)).toEqual([]);
  });
});

describe('the secret that opens the fields', () => {
  it('rests nowhere', async () => {
    const family = await aBuyer(shop.app);
    const { client_secret } = await enter(shop, family, GOOD, school);
    expect(await dumpDatabase(shop.context.db)).not.toContain(client_secret);
  });
});
