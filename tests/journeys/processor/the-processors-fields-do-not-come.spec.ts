import { expect, type BrowserContext, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { logInByApi, newAccount, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import {
  answerBank,
  fieldsOf,
  press,
  pressNext,
  scrollToFields,
  test,
  typeCardAtProcessor,
} from '#tests/support/browser/processor-fields.ts';
import { serveStripeFields } from '#tests/simulators/stripe/fields/serve-fields.ts';
import type { PortalOnStripe } from '#tests/support/portal/portal-on-stripe.ts';
import {
  aFamilyInWizard,
  HM_IN_FULL,
  HM_TWO_PAYMENTS,
  openStep,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm, expectSigned } from '#tests/support/browser/wizard/steps.ts';

/** The bank of this card wants its payer to confirm when it is saved, and at each charge. */
const ASKS = '4000002760003184';
const CREATE = '/dashboard/payment-methods/create';
const trouble = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The payment fields did not load' });
const cardNumber = (page: Page) => fieldsOf(page, 'card').getByLabel('Card number');

type Saving = { family: FamilyInWizard; portal: PortalOnStripe; number: string };

/** Saves a card for every school in a page where the script comes, and closes it. */
async function saveCardElsewhere(context: BrowserContext, { family, portal, number }: Saving): Promise<void> {
  const other = await context.newPage();
  await signIn(other, family.tokens);
  await serveStripeFields(other, portal.stripe.simulator);
  await other.goto(CREATE);
  await other
    .getByRole('combobox', { name: 'School' })
    .first()
    .selectOption({ label: 'General usage: all schools' });
  await typeCardAtProcessor(other, number);
  await press(other.getByRole('button', { name: 'Save card' }));
  if (number === ASKS) await answerBank(other, 'Complete authentication');
  await expect(
    other.getByRole('heading', { name: `Visa ****${number.slice(-4)}`, exact: true }),
  ).toBeVisible();
  await other.close();
}

/** Pays by the saved card whose bank asks its payer at each charge. */
async function buyByCardThatAsks(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Card' }).click();
  await page.getByRole('radio', { name: 'Visa ****3184' }).check();
  await pressNext(page);
  await clickCheckout(page);
  await confirm(page);
}

async function toCard(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Card' }).click();
  await scrollToFields(page, 'card');
}

/** @shows S20.10 */
test(
  'a blocked script is named, nothing else is lost, and the fields come when it is allowed (check 39)',
  { tag: '@phone' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields({ arrival: 'blocked' });
    await openStep(page, await aFamilyInWizard(request, HM_IN_FULL), 3);
    await toCard(page);
    await expect(trouble(page)).toContainText(
      'The card fields come from Stripe, our payment processor, and did not load. Allow js.stripe.com in ' +
        'your ad blocker or network, or use a saved payment method.',
    );
    await expect(trouble(page).getByRole('link', { name: 'Call 718-555-0100' })).toBeVisible();
    await expectAccessible(page, 'fields that did not load');
    await pressNext(page);
    await expect(page).toHaveURL(/step=3/);
    await expect(page.getByRole('radio', { name: 'Round trip' })).toBeChecked();
    await page.unrouteAll();
    await serveStripeFields(page, portal.stripe.simulator);
    await press(trouble(page).getByRole('button', { name: 'Try again' }));
    await expect(cardNumber(page)).toBeVisible();
    await expect(trouble(page)).toHaveCount(0);
  },
);

/** @shows MD7.1 */
test(
  'our own part around the fields is asked for again, and nothing else is lost',
  { tag: '@long' },
  async ({ page, request, serveFields }) => {
    await serveFields();
    let isCut = true;
    await page.route('**/assets/hosted-fields-*.js', (route) =>
      isCut && route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
    );
    await openStep(page, await aFamilyInWizard(request, HM_IN_FULL), 3);
    await page.getByRole('tab', { name: 'Card' }).click();
    const missing = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
    await expect(missing).toBeVisible({ timeout: 30_000 });
    isCut = false;
    await press(missing.getByRole('button', { name: 'Try again' }));
    await expect(cardNumber(page)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Round trip' })).toBeChecked();
  },
);

/** @shows S20.10 */
test(
  'a script that takes longer than ten seconds is said so, and its fields still come (check 39)',
  { tag: '@long' },
  async ({ page, request, serveFields }) => {
    let arrive = () => {};
    await serveFields({ arrival: new Promise<void>((resolve) => (arrive = resolve)) });
    await openStep(page, await aFamilyInWizard(request, HM_IN_FULL), 3);
    await toCard(page);
    await expect(page.getByRole('group', { name: 'Card details' })).toHaveAttribute('aria-busy', 'true');
    await pressNext(page);
    await expect(page.getByText('The payment fields are still loading.')).toBeVisible();
    await expect(trouble(page)).toBeVisible({ timeout: 15_000 });
    arrive();
    await expect(cardNumber(page)).toBeVisible();
    await expect(trouble(page)).toHaveCount(0);
  },
);

/** @shows S20.10 MS5.5 MS11.4 */
test(
  'fields that break after their script has come are told to the server and tried again (check 39)',
  { tag: '@long' },
  async ({ page, request, serveFields }) => {
    let isBroken = true;
    await serveFields({ isBroken: () => isBroken });
    const told = page.waitForResponse((answer) => answer.url().endsWith('/fields-error'));
    await openStep(page, await aFamilyInWizard(request, HM_IN_FULL), 3);
    await toCard(page);
    const closed = page.getByRole('status').filter({ hasText: 'Paying by card isn’t available right now.' });
    await expect(closed).toContainText('You can pay by bank account, or call 718-555-0100 to pay by check.');
    await expect(trouble(page)).toHaveCount(0);
    expect((await told).status()).toBe(200);
    // The fields of a bank account are open first: the server is told of those that break first.
    expect((await told).request().postDataJSON()).toEqual({
      kind: expect.stringMatching(/^(bank|card)$/),
      type: 'api_connection_error',
      code: 'none',
    });
    isBroken = false;
    await press(closed.getByRole('button', { name: 'Try again' }));
    await expect(cardNumber(page)).toBeVisible();
  },
);

/** @shows S20.10 */
test(
  'a saved card pays where the script is blocked (check 39)',
  { tag: '@long' },
  async ({ page, request, portal, context, serveFields }) => {
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await saveCardElsewhere(context, { family, portal, number: '4242424242424242' });
    await serveFields({ arrival: 'blocked' });
    await openStep(page, family, 3);
    await page.getByRole('tab', { name: 'Card' }).click();
    await page.getByRole('radio', { name: 'Visa ****4242' }).check();
    await pressNext(page);
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
  },
);

const NO_WINDOW =
  'Your bank needs you to confirm this payment, but the window for that comes from Stripe, our payment ' +
  'processor, and did not load. Nothing was charged. Allow js.stripe.com in your ad blocker or network and ' +
  'try again, or use another saved payment method.';

/** @shows S28.2 */
test(
  'a bank’s confirmation whose script is blocked is said so, and goes on once it is allowed (check 39)',
  { tag: ['@phone', '@long'] },
  async ({ page, request, portal, context, serveFields }) => {
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await saveCardElsewhere(context, { family, portal, number: ASKS });
    await serveFields({ arrival: 'blocked' });
    await openStep(page, family, 3);
    await buyByCardThatAsks(page);
    await expect(page.getByText(NO_WINDOW).filter({ visible: true })).toBeVisible();
    await expectAccessible(page, 'a bank’s window that did not load');
    await page.unrouteAll();
    await serveStripeFields(page, portal.stripe.simulator);
    await clickCheckout(page);
    await confirm(page);
    await answerBank(page, 'Complete authentication');
    await expectSigned(page);
    expect(await family.call('GET', '/order')).toHaveLength(1);
  },
);

/** @shows S28.2 */
test(
  'a payment on its page waits for a slow script ten seconds, and says so (check 39)',
  { tag: '@long' },
  async ({ page, request, portal, context, serveFields }) => {
    test.setTimeout(120_000);
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await saveCardElsewhere(context, { family, portal, number: ASKS });
    await serveFields();
    await openStep(page, family, 3);
    await buyByCardThatAsks(page);
    await answerBank(page, 'Complete authentication');
    await expectSigned(page);
    const [order] = await family.call('GET', '/order');
    await page.unrouteAll();
    let arrive = () => {};
    await serveFields({ arrival: new Promise<void>((resolve) => (arrive = resolve)) });
    await page.goto(`/dashboard/orders/${order.id}/payments/${order.payments[1].id}/pay`);
    await page.getByRole('radio', { name: /3184/ }).press(' ');
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    await press(pay);
    await expect(page.getByText(NO_WINDOW)).toBeVisible({ timeout: 15_000 });
    arrive();
    await press(pay);
    await answerBank(page, 'Complete authentication');
    await expect(page.getByText(/^Thank you\. You paid \$/)).toBeVisible();
  },
);

/** @shows S20.2 */
test(
  'a link into a page with such fields loads it anew, and one reached otherwise loads itself',
  { tag: '@long' },
  async ({ page, request, serveFields, refusedByPolicy }) => {
    await serveFields();
    const { email, tokens } = await newAccount(request);
    await signIn(page, tokens);
    await page.goto('/dashboard/payment-methods');
    await page.evaluate(() => Reflect.set(window, 'isOldDocument', true));
    await page.getByRole('link', { name: 'Add' }).click();
    await expect(cardNumber(page)).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'isOldDocument') as unknown)).toBeUndefined();

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/login?redirectPath=${encodeURIComponent(CREATE)}`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(CREATE);
    await expect(cardNumber(page)).toBeVisible();
    expect(refusedByPolicy).toEqual([]);
    expect(await logInByApi(request, { email, password: PASSWORD })).toBeTruthy();
  },
);
