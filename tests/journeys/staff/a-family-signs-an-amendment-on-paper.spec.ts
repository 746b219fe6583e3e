import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { aScannedPaper } from '#tests/support/browser/scanned-paper.ts';
import { aFamilyInWizard, buyByApi, HM_IN_FULL } from '#tests/support/browser/wizard/prepared-draft.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';

async function codeOfPrinted(page: Page): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Print for signature' }).click();
  const { text } = await readPdf(await readFile((await (await saving).path())!));
  return /[0-9A-F]{4}-[0-9A-F]{4}/.exec(text)![0];
}

/** @shows OF5.8 */
test(
  'staff print an amendment, and record the paper that the family has signed',
  { tag: '@once' },
  async ({ page }) => {
    const family = await aFamilyInWizard(page.request, HM_IN_FULL);
    const order = await buyByApi(family, HM_IN_FULL);
    await openBackOffice(page, page.request, `/admin/orders/${order.id}/change`);
    const route = page.getByRole('combobox', { name: 'Route', exact: true });
    const morning = route.locator('option').filter({ hasText: /^Morning only/ });
    await route.selectOption((await morning.getAttribute('value'))!);
    await page.getByRole('combobox', { name: 'How the family agrees' }).selectOption('paper');
    await page.getByRole('textbox', { name: 'Reason' }).fill('The child rides in the morning alone.');
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Propose', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Print for signature' })).toBeVisible();

    const code = await codeOfPrinted(page);
    await page.getByRole('button', { name: 'Record signed paper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record signed paper' });
    await expect(dialog).toContainText(/The contract (changes now|changes once a colleague)/);
    await expect(dialog).toContainText('Morning only');
    await dialog.getByLabel('Scan of the signed paper').setInputFiles(aScannedPaper(2));
    await expect(dialog.getByText('2 pages')).toBeVisible();
    const today = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(new Date());
    await dialog.getByRole('textbox', { name: 'Signed on' }).fill(today);
    await dialog.getByRole('textbox', { name: 'Code on the amendment' }).fill('AAAA-AAAA');
    await dialog.getByRole('button', { name: 'Change the contract' }).click();
    await expect(dialog.getByText(/^This code doesn’t match the amendment as it is today\./)).toBeVisible();
    await expectAccessible(page, 'a signed amendment with another code');
    await dialog.getByRole('textbox', { name: 'Code on the amendment' }).fill(code.toLowerCase());
    await dialog.getByRole('button', { name: 'Change the contract' }).click();
    await expect(page.getByText(/^Amendment 1 (applied|recorded)/)).toBeVisible();
  },
);
