import { expect, test } from '@playwright/test';
import { signInAsStaff, openBackOffice } from '#tests/support/browser/back-office.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aFamilyInWizard, buyByApi, HM_IN_FULL } from '#tests/support/browser/wizard/prepared-draft.ts';

// The sum is the demo's: above it whole contracts go back, below it what other journeys give back.

/** @shows H4.2 MH2.4 */
test(
  'a refund above the sum of the company is approved by a second person, never by the first',
  { tag: ['@once', '@long'] },
  async ({ page, browser }) => {
    const family = await aFamilyInWizard(page.request, HM_IN_FULL);
    const order = await buyByApi(family, HM_IN_FULL);
    await signInAsStaff(page, page.request);
    await page.goto(`/dashboard/orders/${order.id}`);
    await page.getByRole('button', { name: 'Refund order', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Refund order #/ });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('They move away.');
    await dialog.getByRole('button', { name: 'Refund $4,326.00' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/Amounts above \$2,500\.00 need a second person’s approval\./)).toBeVisible();
    await openBackOffice(page, page.request, '/admin/approvals');
    const mine = page.getByRole('row').filter({ hasText: `#${order.id}` });
    await expect(mine.getByRole('button', { name: /^Approve/ })).toBeDisabled();
    await expect(mine).toContainText('You requested this, so someone else has to approve it.');

    const office = await (await browser.newContext()).newPage();
    await openBackOffice(office, page.request, '/admin', 'superAdmin');
    await office
      .getByRole('region', { name: 'What waits' })
      .getByRole('link', { name: /^Approval \d/ })
      .click();
    await office
      .getByRole('link', { name: /^Decide: Approval, / })
      .first()
      .click();
    await expect(office.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
    await expectAccessible(office, 'approvals');
    const row = office.getByRole('row').filter({ hasText: `#${order.id}` });
    await expect(row).toContainText('They move away.');
    await row.getByRole('button', { name: /^Approve/ }).click();
    const approval = office.getByRole('dialog');
    await expectAccessible(office, 'an approval');
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(office.getByText(`Approved and carried out for order ${order.id}.`)).toBeVisible();
    await expect(row).toHaveCount(0);
    await office.context().close();
  },
);

/** @shows H4.4 */
test(
  'aid that ends its order above the sum waits for a second person, and its claim says so',
  { tag: ['@once', '@long'] },
  async ({ page, browser }) => {
    const family = await aFamilyInWizard(page.request, HM_IN_FULL);
    const aid = { financial_aid: { code: 'HM-AID-27', amount: 4000 } };
    const order = await buyByApi(family, HM_IN_FULL, undefined, undefined, aid);
    await openBackOffice(page, page.request, '/admin/aid');
    const row = page.getByRole('row').filter({ hasText: `#${order.id}` });
    await row.getByRole('button', { name: `Decline the aid of order #${order.id}` }).click();
    const dialog = page.getByRole('dialog', { name: `Decline the aid of order #${order.id}?` });
    await dialog.getByRole('radio', { name: /^End it/ }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The school has not awarded this.');
    await page.clock.install();
    await dialog.getByRole('button', { name: 'Decline' }).click();
    const news = page
      .getByRole('status')
      .filter({ hasText: 'Amounts above $2,500.00 need a second person’s approval.' });
    await expect(news).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await news.hover();
    await expect(row).toContainText(
      /On [\d/]+, .* asked to decline this aid, end the order and refund \$[\d,.]+/,
    );

    // Whoever reads slowly stops the clock by pointing at it, or by the keyboard, and else has a while.
    await page.clock.runFor(60_000);
    await expect(news).toBeVisible();
    await expectAccessible(page, 'news that a second person was asked');
    await page.mouse.move(5, 5);
    await page.clock.runFor(9_000);
    await expect(news).toBeVisible();
    await page.keyboard.press('F6');
    await page.clock.runFor(60_000);
    await expect(news).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(news.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.clock.runFor(2_000);
    await expect(news).toHaveCount(0);
    await page.clock.resume();

    const office = await (await browser.newContext()).newPage();
    await openBackOffice(office, page.request, '/admin/aid', 'superAdmin');
    const waiting = office.getByRole('row').filter({ hasText: `#${order.id}` });
    await expect(waiting).toContainText(/Any colleague except .+ can decide\./);
    await expect(waiting.getByRole('button', { name: /aid of order/ })).toHaveCount(0);
    await expectAccessible(office, 'aid whose end waits for a second person');
    await waiting.getByRole('link', { name: 'View approvals' }).click();
    const asked = office.getByRole('row').filter({ hasText: `#${order.id}` });
    await expect(asked).toContainText('Financial aid declined, order ended and refunded');
    await asked.getByRole('button', { name: /^Approve/ }).click();
    const approval = office.getByRole('dialog');
    await expect(approval).toContainText('wants to decline the aid, end the order and refund');
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(office.getByText(`Approved and carried out for order ${order.id}.`)).toBeVisible();
    await office.goto('/admin/aid?state=declined');
    const decided = office.getByRole('row').filter({ hasText: `#${order.id}` });
    await expect(decided).toContainText('Order ended.');
    await office.context().close();
  },
);
