import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserLaunch } from '#tests/support/browser/launch-browser.ts';
import { createEntry } from '#tests/simulators/stripe/entries.ts';
import { serveStripeFields } from '#tests/simulators/stripe/fields/serve-fields.ts';
import { createIntent } from '#tests/simulators/stripe/intents.ts';
import { StripeSimulator } from '#tests/simulators/stripe/simulator.ts';

/* The script that stands for Stripe's in the journeys, on a page that uses it as ours will. */

const PAGE = `<!doctype html><title>Pay</title><div id="fields"></div><button>Save</button><pre></pre>
<script src="https://js.stripe.com/endive/stripe.js"></script>
<script>
  const told = [];
  const heard = [];
  addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
  const [type, clientSecret] = location.hash.slice(1).split('&');
  const stripe = window.Stripe?.('pk_test_simulated');
  const elements = stripe?.elements({ mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: [type] });
  const fields = { billingDetails: { name: 'never', email: 'never' } };
  const element = elements?.create('payment', { layout: 'tabs', fields });
  element?.on('carddetailschange', ({ details }) => details && told.push(details.funding));
  element?.mount('#fields');
  document.querySelector('button').onclick = async () => {
    const billing_details = { name: 'Rowan Alder', email: 'rowan@example.com' };
    const confirmParams = { payment_method_data: { billing_details } };
    const { error } = await elements.submit();
    const asked = { elements, clientSecret, confirmParams, redirect: 'if_required' };
    const result = error ? { error } : await stripe.confirmSetup(asked);
    document.querySelector('pre').textContent = result.error?.message ?? result.setupIntent.status;
  };
</script>`;

const SCHOOL = 'https://school.example';

let browser: Browser;
let page: Page;
let simulator: StripeSimulator;

beforeAll(async () => {
  browser = await chromium.launch(await browserLaunch());
});
afterAll(() => browser.close());

beforeEach(async () => {
  simulator = new StripeSimulator();
  page = await browser.newPage();
  await page.route(`${SCHOOL}/**`, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  return () => page.close();
});

function anEntry(type: string): string {
  const params = { allowed_payment_method_types: [type] };
  return createEntry(simulator.world, { params, id: '', key: null }).client_secret!;
}

async function open(type: string, options?: Parameters<typeof serveStripeFields>[2]) {
  await serveStripeFields(page, simulator, options);
  const secret = anEntry(type);
  await page.goto(`${SCHOOL}/#${type}&${secret}`);
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
  return { fields, secret, save: () => page.getByRole('button', { name: 'Save' }).click() };
}

async function typeCard(fields: Awaited<ReturnType<typeof open>>['fields'], number: string) {
  await fields.getByLabel('Card number').fill(number);
  await fields.getByLabel('Expiration date').fill('12/30');
  await fields.getByLabel('Security code').fill('123');
  await fields.getByLabel('ZIP code').fill('94110');
}

const result = () => page.locator('pre');

describe('the fields', () => {
  it('save a card that the page never sees', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.frame() === page.mainFrame()) sent.push(`${request.url()} ${request.postData()}`);
    });
    const { fields, secret, save } = await open('card');
    await typeCard(fields, '4000056655665556');
    await expect.poll(() => page.evaluate('told')).toEqual(['debit']);
    await save();
    await result().getByText('succeeded').waitFor();
    const entry = simulator.browser.readSetup(secret);
    const method = simulator.world.store.get('payment_method', entry.payment_method);
    expect(method).toMatchObject({
      card: { last4: '5556', funding: 'debit', exp_month: 12, exp_year: 2030 },
      billing_details: { name: 'Rowan Alder', email: 'rowan@example.com' },
    });
    const heard = (await page.evaluate('heard')) as string[];
    expect(heard.join()).toContain('succeeded');
    expect(sent.join()).toContain('stripe.js');
    expect([...heard, ...sent].join()).not.toContain('4000056655665556');
  });

  it('say what is missing, and what the bank refuses', async () => {
    const { fields, save } = await open('card');
    await save();
    await result().getByText('Your card number is incomplete.').waitFor();
    await typeCard(fields, '4000000000000002');
    await save();
    await result().getByText('The method was refused.').waitFor();
  });

  it.each([
    ['Complete authentication', 'succeeded'],
    ['Fail authentication', 'The method was refused.'],
    ['Close', 'requires_action'],
  ])('ask the payer of some cards to confirm: %s', async (button, shown) => {
    const { fields, save } = await open('card');
    await typeCard(fields, '4000000000003220');
    await save();
    const dialog = page.frameLocator('iframe[title="Secure confirmation frame"]');
    await dialog.getByRole('button', { name: button }).click();
    await result().getByText(shown).waitFor();
  });

  it.each([
    ['Log in at your bank', 'succeeded'],
    ['Enter bank details manually', 'requires_action'],
  ])('save an account: %s', async (way, shown) => {
    const { fields, save } = await open('us_bank_account');
    await fields.getByLabel(way).check();
    await fields.getByLabel('Account number').fill('000123456789');
    await save();
    await result().getByText(shown).waitFor();
  });

  it('do not come where the script is blocked', async () => {
    await open('card', { arrival: 'blocked' });
    expect(await page.evaluate('typeof window.Stripe')).toBe('undefined');
  });
});

it('a payment is confirmed by its payer in the page', async () => {
  const { fields, secret, save } = await open('card');
  await typeCard(fields, '4242424242424242');
  await save();
  await result().getByText('succeeded').waitFor();
  const { world } = simulator;
  const { payment_method } = simulator.browser.readSetup(secret);
  world.plans.set(
    payment_method as string,
    { ...world.plans.get(payment_method as string)!, charge: 'confirm' } as never,
  );
  const customer = 'cus_test';
  world.store.add({ id: customer, object: 'customer' });
  world.store.get('payment_method', payment_method).customer = customer;
  const return_url = 'https://ride.example/order/return';
  const sent = { amount: 500, currency: 'usd', customer, payment_method, confirm: true, return_url };
  const { client_secret } = createIntent(world, { params: sent, id: '', key: null });
  const confirmed = page.evaluate(`stripe.handleNextAction({ clientSecret: '${client_secret}' })`);
  const dialog = page.frameLocator('iframe[title="Secure confirmation frame"]');
  await dialog.getByRole('button', { name: 'Complete authentication' }).click();
  expect(await confirmed).toMatchObject({ paymentIntent: { status: 'succeeded' } });
});
