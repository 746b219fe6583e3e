import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signIn } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { optionOf } from '#tests/support/browser/option-of.ts';
import { aFamilyInWizard, buyByApi, HM_IN_FULL } from '#tests/support/browser/wizard/prepared-draft.ts';

/** @shows AC4 OF5.1 OF5.2 OF5.10 */
test(
  'a child moves to a cheaper route: a colleague and the family agree, and the papers say so',
  { tag: ['@once', '@long'] },
  async ({ page, browser }) => {
    const family = await aFamilyInWizard(page.request, HM_IN_FULL);
    const order = await buyByApi(family, HM_IN_FULL);

    await openBackOffice(page, page.request, `/admin/orders/${order.id}/change`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Change the contract of /);
    await page
      .getByLabel('Route', { exact: true })
      .selectOption(await optionOf(page, 'Route', /^Morning only/));
    await page
      .getByLabel('Payment term', { exact: true })
      .selectOption(await optionOf(page, 'Payment term', /^Staff rate/));
    await page.getByRole('textbox', { name: 'Reason' }).fill('The child rides in the morning alone.');
    const plan = page.getByRole('region', { name: 'What this change means' });
    await expect(plan).toContainText('$2,900.00');
    await page.getByRole('button', { name: 'Day, prices, fee and payments' }).click();
    await page.getByLabel('Change fee').fill('50');
    await page.getByLabel('Reason for another fee').fill('The pass is printed again.');
    await expect(plan).toContainText('$2,850.00');
    await page.getByLabel('Change fee').fill('0');
    await expect(plan).toContainText('$2,900.00');
    await expectAccessible(page, 'a change of a contract with a refund');
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    const asking = page.getByRole('dialog');
    await expect(asking).toContainText('Nothing changes before they agree.');
    await asking.getByRole('button', { name: 'Propose', exact: true }).click();
    await expect(page.getByText(/^Amendment 1 proposed\./)).toBeVisible();

    const colleague = await (await browser.newContext()).newPage();
    await openBackOffice(colleague, page.request, '/admin/approvals', 'superAdmin');
    const row = colleague.getByRole('row').filter({ hasText: `#${order.id}` });
    await row.getByRole('button', { name: /^Approve/ }).click();
    await colleague.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(row).toHaveCount(0);

    const home = await (await browser.newContext()).newPage();
    await signIn(home, family.tokens);
    await home.goto('/dashboard/orders');
    await home.getByRole('link', { name: 'Look at the change' }).click();
    await home.waitForURL(`**/dashboard/orders/${order.id}/amendment`);
    await expect(home.getByText('Nothing changes before you agree.')).toBeVisible();
    await expect(home.getByText(/^Was Round trip/)).toBeVisible();
    await expect(home.getByRole('main')).toContainText('Morning only');
    await home.getByRole('checkbox', { name: 'I have read and accept the contract terms' }).check();
    await home.getByRole('button', { name: 'Agree to this change' }).click();
    await expect(home.getByText('Your contract has changed')).toBeVisible();
    await expectAccessible(home, 'an amendment that applies');

    await home.goto(`/dashboard/orders/${order.id}`);
    await expect(home.getByRole('main')).toContainText(/Amendment 1 of .*: .*Morning only/);
    await home.goto(`/dashboard/orders/${order.id}/contract`);
    const saving = home.waitForEvent('download');
    await home.getByRole('link', { name: 'Download amendment 1' }).click();
    const paper = await saving;
    const [, number] = /^amendment-1-(.+)\.pdf$/.exec(paper.suggestedFilename())!;
    const hash = createHash('sha256').update(await readFile((await paper.path())!));
    await home.goto('/verify-contract');
    await home.getByRole('textbox', { name: 'Contract number' }).fill(number!);
    await home.getByRole('textbox', { name: 'SHA-256 hash of the file' }).fill(hash.digest('hex'));
    await home.getByRole('button', { name: 'Check the contract' }).click();
    const answer = home.getByRole('status').filter({ hasText: 'Genuine' });
    await expect(answer).toContainText('This file is amendment 1 to the contract');
    await expect(answer).toContainText('The contract has one amendment.');

    await colleague.goto('/admin/refunds');
    await expect(colleague.getByRole('row').filter({ hasText: number! }).first()).toContainText('$2,900.00');
    await colleague.context().close();
    await home.context().close();
  },
);
