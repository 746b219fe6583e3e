import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import * as wizard from '#tests/support/browser/wizard/steps.ts';

for (const width of [320, 1280]) {
  test(
    `every step holds at ${width} pixels, empty and full`,
    { tag: ['@once', '@long'] },
    async ({ page }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 844 });
      const choice = wizard.ROUND_TRIP;
      const family = wizard.newFamily();
      await wizard.acceptContract(page, choice);
      await expectAccessible(page, 'the login dialog');
      await wizard.signUp(page, family);
      await expect(page.getByRole('heading', { name: 'Tell us who’s riding' })).toBeVisible();
      await wizard.next(page);
      await expectAccessible(page, 'the student step with errors');
      await wizard.describeStudent(page, family);
      await expect(page.getByLabel('Year entering')).toBeVisible();
      await expectAccessible(page, 'the program step');
      await wizard.chooseRoute(page, choice);
      await expectAccessible(page, 'the route step with a bank form');
      await wizard.typeCard(page, '4242 4242 4242 4242');
      await expect(page.getByRole('heading', { name: /Review and sign/ })).toBeVisible();
      await page.getByRole('button', { name: 'Use financial aid' }).click();
      await expectAccessible(page, 'the checkout');
      await page.getByRole('button', { name: 'Remove financial aid' }).click();
      await wizard.clickCheckout(page);
      await expectAccessible(page, 'the confirmation');
      await wizard.confirm(page);
      await wizard.expectSigned(page);
      await expectAccessible(page, 'the success page');
      await page.getByRole('link', { name: 'Go to your orders' }).click();
      await expect(page.getByRole('article')).toBeVisible();
      await expectAccessible(page, 'the orders');
      await page.getByRole('link', { name: 'View order' }).click();
      await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
      await expectAccessible(page, 'the order');
      await page.getByRole('link', { name: 'View receipt', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Print Receipt' })).toBeVisible();
      await expectAccessible(page, 'the receipt');
    },
  );
}
