import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { mailsTo } from '#tests/support/browser/mails.ts';
import { chargeInVain } from '#tests/support/browser/owing-family.ts';
import {
  answerBank,
  press,
  pressNext,
  scrollToFields,
  test,
  typeCardAtProcessor,
} from '#tests/support/browser/processor-fields.ts';
import { aFamilyInWizard, HM_TWO_PAYMENTS, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm, expectSigned } from '#tests/support/browser/wizard/steps.ts';

/** Buys on two payments with a card whose bank asks its payer each time. */
async function buyByACardThatAsks(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Card' }).click();
  await scrollToFields(page, 'card');
  await typeCardAtProcessor(page, '4000002760003184');
  await pressNext(page);
  await answerBank(page, 'Complete authentication');
  await clickCheckout(page);
  await confirm(page);
  await answerBank(page, 'Complete authentication');
  await expectSigned(page);
}

/** @shows S22.4 S22.5 S22.8 */
test(
  'a payment whose payer was away is confirmed from the mail, or paid anew (check 24)',
  { tag: '@long' },
  async ({ page, browser, request, portal, serveFields }) => {
    test.setTimeout(120_000);
    await serveFields();
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await openStep(page, family, 3);
    await buyByACardThatAsks(page);
    const [order] = await family.call('GET', '/order');
    const place = { order_id: order.id, payment_id: order.payments[1].id };
    await chargeInVain(request, place);
    const asksForPayer = async () =>
      (await mailsTo(family.email, portal.dataDir)).filter(({ subject }) =>
        subject.startsWith('Your bank needs you to confirm'),
      );
    await expect.poll(async () => (await asksForPayer()).length, { timeout: 15_000 }).toBe(1);
    const [mail] = await asksForPayer();
    const link = new URL(/https?:\/\/\S+\/pay/.exec(mail!.text)![0]).pathname;
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole('textbox', { name: 'Email' }).fill(family.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The bank for Visa ****3184 needs you to confirm')).toBeVisible();
    await expectAccessible(page, 'a payment that is to be confirmed');
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    await press(pay);
    await answerBank(page, 'Close');
    await expect(page.getByText('Your bank is waiting for you to confirm')).toBeVisible();
    await page.getByRole('radio', { name: 'Another card' }).press(' ');
    await typeCardAtProcessor(page, '4000056655665556');
    await expect(pay.filter({ visible: true })).toHaveText(/^Pay \$\d,\d{3}\.\d\d$/);
    await page.getByRole('radio', { name: /3184/ }).press(' ');
    await press(pay);
    await answerBank(page, 'Complete authentication');
    await expect(page.getByText(/^Thank you\. You paid \$/)).toBeVisible();
    const { world } = portal.stripe.simulator;
    const [customer] = world.store.list('customer').filter((one) => one.email === family.email);
    const charges = world.store.list('payment_intent').filter((one) => one.customer === customer?.id);
    expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
    const stranger = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const other = await (await browser.newContext()).newPage();
    await signIn(other, stranger.tokens);
    await other.goto(portal.address + link);
    await expect(other).toHaveURL(/\/not-found/);
  },
);
