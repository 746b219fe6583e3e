import { expect, test } from '@playwright/test';
import { signInAsStaff, openBackOffice } from '#tests/support/browser/back-office.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aFamilyInWizard, buyByApi, HM_TWO_PAYMENTS } from '#tests/support/browser/wizard/prepared-draft.ts';
import { withSecondPersonAbove } from '#tests/support/browser/second-person.ts';

/** @shows H4.2 */
test(
  'a refund above the sum of the company is approved by a second person, never by the first',
  { tag: ['@once', '@long'] },
  async ({ page, browser }) => {
    const family = await aFamilyInWizard(page.request, HM_TWO_PAYMENTS);
    const order = await buyByApi(family, HM_TWO_PAYMENTS);
    await withSecondPersonAbove(100_000, async () => {
      await signInAsStaff(page, page.request);
      await page.goto(`/dashboard/orders/${order.id}`);
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: /^Refund order #/ });
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('They move away.');
      await dialog.getByRole('button', { name: 'Refund $2,266.00' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText(/Above \$1,000\.00 a second person decides\./)).toBeVisible();
      await openBackOffice(page, page.request, '/admin/approvals');
      const mine = page.getByRole('row').filter({ hasText: `#${order.id}` });
      await expect(mine.getByRole('button', { name: /^Approve/ })).toBeDisabled();
      await expect(mine).toContainText('You asked for it: somebody else approves.');

      const office = await (await browser.newContext()).newPage();
      await openBackOffice(office, page.request, '/admin', 'superAdmin');
      await office.getByRole('link', { name: 'See the approvals' }).click();
      await expect(office.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
      await expectAccessible(office, 'approvals');
      const row = office.getByRole('row').filter({ hasText: `#${order.id}` });
      await expect(row).toContainText('They move away.');
      await row.getByRole('button', { name: /^Approve/ }).click();
      const approval = office.getByRole('dialog');
      await expectAccessible(office, 'an approval');
      await approval.getByRole('button', { name: 'Approve' }).click();
      await expect(office.getByText(`Approved and carried out: order ${order.id}.`)).toBeVisible();
      await expect(row).toHaveCount(0);
      await office.context().close();
    });
  },
);
