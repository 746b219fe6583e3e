import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  answerBank,
  fieldsOf,
  heldFor,
  press,
  pressNext,
  scrollToFields,
  test,
  typeAccountAtProcessor,
  typeCardAtProcessor,
} from '#tests/support/browser/processor-fields.ts';
import {
  aFamilyInWizard,
  HM_IN_FULL,
  openStep,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm, expectSigned, PASSWORD } from '#tests/support/browser/wizard/steps.ts';
import type { StripeSimulator } from '#tests/simulators/stripe/simulator.ts';

const tab = (page: Page, name: 'ACH' | 'Card') => page.getByRole('tab', { name });
const entered = (page: Page) => page.getByRole('status').filter({ hasText: 'is ready and pays' });

/** A family at the payment of step 3, with the tab of a card open. */
async function atPayment(page: Page, family: FamilyInWizard): Promise<void> {
  await openStep(page, family, 3);
  await tab(page, 'Card').click();
  await scrollToFields(page, 'card');
  await expect(fieldsOf(page, 'card').getByLabel('Card number')).toBeVisible();
}

/** @shows S20.4 */
test('a card is typed into the processor’s fields, pays, and is saved for later (check 38)', async ({
  page,
  request,
  portal,
  serveFields,
  refusedByPolicy,
}) => {
  await serveFields();
  const family = await aFamilyInWizard(request, HM_IN_FULL);
  await atPayment(page, family);
  await expectAccessible(page, 'the fields of a card');
  await pressNext(page);
  await expect(fieldsOf(page, 'card').getByText('Your card number is incomplete.')).toBeVisible();
  await typeCardAtProcessor(page, '4242424242424242');
  await pressNext(page);
  await clickCheckout(page);
  await expect(page.getByRole('dialog')).toContainText('$4,944.00');
  await confirm(page);
  await expectSigned(page);
  const { entries, payments } = heldFor(family, portal.stripe.simulator);
  expect(entries.map(({ status }) => status)).toEqual(['succeeded']);
  expect(payments.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 494_400]]);
  await page.goto('/dashboard/payment-methods');
  await expect(page.getByText('Visa ****4242')).toHaveCount(1);
  expect(refusedByPolicy).toEqual([]);
});

/** @shows S20.5 */
test(
  'a debit card’s price has no fee from the moment its number is typed (check 38)',
  { tag: '@long' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await atPayment(page, family);
    const fee = page.getByText('Credit card convenience fee').filter({ visible: true });
    await expect(fee).toBeVisible();
    await typeCardAtProcessor(page, '4000056655665556');
    await expect(fee).toHaveCount(0);
    await pressNext(page);
    await clickCheckout(page);
    await expect(page.getByRole('dialog')).toContainText('$4,800.00');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Change: Payment method' }).click();
    await expect(entered(page)).toContainText('Visa ****5556 · Debit card');
    await expect(page.getByText('Debit card: no fee')).toBeVisible();
    await expect(fee).toHaveCount(0);
    await pressNext(page);
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    const { payments } = heldFor(family, portal.stripe.simulator);
    expect(payments.map(({ amount }) => amount)).toEqual([480_000]);
  },
);

/** @shows S20.6 S28.3 */
test('an account pays by a login at its bank (check 38)', async ({ page, request, portal, serveFields }) => {
  await serveFields();
  const family = await aFamilyInWizard(request, HM_IN_FULL);
  await openStep(page, family, 3);
  await expect(tab(page, 'ACH')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Log in to your bank to pay from the account right away')).toBeVisible();
  await typeAccountAtProcessor(page, 'Log in at your bank');
  await pressNext(page);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'ACH terms' }).press(' ');
  await clickCheckout(page);
  await expect(page.getByRole('dialog')).toContainText('$4,800.00');
  await confirm(page);
  await expectSigned(page);
  const { payments } = heldFor(family, portal.stripe.simulator);
  expect(payments.map(({ status }) => status)).toEqual(['processing']);
});

/** @shows S20.6 */
test(
  'an account whose numbers are typed waits for its bank, and a card pays today (check 38)',
  { tag: '@long' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await openStep(page, family, 3);
    const told = page.getByText('We don’t hold your seat while you wait for the deposit.', { exact: false });
    await expect(told, 'before anything is typed').toBeVisible();
    await typeAccountAtProcessor(page, 'Enter bank details manually');
    await pressNext(page);
    const waiting = page.getByRole('alert').filter({ hasText: 'Waiting for your bank' });
    await expect(waiting).toContainText(/A small deposit reaches .*\*\*\*\*6789 on \d\d\/\d\d\/\d{4}\./);
    await expect(waiting.getByRole('link', { name: 'Confirm deposit at Stripe' })).toBeVisible();
    await expect(page).toHaveURL(/step=3/);
    await press(tab(page, 'Card'));
    await typeCardAtProcessor(page, '4242424242424242');
    await pressNext(page);
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    const { payments } = heldFor(family, portal.stripe.simulator);
    expect(payments.map(({ payment_method_types }) => payment_method_types)).toEqual([['card']]);
  },
);

