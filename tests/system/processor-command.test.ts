import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { stripeSettings } from '#tests/support/portal/portal-on-stripe.ts';
import { startStripe, type SimulatedStripe } from '#tests/simulators/stripe/http.ts';

const SCRIPT = join(import.meta.dirname, '../../schoolrun.js');

let t: TestBilling;
let stripe: SimulatedStripe;
let dataDir: string;
let order: ActiveOrder;
beforeAll(async () => {
  t = await createTestBilling();
  stripe = await startStripe({ now: new Date() });
  dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-processor-'));
  order = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
});
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
  await stripe.close();
});

/** Runs the command as a person does, with the keys of the simulated account or with others. */
function processor(args: string[], settings: Record<string, string> = stripeSettings(stripe)) {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: t.database.url,
    DATA_DIR: dataDir,
    ...settings,
  };
  return new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, [SCRIPT, 'processor', ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}
const all = async (text: string) => (await t.database.pool.query(text)).rows;

/** @shows S23.1 S23.2 S23.3 S23.6 MS5.1 */
it('a pilot on the sandbox comes to an account at Stripe once nothing is on its way', async () => {
  const refused = await processor(['adopt', '--notify']);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain(`Bank debits in progress: ${order.attempt_id}\n`);
  expect(await all('select * from processor_binding')).toEqual([]);

  t.clock.advanceDays(10);
  await takeEvents(t.billing);
  const { account } = stripe.simulator.world;
  account.capabilities = { card_payments: 'active', us_bank_account_ach_payments: 'pending' };
  const status = await processor(['status']);
  expect(status.out).toContain('Keys in the environment: stripe_test, acct_');
  expect(status.out).toContain(
    'This database belongs to no account.\nCards and bank accounts in use at sandbox: 1\n',
  );

  expect(status.out).toContain(
    'At Stripe: charges enabled, payouts enabled; card payments active; bank debits pending; ' +
      'statement descriptor HARBORLINE; payouts daily; asked for none\nBank debits are not active at Stripe',
  );

  const adopted = await processor(['adopt', '--notify']);
  expect([adopted.code, adopted.err]).toEqual([0, '']);
  expect(adopted.out).toMatch(/^This database now belongs to stripe_test, acct_\w+\.\n/);
  expect(adopted.out).toContain('Cards and bank accounts deactivated, with their authorizations: 1\n');
  expect(adopted.out).toContain(`order ${order.order_id}, next payment 10/10/2026\n`);

  const again = await processor(['adopt', '--notify']);
  expect(again.out).toMatch(
    /^This database already belongs to .+\nCards and bank accounts deactivated, with their .+: 0\n/,
  );
  expect(
    await all(`select payload ->> 'payment_id' as id from outbox
    where kind = 'billing.enter_method_again'`),
  ).toEqual([{ id: String(order.later_id) }]);
  expect(await all('select processor, livemode from processor_binding')).toEqual([
    { processor: 'stripe_test', livemode: false },
  ]);
}, 60_000);

it('without keys, or without a verb, it says what is missing', async () => {
  const none = {
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRETS: '',
    STRIPE_API: '',
  };
  expect(await processor(['adopt'], none)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Set the keys of the account'),
  });
  expect(await processor(['adapt'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('node schoolrun.js processor adopt'),
  });
}, 60_000);
