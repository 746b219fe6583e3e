import { expect, test } from '@playwright/test';
import { acceptContract, describeStudent, newFamily, next, ROUND_TRIP, signUp } from '../../support/wizard.ts';

/** @shows B-236 */
test('a step that may not be shown yet leads back to the one that is missing', async ({ page }) => {
  await page.goto('/contract?school=hm&step=3');
  await expect(page).toHaveURL(/step=0/);
  const family = newFamily();
  await acceptContract(page, ROUND_TRIP);
  await signUp(page, family);
  await describeStudent(page, family);
  await expect(page.getByRole('heading', { name: /school year/ })).toBeVisible();
  await next(page);
  await expect(page.getByText('Some fields are required to proceed.')).toBeVisible();
  await expect(page.getByLabel('Year entering')).toBeFocused();
  await page.goBack();
  await expect(page.getByText('Existing student selected')).toBeVisible();
  await expect(page.locator('input[type=hidden][name=id]')).toHaveValue(/^\d+$/);
});

/** @shows B-136 */
test('a damaged draft says so and lets the family start anew', async ({ page }) => {
  await page.goto('/contract?school=hm');
  await page.evaluate(() => sessionStorage.setItem('contract', '{"program":7'));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your earlier entries could not be read');
  await page.getByRole('button', { name: 'Start anew' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /Lower Division/ })).not.toBeChecked();
});

test('a school that does not sell leads to its own page, an unknown one to a way out', async ({ page }) => {
  await page.goto('/contract?school=nga');
  await expect(page).toHaveURL(/\/nga$/);
  await page.goto('/contract?school=nowhere');
  await expect(page.getByRole('alert')).toContainText('There was a problem loading the programs.');
  await expect(page.getByRole('link', { name: 'Home Page' })).toBeVisible();
});
