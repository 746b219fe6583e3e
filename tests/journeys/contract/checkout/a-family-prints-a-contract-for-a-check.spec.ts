import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aFamilyInWizard, HM_TWO_PAYMENTS, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';

const BY_CHECK = 'To pay by check via US mail instead of processing your contract online';

/** @shows MB13.8 */
test('the wizard fills in the contract, and Orders keeps it until it is deleted', async ({
  page,
  request,
}) => {
  await openStep(page, await aFamilyInWizard(request, HM_TWO_PAYMENTS), 3);
  await page.getByRole('button', { name: BY_CHECK }).click();
  const filledIn = page.getByRole('region', { name: 'Filled out for Chidi Okafor' });
  const downloading = page.waitForEvent('download');
  await filledIn.getByRole('button', { name: 'Download filled-out contract' }).click();
  const file = await downloading;
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^contract-to-mail-${code.source}\\.pdf$`));
  await expect(filledIn.getByRole('status')).toHaveText(code);
  await expectAccessible(page, 'a contract filled in for a check');
  await page.getByRole('radio', { name: /^Pay in full/ }).check();
  await expect(filledIn.getByRole('status')).toHaveCount(0);

  await page.goto('/dashboard/orders');
  const card = page.getByRole('article', { name: 'Chidi Okafor' });
  await expect(card).toContainText('$2,800.00 at prices as of');
  await card.getByRole('button', { name: 'Delete printed contract' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(card).toHaveCount(0);
});

/** @shows MB13.6 */
test('a visitor finds the blank contract of the chosen program', { tag: '@long' }, async ({ page }) => {
  await page.goto('/contract?school=hm');
  await page.getByRole('button', { name: BY_CHECK }).click();
  const blank = page.getByRole('link', { name: /blank contract with today’s prices$/ });
  await expect(blank).toHaveCount(0);
  await page.getByRole('radio', { name: /Lower Division/ }).check();
  const file = await page.request.get((await blank.getAttribute('href'))!);
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await expect(page.getByText('you can print the contract filled out, with its price')).toBeVisible();
});
