import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { logIn, loginForm, open } from '#tests/support/browser/login-box.ts';
import {
  beginSetUp,
  keepCodes,
  makeStaff,
  setUpApp,
  typeCode,
} from '#tests/support/browser/second-factor.ts';
import { newVerifiedAccount } from '#tests/support/browser/verified-account.ts';

const logOut = (page: Page) =>
  page.evaluate(() => {
    localStorage.removeItem('auth_token');
  });

/** @shows H2.12 H2.10 */
test(
  'a parent sets an app up, and keeps the recovery codes',
  { tag: '@phone' },
  async ({ page, request }) => {
    const family = await newVerifiedAccount(request);
    await signIn(page, family.tokens);
    await page.goto('/dashboard/security');
    const phone = await beginSetUp(page);
    await expectAccessible(page, 'an app is set up');
    const code = page.getByLabel('Code', { exact: true });
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('This code is wrong, has expired or was already used.')).toBeVisible();
    await code.fill(await phone.nextCode());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    await expectAccessible(page, 'recovery codes');
    const codes = page.getByRole('listitem').filter({ hasText: /^[\w-]{14}$/ });
    await expect(codes).toHaveCount(10);
    const first = await codes.first().innerText();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt');
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await expect(page.getByText('Recovery codes left: 10 of 10.')).toBeVisible();
    await expect(page.getByText(first)).toHaveCount(0);
    await expectAccessible(page, 'an app that is set up');
  },
);

/** @shows H2.20 */
test(
  'recovery codes that nobody has kept are left only after a question',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newVerifiedAccount(request);
    await signIn(page, family.tokens);
    await page.goto('/dashboard/security');
    const phone = await beginSetUp(page);
    await page.getByLabel('Code', { exact: true }).fill(await phone.nextCode());
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('heading', { name: 'Your recovery codes' });
    await expect(codes).toBeVisible();
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await expect(asked).toContainText('You haven’t copied, downloaded or printed your recovery codes.');
    await expectAccessible(page, 'leaving recovery codes');
    await asked.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(codes).toBeVisible();
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await asked.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page.getByText('Recovery codes left: 10 of 10.')).toBeVisible();
  },
);

/** @shows H2.8 H2.12 */
test('a login asks for the code, and keeps what was typed', { tag: '@phone' }, async ({ page, request }) => {
  const family = await newVerifiedAccount(request);
  await signIn(page, family.tokens);
  await page.goto('/dashboard/security');
  const { phone, codes } = await setUpApp(page);
  await logOut(page);
  await open(page, '/login');
  const form = loginForm(page);
  await logIn(page, family.email);
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessible(page, 'the code at the login');
  await form.getByRole('button', { name: 'Back to password' }).click();
  await expect(form.getByLabel('Email')).toHaveValue(family.email);
  await expect(form.getByRole('textbox', { name: 'Password' })).toHaveValue(PASSWORD);
  await form.getByRole('button', { name: 'Log in' }).click();
  await typeCode(form, '000000');
  await expect(form.getByText('This code is wrong, has expired or was already used.')).toBeVisible();
  await typeCode(form, await phone.nextCode());
  await page.waitForURL('/');
  await logOut(page);
  await open(page, '/login');
  await logIn(page, family.email);
  await form.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectAccessible(page, 'a recovery code at the login');
  await typeCode(form, codes[0]!.toLowerCase(), 'Recovery code');
  await page.waitForURL('/');
  await page.goto('/dashboard/security');
  await expect(page.getByText('Recovery codes left: 9 of 10.')).toBeVisible();
});

/** @shows H2.8 */
test('a session that has ended asks for it over the page', { tag: '@long' }, async ({ page, request }) => {
  const family = await newVerifiedAccount(request);
  await signIn(page, family.tokens);
  await page.goto('/dashboard/security');
  const { phone } = await setUpApp(page);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  const name = page.getByLabel('First name');
  await name.fill('Adaobi');
  await family.call('POST', '/logout');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in and continue' }).click();
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessible(page, 'the code over a page');
  await typeCode(dialog, await phone.nextCode());
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Adaobi Okafor').first()).toBeVisible();
});

/** @shows H2.12 */
test('an app is removed, and recovery codes are made anew', { tag: '@long' }, async ({ page, request }) => {
  const family = await newVerifiedAccount(request);
  await signIn(page, family.tokens);
  await page.goto('/dashboard/security');
  const { codes } = await setUpApp(page);
  await page.getByRole('button', { name: 'Create new recovery codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new recovery codes' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expect(page.getByText(codes[0]!)).toHaveCount(0);
  await keepCodes(page);
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await expectAccessible(page, 'an app is removed');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
});

/** @shows H2.15 */
test(
  'the demo offers staff a second step, and asks for none',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin');
    await (await officeMenu(page)).getByRole('link', { name: 'My security' }).click();
    await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
    await expect(page.getByText('One more step before you continue')).toHaveCount(0);
    await expectAccessible(page, 'security of staff');
  },
);

/** @shows H2.7 H2.12 */
test('staff who need a second step are led to it, and then work', async ({ page, request }) => {
  const member = await newVerifiedAccount(request, { first_name: 'Noor', last_name: 'Haddad' });
  await makeStaff(member.email);
  let isSetUp = false;
  // As a portal in production answers.
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.items[0].needs_second_factor = !isSetUp;
    await route.fulfill({ response: answer, json: body });
  });
  await page.route('**/api/user/authenticators/*/confirm', async (route) => {
    const answer = await route.fetch();
    isSetUp = answer.ok();
    await route.fulfill({ response: answer });
  });
  await signIn(page, member.tokens);
  await page.goto('/admin/users/parents');
  await expect(page).toHaveURL('/admin/security');
  await expect(page.getByText('Staff accounts need two-step verification.')).toBeVisible();
  const menu = await officeMenu(page);
  await expect(menu.getByRole('link')).toHaveText(['My security']);
  await menu.getByRole('link').click();
  await expectAccessible(page, 'staff are led to My security');
  await setUpApp(page);
  await (await officeMenu(page)).getByRole('link', { name: 'Families' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Families');
});
