import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionsPolicy } from '#server/http/pages/security-headers.ts';
import { browserLaunch } from '#tests/support/browser/launch-browser.ts';
import { createEntry } from '#tests/simulators/stripe/entries.ts';
import { serveStripeFields } from '#tests/simulators/stripe/fields/serve-fields.ts';
import { StripeSimulator } from '#tests/simulators/stripe/simulator.ts';

/* The wallets of the script that stands for Stripe's, on a page that uses them as ours does. */

const PAGE = `<!doctype html><title>Pay</title><div id="wallets"></div><pre></pre>
<script src="https://js.stripe.com/endive/stripe.js"></script>
<script>
  const heard = [];
  addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
  const say = (text) => (document.querySelector('pre').textContent += text + ' ');
  const stripe = window.Stripe('pk_test_simulated');
  const elements = stripe.elements({ mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: ['card'] });
  const paymentMethods = { applePay: 'auto', googlePay: 'never', link: 'never' };
  const element = elements.create('expressCheckout', { paymentMethods, billingAddressRequired: true });
  element.on('ready', ({ availablePaymentMethods }) => say(availablePaymentMethods ? 'offered' : 'none'));
  element.on('cancel', () => say('canceled'));
  element.on('confirm', async () => {
    await elements.submit();
    const billing_details = { email: 'rowan@example.com' };
    const return_url = location.origin + '/order/return';
    const params = { payment_method_data: { billing_details }, return_url };
    const { confirmationToken } = await stripe.createConfirmationToken({ elements, params });
    window.token = confirmationToken.id;
    const { card } = confirmationToken.payment_method_preview;
    say(card.wallet.type + ' ' + card.funding + ' ' + card.last4);
  });
  element.mount('#wallets');
  window.confirmBy = async (token, return_url) => {
    const confirmParams = { confirmation_token: token, return_url };
    const sent = { clientSecret: location.hash.slice(1), confirmParams, redirect: 'if_required' };
    const { setupIntent, error } = await stripe.confirmSetup(sent);
    return setupIntent ? setupIntent.status : error.message;
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
  return () => page.close();
});

type Opened = Parameters<typeof serveStripeFields>[2] & { hasWallets?: boolean };

async function open({
  wallets = ['apple_pay', 'google_pay'],
  hasWallets = true,
}: Opened = {}): Promise<string> {
  const headers = { 'permissions-policy': permissionsPolicy({ hasWallets }) };
  await page.route(`${SCHOOL}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: PAGE, headers }),
  );
  await serveStripeFields(page, simulator, { wallets });
  const params = { allowed_payment_method_types: ['card'] };
  const secret = createEntry(simulator.world, { params, id: '', key: null }).client_secret!;
  await page.goto(`${SCHOOL}/#${secret}`);
  return secret;
}

const buttons = () => page.frameLocator('iframe[title="Secure express checkout frame"]').getByRole('button');
const said = () => page.locator('pre');

async function release(card: string): Promise<void> {
  await said().getByText('offered').waitFor();
  await buttons().filter({ hasText: 'Apple Pay' }).click();
  await page.frameLocator('iframe[title="Wallet"]').getByRole('button', { name: card }).click();
}

const confirmBy = (token: string, back = `${SCHOOL}/order/return`) =>
  page.evaluate(`window.confirmBy(${JSON.stringify(token)}, ${JSON.stringify(back)})`);

/** @shows MS12.6 */
describe('a wallet of the simulated script', () => {
  it('tells the kind of its card before the confirmation, and the token saves the card', async () => {
    const secret = await open();
    await release('Debit card 5556');
    await said().getByText('apple_pay debit 5556').waitFor();
    expect(simulator.browser.readSetup(secret).status).toBe('requires_payment_method');
    const token = (await page.evaluate('window.token')) as string;
    expect(await confirmBy(token)).toBe('succeeded');
    const { payment_method } = simulator.browser.readSetup(secret);
    expect(simulator.world.store.get('payment_method', payment_method)).toMatchObject({
      billing_details: {
        name: 'Wren Wallet',
        email: 'rowan@example.com',
        address: { postal_code: '10471' },
      },
      card: { funding: 'debit', last4: '5556', wallet: { type: 'apple_pay' } },
    });
    const heard = (await page.evaluate('heard')) as string[];
    expect(heard.join(), 'the number stays in the wallet').not.toContain('4000056655665556');
  });

  it('is one that the page wants', async () => {
    await open();
    await said().getByText('offered').waitFor();
    expect(await buttons().allTextContents()).toEqual(['Apple Pay']);
  });

  it('may be closed again', async () => {
    await open();
    await release('Cancel');
    await said().getByText('canceled').waitFor();
  });

  it('is none where the browser has none', async () => {
    await open({ wallets: [] });
    await said().getByText('none').waitFor();
  });

  it('is none where the page has no permission to ask', async () => {
    await open({ hasWallets: false });
    await said().getByText('none').waitFor();
  });
});

/** @shows MS12.6 */
describe('a token of a wallet', () => {
  it('confirms once, with an address of the web for the way back', async () => {
    await open();
    await release('Declined card 0002');
    await said().getByText('apple_pay credit 0002').waitFor();
    const token = (await page.evaluate('window.token')) as string;
    await expect(confirmBy(token, 'javascript:void 0')).rejects.toThrow('return_url');
    expect(await confirmBy(token)).toBe('The method was refused.');
    expect(await confirmBy(token)).toBe(`No such confirmationtoken: '${token}'`);
  });

  it('is good for half a day', async () => {
    const secret = await open();
    await release('Credit card 4242');
    await said().getByText('apple_pay credit 4242').waitFor();
    await simulator.advance(1);
    const token = (await page.evaluate('window.token')) as string;
    expect(await confirmBy(token)).toMatch(/^No such confirmationtoken/);
    expect(simulator.browser.readSetup(secret).status).toBe('requires_payment_method');
  });
});
