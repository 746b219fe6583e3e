import { expect, test, type Page } from '@playwright/test';
import * as wizard from '#tests/support/browser/wizard/steps.ts';

const number = (page: Page) => page.getByText(/^\d\d-HM-\d{6}-[A-Z]$/).innerText();

/** @shows B-203 B-324 B-325 B-063 B-076 B-308 */
test(
  'a checked contract number of a sibling takes 250.00 off, and the saved card pays',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(120_000);
    const family = await wizard.walkToPayment(page, wizard.ROUND_TRIP);
    await wizard.typeCard(page, '4242 4242 4242 4242');
    await wizard.clickCheckout(page);
    await wizard.confirm(page);
    await wizard.expectSigned(page);
    const first = await number(page);

    await wizard.acceptContract(page, wizard.ROUND_TRIP);
    await page.getByRole('button', { name: 'Copy from another student' }).click();
    await page.getByRole('button', { name: 'Copy Chidi Okafor' }).click();
    await expect(page.getByText('Student information copied')).toBeVisible();
    const child = page.getByRole('group', { name: 'Student', exact: true });
    await child.getByLabel('First name').fill('Ngozi');
    await child.getByLabel('Last name').fill('Okafor');
    await child.getByRole('radio', { name: 'Female' }).check();
    await child.getByLabel('Date of birth').fill('05/20/2020');
    await expect(page.getByRole('group', { name: 'Guardian 1' }).getByLabel('Email')).toHaveValue(
      family.email,
    );
    await wizard.next(page);

    await page.getByLabel('Year entering').selectOption({ label: '1st' });
    const field = page.getByLabel('Sibling’s contract number');
    await field.fill('26-HM-999999-K');
    await page.getByRole('button', { name: 'Check contract number' }).click();
    await expect(page.getByText('The contract number is not valid for a sibling discount.')).toBeVisible();
    await field.fill(first.toLowerCase());
    await page.getByRole('button', { name: 'Check contract number' }).click();
    await expect(page.getByText('The contract number is valid.')).toBeVisible();
    await wizard.next(page);

    await page.getByRole('radio', { name: 'Round trip' }).check();
    await page.getByRole('checkbox', { name: 'Late bus' }).check();
    await page.getByRole('radio', { name: 'Two payments' }).check();
    await expect(page.getByRole('tab', { name: 'Card' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('radio', { name: 'Visa ****4242' }).check();
    await wizard.next(page);
    await wizard.clickCheckout(page);
    // 2800.00 less 250.00, and 3 % of it.
    await expect(page.getByRole('dialog')).toContainText('$2,626.50');
    await wizard.confirm(page);
    await wizard.expectSigned(page);
  },
);

/** @shows B-092 */
test(
  'a number that was typed and not checked holds Checkout back, and says so',
  { tag: '@long' },
  async ({ page }) => {
    const family = wizard.newFamily();
    await wizard.acceptContract(page, wizard.ROUND_TRIP);
    await wizard.signUp(page, family);
    await wizard.describeStudent(page, family);
    await page.getByLabel('Sibling’s contract number').fill('26-HM-000001-K');
    await wizard.chooseRoute(page, wizard.ROUND_TRIP);
    await wizard.typeCard(page, '4242 4242 4242 4242');
    const checkout = page.getByRole('button', { name: 'Checkout', exact: true }).filter({ visible: true });
    await expect(checkout).toHaveAttribute('aria-disabled', 'true');
    await expect(checkout).toHaveAccessibleDescription(/contract number/);
  },
);
