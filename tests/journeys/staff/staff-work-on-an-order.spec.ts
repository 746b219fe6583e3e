import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { aFamilyInWizard, buyByApi, HM_TWO_PAYMENTS } from '#tests/support/browser/wizard/prepared-draft.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** @shows OF10.4 OF10.5 OF10.7 OF0.10 */
test(
  'staff go from a list to an order, step by keys, and take a changed student into the contract',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const families = [
      await aFamilyInWizard(request, HM_TWO_PAYMENTS),
      await aFamilyInWizard(request, HM_TWO_PAYMENTS),
    ];
    const [first, second] = [
      await buyByApi(families[0]!, HM_TWO_PAYMENTS),
      await buyByApi(families[1]!, HM_TWO_PAYMENTS),
    ];
    // Newest first.
    await openBackOffice(page, request, '/admin/orders?school=hm');
    await page.locator(`a[data-row][href="/admin/orders/${second.id}"]`).click();
    await expect(heading(page)).toHaveText(`Order #${second.id}`);
    await expect(page.getByRole('list', { name: 'Payment schedule' })).toContainText('Visa ****4242');
    await expectAccessible(page, 'the page of an order in the office');
    await page.keyboard.press('j');
    await expect(heading(page)).toHaveText(`Order #${first.id}`);
    await page.keyboard.press('k');
    await expect(heading(page)).toHaveText(`Order #${second.id}`);
    await page.getByRole('link', { name: 'All orders' }).click();
    await expect(page).toHaveURL('/admin/orders?school=hm');
    await page.goForward();
    await expect(heading(page)).toHaveText(`Order #${second.id}`);
    await page.keyboard.press('f');
    await expect(page).toHaveURL(/\/admin\/users\/parents\/\d+$/);
    await expect(page.getByRole('button', { name: 'Upcoming payments' })).toBeVisible();
    await expectAccessible(page, 'the page of a family with all sections');

    await page.locator(`a[href="/admin/students/${families[1]!.student_id}"]`).first().click();
    await expectAccessible(page, 'the page of a student');
    await page.getByRole('link', { name: 'Edit details' }).click();
    await page.getByRole('textbox', { name: 'Home number' }).fill('914-555-0188');
    await expectAccessible(page, 'the form of a student in the office');
    await page.getByRole('button', { name: 'Save' }).click();
    const changed = page.getByRole('table', { name: 'Changed since signing' });
    await expect(changed).toContainText('914-555-0188');
    await page.getByRole('link', { name: 'Take into the contract' }).click();
    await expect(page.getByRole('heading', { name: /^Change the contract of/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'What this change means' })).toBeVisible();
    await page.getByRole('button', { name: 'Change the contract' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change the contract' }).click();
    await expect(page).toHaveURL(`/admin/orders/${second.id}`);
    await expect(page.getByRole('button', { name: 'Amendments' })).toBeVisible();

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('Next or previous row of the list');
    await page.goto(`/dashboard/orders/${second.id}`);
    await expect(page.getByRole('link', { name: 'Open in the office' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Request Refund' })).toHaveCount(0);
  },
);

/** @shows OF10.6 */
test(
  'staff end a contract with money back by check, as the dialog says before',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const order = await buyByApi(family, HM_TWO_PAYMENTS);
    await openBackOffice(page, request, `/admin/orders/${order.id}`);
    await page.getByRole('button', { name: 'End contract' }).click();
    const dialog = page.getByRole('dialog', { name: 'End contract' });
    await expect(dialog).toContainText('1 payment is canceled, the seat on Round trip is free');
    await dialog.getByRole('radio', { name: 'Part of it' }).check();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('500');
    await dialog.getByRole('radio', { name: 'By check' }).check();
    await dialog.getByRole('textbox', { name: 'Check number' }).fill('1051');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The family moves to Boston.');
    await expect(dialog).toContainText('the seat on Round trip is free, $500.00 goes back by check.');
    await expectAccessible(page, 'the end of a contract');
    await dialog.getByRole('button', { name: 'End the contract' }).click();
    await expect(page.getByText('The contract has ended.').first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Payment schedule' })).toContainText('−$500.00');
    await expect(page.getByRole('button', { name: 'End contract' })).toHaveCount(0);
    await expectAccessible(page, 'an order that has ended');
  },
);