/** @shows S20.7 */
test(
  'a bank may ask who enters a card: yes, no, and a window that is closed',
  { tag: '@long' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await atPayment(page, family);
    await typeCardAtProcessor(page, '4000000000003220');
    await pressNext(page);
    await answerBank(page, 'Close');
    await expect(page.getByText('This was not confirmed.')).toBeVisible();
    await pressNext(page);
    await answerBank(page, 'Fail authentication');
    await expect(page.getByText('The method was refused.').first()).toBeVisible();
    await expect(page).toHaveURL(/step=3/);
    await pressNext(page);
    await answerBank(page, 'Complete authentication');
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    expect(heldFor(family, portal.stripe.simulator).entries, 'one entry all along').toHaveLength(1);
  },
);

/** @shows S16.10 */
test(
  'a bank that asks at the charge is answered in its window (check 38), and asks anew',
  { tag: '@long' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await atPayment(page, family);
    await typeCardAtProcessor(page, '4000002760003184');
    await pressNext(page);
    await answerBank(page, 'Complete authentication');
    await clickCheckout(page);
    await confirm(page);
    await answerBank(page, 'Close');
    await expect(page.getByText('Nothing is charged until you do').first()).toBeVisible();
    await clickCheckout(page);
    await confirm(page);
    await answerBank(page, 'Complete authentication');
    await expectSigned(page);
    const { payments } = heldFor(family, portal.stripe.simulator);
    expect(payments.map(({ status }) => status)).toEqual(['succeeded']);
  },
);

/** @shows S20.7 */
test(
  'a card that its bank refuses is said so, and another one takes its place',
  { tag: '@long' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await atPayment(page, family);
    for (const number of ['4000000000000002', '4000000000009995']) {
      await typeCardAtProcessor(page, number);
      await pressNext(page);
      // The fields say so themselves, and the page says nothing more.
      const fields = page.getByRole('group', { name: 'Card details' }).frameLocator('iframe');
      await expect(fields.getByRole('alert')).toHaveText('The method was refused.');
    }
    await typeCardAtProcessor(page, '4242424242424242');
    await pressNext(page);
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    expect(heldFor(family, portal.stripe.simulator).payments).toHaveLength(1);
  },
);

/** A request whose effect happens and whose answer never comes, the first time. */
async function loseOnce(page: Page, pattern: RegExp): Promise<() => boolean> {
  let isLost = false;
  await page.route(pattern, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  return () => isLost;
}

/** @shows S20.8 */
test(
  'a card whose answers are lost at each step is entered once and charged once',
  { tag: '@long' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const { simulator } = portal.stripe;
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    const lost = [
      await loseOnce(page, /\/api\/accounting\/payment-methods\/entries$/),
      await loseOnce(page, /\/api\/accounting\/payment-methods\/entries\/\d+\/claim$/),
      await loseOnce(page, /\/api\/order$/),
    ];
    let isConfirmed = false;
    await page.route('https://api.stripe.com/simulated/confirm-setup', async (route) => {
      if (isConfirmed) return route.fallback();
      isConfirmed = true;
      const { clientSecret, typed, holder } = route.request().postDataJSON() as never as {
        clientSecret: string;
        typed: Parameters<StripeSimulator['browser']['confirmSetup']>[1];
        holder: { name: string };
      };
      simulator.browser.confirmSetup(clientSecret, typed, { holder });
      return route.abort('connectionreset');
    });
    await atPayment(page, family);
    await typeCardAtProcessor(page, '4242424242424242');
    // The first press loses the entry, the second what the processor says, the third what we say of it.
    for (let press = 0; press < 3; press += 1) {
      await pressNext(page);
      await expect(page.getByText('We got no answer.').filter({ visible: true })).toBeVisible();
      await expect(page).toHaveURL(/step=3/);
    }
    await pressNext(page);
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    expect(lost.map((isLost) => isLost())).toEqual([true, true, true]);
    const { entries, payments } = heldFor(family, simulator);
    expect([entries.length, payments.length]).toEqual([1, 1]);
  },
);

/** @shows S20.9 */
test(
  'the fields look like ours, in a frame that shows our typeface',
  { tag: ['@phone', '@long'] },
  async ({ page, request, serveFields }) => {
    await serveFields();
    await page.emulateMedia({ colorScheme: 'dark' });
    await atPayment(page, await aFamilyInWizard(request, HM_IN_FULL));
    const root = fieldsOf(page, 'card').locator('html');
    await expect(root).toHaveAttribute('data-fonts', 'Overpass');
    const own = page.getByRole('textbox', { name: 'Name on card' });
    const theirs = fieldsOf(page, 'card').getByLabel('Card number');
    const [ourColor, theirColor] = await Promise.all(
      [own, theirs].map((field) => field.evaluate((input) => getComputedStyle(input).color)),
    );
    expect(theirColor).toBe(ourColor);
    const size = await theirs.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize));
    expect(size, 'a phone does not enlarge the page').toBeGreaterThanOrEqual(16);
    const [frame, field] = await Promise.all([
      page.getByRole('group', { name: 'Card details' }).locator('iframe').boundingBox(),
      own.boundingBox(),
    ]);
    expect(Math.abs(frame!.width - field!.width)).toBeLessThan(2);
  },
);
