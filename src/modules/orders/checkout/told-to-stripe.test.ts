import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claim, enter, METHODS, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { send } from '#tests/support/app/people.ts';
import { aBuyer, aContract, anOffer, checkOut, type Offer } from '#tests/support/app/season-app.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { billingJobs } from '#modules/billing/billing.jobs.ts';

/** Unique names, recognizable in any request. */
const CHILD = { first_name: 'Quillabert', last_name: 'Zephyrstone' };
const HOME = { address: '77 Marzipan Crescent', city: 'Gimbleford' };
const SCHOOL = ['Hillmark', 'HM', 'Round trip'];
const NOTES = 'Carries a green umbrella';

let shop: HostedApp;
let offer: Offer;
let school: number;
beforeAll(async () => {
  const canaries = [...Object.values(CHILD), ...Object.values(HOME), ...SCHOOL, NOTES];
  shop = await openHostedApp({ canaries });
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  school = (await send(shop.app, { method: 'GET', url: '/program_group_path/get/path/hm' })).items[0].id;
});
afterAll(() => shop.close());

const CARDS = ['4242424242424242', '4000056655665556', '4000000000000341', '4000000000009995'];
const ACCOUNTS = ['000123456789', '000222222227', '000333333335'];

async function aFamilyThatBuys(typed: Parameters<typeof enter>[2]): Promise<void> {
  const family = await aBuyer(shop.app, { ...CHILD, ...HOME });
  const { entry_id } = await enter(shop, family, typed, school);
  const { items } = await claim(family, entry_id);
  await checkOut(shop.app, family, {
    contract: aContract(family, offer, 'HML-RT-S2', { special_request: NOTES }),
    payment: items[0] ? { payment_method_id: items[0].id } : {},
    user: { email: family.email, password: family.password },
  });
}

async function aFamilyThatDeletes(number: string): Promise<void> {
  const family = await aBuyer(shop.app, { ...CHILD, ...HOME });
  const { token } = await enter(shop, family, { number }, school);
  const { items } = await family.call('POST', `${METHODS}/add`, { cc: { token, program_group_id: school } });
  await family.call('POST', `${METHODS}/delete`, { id: items[0].id });
}

/** @shows S15.11 */
describe('what the processor is told (check 46)', () => {
  it('has nothing of a child, its home or its school, over a season of charges and returns', async () => {
    for (const number of CARDS) await aFamilyThatBuys({ number });
    await aFamilyThatDeletes(CARDS[0]!);
    for (const account of ACCOUNTS) await aFamilyThatBuys({ account });
    const run = async (name: string) =>
      billingJobs(shop.context.billing)
        .find((job) => job.name === name)!
        .run();
    for (let month = 0; month < 8; month += 1) {
      await shop.advance(30);
      await takeEvents(shop.context.billing);
      for (const job of [
        'billing.collect',
        'billing.resolve',
        'billing.end-entries',
        'billing.forget-methods',
      ])
        await run(job);
    }
    const { requests } = shop.simulator;
    const charges = requests.filter(({ verb, path }) => verb === 'POST' && path === '/v1/payment_intents');
    expect(charges.length).toBeGreaterThan(CARDS.length + ACCOUNTS.length);
    expect(requests.some(({ path }) => path.endsWith('/detach'))).toBe(true);
    expect(() => shop.simulator.expectNoFaults()).not.toThrow();
    expect(shop.simulator.takeComplaints()).toEqual([]);
  });

  it('would be seen: a canary in a request is a fault', async () => {
    const payer = { user_id: 99, email: 'ada@okafor.example', name: CHILD.first_name };
    await shop.gateway.ensureCustomer(payer, 'customer-canary').catch(() => undefined);
    expect(shop.simulator.takeComplaints().join()).toContain(CHILD.first_name);
  });
});
