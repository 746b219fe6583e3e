import type { Page } from '@playwright/test';
import { aFamilyInWizard, buyByApi } from '#tests/support/browser/wizard/prepared-draft.ts';
import type { Shoot } from './screenshot.ts';

/** A congestion fee from its empty form to the list; a family has accepted it before. */
export async function shootFees(page: Page, shoot: Shoot): Promise<void> {
  const chosen = {
    school: 'hm',
    program: 'hm-lower',
    route: 'Afternoon only',
    term: 'Pay in full, early',
    grade: true,
  };
  await buyByApi(await aFamilyInWizard(page.request, chosen), chosen);
  await buyByApi(await aFamilyInWizard(page.request, chosen), chosen, '000123456789');
  await page.goto('/admin/congestion-fees');
  const routes = page.getByRole('combobox', { name: 'Route' });
  await routes.selectOption({
    label: await routes.getByRole('option', { name: /Afternoon only$/ }).innerText(),
  });
  await page.getByRole('button', { name: 'Review fee' }).click();
  await page.getByText('The reason field is required').waitFor();
  await shoot(page, 'admin-congestion-fee-missing');
  await page.getByLabel('Amount per contract').fill('25');
  await page.getByLabel('Reason').fill('The city has doubled the toll of the bridge.');
  await page.getByRole('button', { name: 'Review fee' }).click();
  await shoot(page, 'admin-congestion-fee-confirm');
  await page.getByRole('button', { name: 'Announce fee' }).click();
  await page
    .getByRole('button', { name: /^Withdraw/ })
    .first()
    .waitFor();
  await shoot(page, 'admin-congestion-fees');
  await page
    .getByRole('button', { name: /^Withdraw/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Withdraw the fee/ });
  await shoot(page, 'admin-congestion-fee-withdraw');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.waitFor({ state: 'detached' });
}
