import { expect, test } from '@playwright/test';
import * as wizard from '#tests/support/browser/wizard/steps.ts';

/** @shows A-258 A-260 A-269 A-270 B-207 B-209 B-210 B-261 B-333 */
test('with aid the family pays half today and half on June 30th', async ({ page }) => {
  await wizard.walkToPayment(page, wizard.ROUND_TRIP);
  await wizard.typeCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Use financial aid' }).click();
  await wizard.clickCheckout(page);
  const notApplied =
    'You must enter the financial aid amount and click the apply button to confirm financial aid';
  await expect(page.getByText(notApplied)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const code = page.getByLabel('Financial aid code');
  await code.fill('HM-NONE');
  await page.getByRole('button', { name: 'Verify code' }).click();
  await expect(page.getByText('The financial aid code is not valid.')).toBeVisible();
  await expect(code).toHaveValue('');
  await code.fill('hm-aid-27');
  await page.getByRole('button', { name: 'Verify code' }).click();
  for (const [amount, sentence] of [
    ['abc', 'The amount to be paid field must be numeric and may contain decimal points'],
    ['1000.001', 'The amount to be paid field must be numeric and may contain decimal points'],
    ['0', 'The amount to be paid field must be \\$1\\.00 or more'],
    ['2800.01', 'The amount to be paid field must be \\$2,800\\.00 or less'],
  ] as const) {
    await page.getByLabel('Amount to be paid').fill(amount);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByLabel('Amount to be paid')).toHaveAccessibleDescription(new RegExp(sentence));
  }
  await page.getByLabel('Amount to be paid').fill('2000.01');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Applied' })).toBeVisible();
  await expect(page.getByText('Balance due on June 30th')).toBeVisible();
  await expect(page.getByText(notApplied)).toHaveCount(0);

  await wizard.clickCheckout(page);
  // Worked example 11: 1000.01 and a fee of 42.00 on half the payment amount.
  await expect(page.getByRole('dialog')).toContainText('$1,042.01');
  await wizard.confirm(page);
  await wizard.expectSigned(page);
});
