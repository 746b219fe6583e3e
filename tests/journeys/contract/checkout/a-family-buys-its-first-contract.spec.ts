import { expect, test } from '@playwright/test';
import {
  amountBeside,
  confirm,
  expectSigned,
  clickCheckout,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

const FEES = 'What’s due today and later, by bank account and by card';

/** @shows A-002 B-002 B-334 B-001 B-072 B-079 B-087 B-094 B-323 B-218 */
test(
  'a visitor signs up, registers a child, pays by card and finds order, contract and receipt',
  { tag: '@phone' },
  async ({ page }) => {
    await walkToPayment(page, ROUND_TRIP);
    const amount = page.getByRole('region', { name: 'Payment amount' });
    await expect(amount).toContainText('$2,800.00');
    await typeCard(page, '4242 4242 4242 4242');

    await expect(amountBeside(page, FEES, 'Credit card convenience fee')).toHaveText(['$0.00', '$84.00']);
    await expect(amountBeside(page, FEES, 'Due today')).toHaveText(['$2,800.00', '$2,884.00']);
    await expect(amountBeside(page, FEES, /^On /)).toHaveText([
      '$2,150.00',
      /^\$2,214\.50 ?includes a \$64\.50 fee$/,
    ]);
    await clickCheckout(page);
    await expect(page.getByRole('dialog')).toContainText('$2,884.00');
    await confirm(page);
    await expectSigned(page);

    const number = page.getByText(/^\d\d-HM-\d{6}-[A-Z]$/);
    await expect(number).toBeVisible();
    const contract_number = await number.innerText();
    await page.getByRole('link', { name: 'Go to your orders' }).click();
    const card = page.getByRole('article');
    await expect(card).toHaveCount(1);
    await expect(card).toContainText(contract_number);
    await expect(card).toContainText('Chidi Okafor');

    await card.getByRole('link', { name: 'View order' }).click();
    const sections = [
      'Order',
      'Contract',
      'Payment Term',
      'Route',
      'Financial Aid',
      'Transactions',
      'Surcharges',
      'Payments',
      'Adjustments',
      'Invoices',
    ];
    for (const name of sections)
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    const schedule = page.getByRole('list', { name: 'Payment schedule' }).getByRole('listitem');
    await expect(schedule).toHaveCount(2);
    await expect(schedule.nth(0)).toContainText('$2,800.00');
    await expect(schedule.nth(0)).toContainText('Paid on');
    await expect(schedule.nth(1)).toContainText('$2,150.00');
    await expect(schedule.nth(1)).toContainText('Scheduled');

    await page.getByRole('link', { name: 'View receipt', exact: true }).click();
    await expect(page.getByRole('heading', { name: /Receipt for Order/ })).toBeVisible();
    await expect(page.getByRole('article')).toContainText('$2,884.00');
    await expect(page.getByRole('article')).toContainText(contract_number);
    const asksForItself = page.waitForRequest(/\/api\/order\/\d+$/);
    await page.goto(page.url().replace(/receipt$/, 'contract'));
    await asksForItself;
    await expect(page.getByRole('heading', { name: contract_number })).toBeVisible();
    await page.goto('/dashboard/payment-methods');
    await expect(page.getByText('Visa ****4242')).toBeVisible();
  },
);

/** @shows B-130 B-132 B-133 */
test('what was typed is there again after a reload, but for the card', { tag: '@long' }, async ({ page }) => {
  await walkToPayment(page, ROUND_TRIP);
  await typeCard(page, '4242424242424242');
  await expect(page.getByRole('heading', { name: 'Review and sign Chidi’s contract' })).toBeVisible();
  const stored = () => page.evaluate(() => sessionStorage.getItem('contract') ?? '');
  await expect.poll(stored).toContain('Chidi');
  await expect.poll(stored).toContain('paymentTypeCreditCard');
  expect(await stored()).not.toContain('4242');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Choose Chidi’s route' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Two payments' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Payment amount' })).toContainText('$2,800.00');
});
