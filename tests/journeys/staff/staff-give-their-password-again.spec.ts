import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { DEMO, newAccount } from '#tests/support/browser/account.ts';
import { openBackOffice, startImpersonating } from '#tests/support/browser/back-office.ts';
import { cardOf, sentence } from '#tests/support/browser/student-page.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';

const REASON = 'Asks on the phone for the pickup time.';

/** The next such call is answered as it would be six minutes after the login. */
async function letSixMinutesPass(
  page: Page,
  [method, path]: [method: string, path: string] = ['POST', '**/api/admin/parents/*/impersonation'],
): Promise<void> {
  const errors = ['Please confirm your password to do this.'];
  let isNext = true;
  await page.route(path, async (route) => {
    if (!isNext || route.request().method() !== method) return route.fallback();
    isNext = false;
    return route.fulfill({ status: 403, json: { success: false, errors } });
  });
}

/** @shows H2.6 */
test('staff give their password again and go on where they were', async ({ page, request }) => {
  const family = await newAccount(request);
  const [{ id }] = await family.call('GET', '/user');
  await openBackOffice(page, request, `/admin/users/parents/${id}`);
  await letSixMinutesPass(page);
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await password.fill('wrong one');
  await expectAccessible(page, 'the password again');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The current password is not correct.')).toBeVisible();
  await password.fill(DEMO.admin.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/profile');
});

/** @shows H2.6 */
test('who does not give it keeps what was typed', { tag: '@long' }, async ({ page, request }) => {
  const family = await newAccount(request);
  const [{ id }] = await family.call('GET', '/user');
  await openBackOffice(page, request, `/admin/users/parents/${id}`);
  await letSixMinutesPass(page);
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm your password' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue(REASON);
  await expect(page.getByText('Please confirm your password to do this.')).toBeVisible();
});

/** @shows MH19.2 */
test(
  'staff who impersonate a parent erase with their own password',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await family.call('POST', '/student', aStudentForm());
    const [{ id }] = await family.call('GET', '/user');
    await openBackOffice(page, request, `/admin/users/parents/${id}`);
    await startImpersonating(page);
    await page.goto('/dashboard/students');
    await letSixMinutesPass(page, ['DELETE', '**/api/student/*']);
    await cardOf(page, 'Chidi Okafor').getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete Chidi Okafor?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    await expect(dialog).toContainText('your own password');
    await dialog.getByRole('textbox', { name: 'Your own password' }).fill(DEMO.admin.password);
    await expectAccessible(page, 'the own password while impersonating');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(sentence(page, "You don't have students yet.")).toBeVisible();
  },
);
