import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { mailTo } from '#tests/support/browser/mails.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

const filesOf = (path: string) => unzipSync(new Uint8Array(readFileSync(path)));

/** @shows H12.1 */
test('a family takes a copy of everything on its profile', async ({ page, request }) => {
  const account = await newAccount(request, { first_name: 'Adaeze' });
  await signIn(page, account.tokens);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('a device of your own');
  await expectAccessible(page, 'a copy of everything');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download copy' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^everything-about-customer-\d{6,}\.zip$/);
  const files = filesOf(await download.path());
  expect(strFromU8(files['README.txt']!)).toContain('Everything we keep about your family');
  expect(strFromU8(files['data/account.json']!)).toContain(account.email);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/dashboard/profile');
});

/** @shows H12.4 */
test('staff take a copy for a parent who asked', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  const family = await newAccount(request, { first_name: 'Tunde', last_name: `Copied${Date.now()}` });
  await openBackOffice(page, request);
  await page.getByRole('searchbox', { name: 'Search parents' }).fill(family.last_name);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('link', { name: `Tunde ${family.last_name}` }).click();
  await page.getByRole('button', { name: 'Download all data' }).click();
  const dialog = page.getByRole('dialog');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download all data' }).click(),
  ]);
  expect(strFromU8(filesOf(await download.path())['data/account.json']!)).toContain(family.email);
  await page.reload();
  await expect(page.getByText('Downloaded all data about a family')).toBeVisible();
});

/** @shows H11.2 MP10.3 */
test('a family deletes its account on its profile, with the password', async ({ page, request }) => {
  const account = await newAccount(request, { first_name: 'Adaeze' });
  await signIn(page, account.tokens);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'deleting the account');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('not this one');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toContainText('The current password is not correct.');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/account-deleted');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account was deleted' })).toBeVisible();
  await expectAccessible(page, 'the end of a deletion');
  const again = await request.post('/api/login', { data: { email: account.email, password: PASSWORD } });
  expect(again.status()).toBe(400);
  expect((await mailTo(account.email, 'Your account was deleted')).text).toContain('last message');
});
