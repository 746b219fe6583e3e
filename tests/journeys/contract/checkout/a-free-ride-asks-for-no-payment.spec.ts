import { expect, test } from '@playwright/test';
import {
  confirm,
  expectSigned,
  next,
  clickCheckout,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

/** @shows A-282 B-066 B-074 */
test('the campus shuttle is signed without a payment method', async ({ page }) => {
  await walkToPayment(page, {
    school: 'ecfs',
    program: /Middle and Upper/,
    grade: '7th',
    route: 'Campus shuttle',
    term: 'No charge',
  });
  await expect(page.getByRole('radio', { name: 'Middle School split' })).toHaveAccessibleDescription(
    /Earlier bus:/,
  );
  await expect(page.getByRole('radio', { name: 'Campus shuttle' })).toHaveAccessibleDescription(
    /Free between the two campuses/,
  );
  const method = page.getByRole('region', { name: 'Payment method' });
  await expect(method).toContainText('None');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await next(page);
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await expect(page.getByRole('article')).toContainText('Fully paid');
});
