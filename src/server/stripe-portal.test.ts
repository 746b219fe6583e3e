import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { testConfig } from '#tests/support/app/context-on-database.ts';
import { send } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { openStripeApp, type StripeApp } from '#tests/support/app/stripe-app.ts';
import { stripeSettings } from '#tests/support/portal/portal-on-stripe.ts';
import { openBilling } from './open-app-context.ts';

let shop: StripeApp;
beforeAll(async () => void (shop = await openStripeApp()));
afterAll(() => shop.close());

/** @shows S19.5 */
describe('a portal with keys of Stripe', () => {
  it('says so to every page, with the key for the fields and no other', async () => {
    const answer = await shop.app.inject('/api/server/info');
    expect(answer.json().items[0]).toMatchObject({
      is_sandbox: false,
      closed_ways: [],
      payments: { kind: 'stripe', publishable_key: 'pk_test_simulated', is_live: false },
    });
    expect(answer.body).not.toMatch(/sk_test|whsec/);
  });

  it('has the real clock, which nobody moves', async () => {
    const staff = await aStaffMember(shop.app, shop.context.db);
    for (const asked of [['GET'], ['POST', { days: 1 }]] as const)
      expect(await staff.call(asked[0], '/admin/clock', asked[1])).toMatchObject({
        status: 409,
        errors: ['You can move the clock only in the sandbox.'],
      });
  });

  it('takes no number of a card itself', async () => {
    const methods = await send(shop.app, { method: 'GET', url: '/accounting/payment-methods/read/all' });
    expect(methods.status).toBe(401);
    const { billing } = shop.context;
    expect([billing.gateway.caps.fields, billing.gateway.processor, billing.arePaymentsOpen()]).toEqual([
      'hosted',
      'stripe_test',
      true,
    ]);
  });
});

/** @shows S19.3 */
describe('keys of another account', () => {
  it('open no payments, and ask the account nothing but who it is', async () => {
    const { db, database, clock, vault } = shop.context;
    const { world, requests } = shop.stripe.simulator;
    const config = testConfig(stripeSettings(shop.stripe));
    const ours = world.account_id;
    world.account_id = 'acct_other';
    const parts = { db, clock, vault, log: silentLog(), config, databaseUrl: database.url };
    const { billing, checkAccount, close } = await openBilling(parts);
    requests.length = 0;
    await checkAccount();
    world.account_id = ours;
    expect(billing.arePaymentsOpen()).toBe(false);
    await expect(billing.gateway.readCharge('pi_1')).rejects.toThrow('payments are closed');
    await expect(billing.gateway.readRefund('re_1')).rejects.toThrow('payments are closed');
    expect(requests.map(({ path }) => path)).toEqual(['/v1/account', '/v1/balance']);
    await close();
  });
});

/** @shows S19.3 */
it('an answer of live mode under test keys closes payments until the account answers again', async () => {
  const { billing, checkAccount } = shop.context;
  const { simulator } = shop.stripe;
  simulator.faults.plan({ kind: 'other_mode', calls: 'POST /v1/customers', times: 1 });
  await expect(
    billing.gateway.ensureCustomer({ user_id: 7, email: null, name: null }, 'customer-7'),
  ).rejects.toThrow('livemode');
  expect(billing.arePaymentsOpen()).toBe(false);
  await checkAccount();
  expect(billing.arePaymentsOpen()).toBe(true);
});

/** @shows S19.14 */
describe('a key that Stripe does not know any more', () => {
  it('closes payments at the first answer that says so, until one is taken again', async () => {
    const { db, database, clock, vault } = shop.context;
    const config = testConfig(stripeSettings(shop.stripe));
    const parts = { db, clock, vault, log: silentLog(), config, databaseUrl: database.url };
    const { billing, checkAccount, close } = await openBilling(parts);
    await checkAccount();
    const wasOpen = billing.arePaymentsOpen();
    shop.stripe.simulator.faults.plan({ kind: 'key_rolled' });
    await billing.gateway.readMethod('pm_1').catch(() => undefined);
    const isOpen = billing.arePaymentsOpen();
    await checkAccount();
    expect([wasOpen, isOpen, billing.arePaymentsOpen()]).toEqual([true, false, true]);
    await close();
  });
});
