import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { queryPortal } from '#tests/support/portal/query-portal.ts';

/** Plants an email that was given up four days ago. @returns the name of its kind on pages */
async function plantGivenUpEmail(): Promise<string> {
  const name = `Note ${randomUUID().slice(0, 8)}`;
  await queryPortal(
    `insert into outbox (kind, ref, created_at, tries, given_up_at, last_error, fault)
      values ($1, $2, now(), 1, now() - interval '4 days', 'EENVELOPE 550 5.1.1 RCPT TO', 'address')`,
    [`journeys.${name.toLowerCase().replaceAll(' ', '_')}`, randomUUID()],
  );
  return name;
}

/** @shows OF9.1 OF9.3 OF9.4 */
test('staff take an entry, note something, hide the entry to a day, and press the one button', async ({
  page,
  request,
}) => {
  const name = await plantGivenUpEmail();
  await openBackOffice(page, request, '/admin/worklist?kind=mail');
  await expect(page.getByRole('heading', { level: 1, name: 'Worklist' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('4 days, getting late');
  await expectAccessible(page, 'the worklist');

  await row.getByRole('button', { name: /^Take/ }).click();
  await expect(page.getByText('You took the entry.')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Take/ })).toHaveCount(0);
  await page.getByLabel('Owner', { exact: true }).selectOption('Mine');
  await expect(row).toBeVisible();

  // On a phone the news stands over the button for a moment.
  await row.getByRole('button', { name: /^Give, hide, note/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The family has a new address.');
  await expectAccessible(page, 'what staff write on an entry');
  await dialog.getByRole('button', { name: 'Save entry' }).click();
  await expect(row).toContainText('The family has a new address.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  // On a phone the news stands over the button for a moment.
  await row.getByRole('button', { name: /^Give, hide, note/ }).press('Enter');
  await dialog.getByLabel('Hide until').fill('01/01/2020');
  await dialog.getByRole('button', { name: 'Save entry' }).click();
  await expect(dialog.getByText('Enter a day after today.')).toBeVisible();
  await dialog.getByLabel('Hide until').fill('12/31/2099');
  await dialog.getByRole('button', { name: 'Save entry' }).click();
  await expect(row).toHaveCount(0);
  await page.getByLabel('Show').selectOption('Hidden until a day');
  await expect(row).toContainText('Hidden until 12/31/2099');

  await row.getByRole('link', { name: /^See the address/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mails' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(
    'The mail server refuses the address',
  );
});
