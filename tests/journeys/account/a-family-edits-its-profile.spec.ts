import { expect, test, type Page } from '@playwright/test';
import { newAccount, newEmail, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { confirmField, NEW_PASSWORD, passwordField } from '#tests/support/browser/password-reset.ts';
import { linkOf, mailTo } from '#tests/support/browser/mails.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const done = (page: Page) => page.getByText('Profile update successful!');
const sentBy = async (page: Page, act: () => Promise<void>) =>
  (
    await Promise.all([
      page.waitForRequest((one) => one.method() === 'PUT' && one.url().includes('/api/user/')),
      act(),
    ])
  )[0];

/** Opens the form of a family of its own. */
async function edit(page: Page, account: Awaited<ReturnType<typeof newAccount>>): Promise<void> {
  await signIn(page, account.tokens);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
}

/** @shows A-124 A-125 A-126 A-127 A-128 A-228 A-231 A-317 */
test('what is known is shown, changed, and shown anew', async ({ page, request }) => {
  const account = await newAccount(request, { first_name: 'Ada' });
  await signIn(page, account.tokens);
  await page.goto('/dashboard/profile');
  const shown = (label: string) =>
    page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]');
  for (const [label, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Okafor'],
    ['Email', account.email],
    ['Home number', 'N/A'],
    ['Cell number', 'N/A'],
  ] as const) {
    await expect(shown(label)).toHaveText(value);
  }
  await expectAccessible(page, 'profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('form', { name: 'Edit your profile' });
  await expect(form.getByRole('textbox')).toHaveCount(7);
  for (const name of [
    'First name',
    'Last name',
    'Email',
    'Home number',
    'Cell number',
    'Password',
    'Confirm password',
  ])
    await expect(field(page, name)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'First name').fill('Adaeze');
  await field(page, 'Home number').fill('12-34');
  await field(page, 'Home number').blur();
  await expect(
    page
      .getByRole('alert')
      .or(page.locator('[aria-live]'))
      .filter({ hasText: 'Must be in format: 123-456-7890' }),
  ).toBeVisible();
  await field(page, 'Home number').fill('(718) 555 0131');
  await field(page, 'Home number').blur();
  await expect(field(page, 'Home number')).toHaveValue('718-555-0131');
  const sent = await sentBy(page, () => save(page));
  const [{ id }] = await account.call('GET', '/user');
  expect(new URL(sent.url()).pathname).toBe(`/api/user/${id}`);
  expect(sent.postDataJSON()).toEqual({
    first_name: 'Adaeze',
    last_name: 'Okafor',
    phone_home: '718-555-0131',
    phone_mobile: null,
    version: 1,
  });
  await expect(done(page)).toBeVisible();
  await expect(shown('First name')).toHaveText('Adaeze');
  await expectAccessible(page, 'profile, saved');
  expect((await account.call('GET', '/user'))[0]).toMatchObject({
    first_name: 'Adaeze',
    phone_home: '718-555-0131',
    email: account.email,
  });
  await page.getByRole('link', { name: 'Your addresses' }).click();
  await expect(page).toHaveURL('/dashboard/addresses');
});

/** @shows A-225 A-226 A-229 A-230 A-340 */
test(
  'every rule is said at its field before anything is sent',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await edit(page, await newAccount(request));
    let calls = 0;
    await page.route('**/api/user/*', (route) => ((calls += 1), route.continue()));
    const says = async (name: string, value: string, sentence: string) => {
      await field(page, name).fill(value);
      await field(page, name).blur();
      await expect(page.getByText(sentence)).toBeVisible();
    };
    await says('First name', '', 'The first name field is required');
    await says('First name', 'x'.repeat(256), 'The first name field may not be greater than 255 characters');
    await says('Last name', '', 'The last name field is required');
    await says('Last name', 'x'.repeat(256), 'The last name field may not be greater than 255 characters');
    await says('Email', '', 'The email field is required');
    await says('Email', 'abc', 'The email field must be a valid email');
    await says(
      'Email',
      `${'x'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.school.example`,
      'The email field may not be greater than 255 characters',
    );
    await says('Password', 'short', 'The password field must be at least 6 characters');
    await says('Confirm password', 'short', 'The confirm password field must be at least 6 characters');
    await says('Password', 'x'.repeat(256), 'The password field may not be greater than 255 characters');
    await says(
      'Confirm password',
      'x'.repeat(256),
      'The confirm password field may not be greater than 255 characters',
    );
    await expectAccessible(page, 'profile, errors');
    await passwordField(page).fill('one password');
    await confirmField(page).fill('another password');
    await save(page);
    await expect(page.getByText('Confirm password did not match.')).toHaveCount(2);
    expect(calls).toBe(0);
  },
);

/** @shows A-227 MH12.1 MH12.2 */
test(
  'a new email counts once it is confirmed, and can be undone from the old address',
  { tag: '@long' },
  async ({ page, request }) => {
    const account = await newAccount(request);
    const email = newEmail();
    await edit(page, account);
    await expect(field(page, 'Current password')).toBeHidden();
    await field(page, 'Email').fill(email.toUpperCase());
    await field(page, 'Current password').fill(PASSWORD);
    const sent = await sentBy(page, () => save(page));
    expect(sent.postDataJSON()).toMatchObject({ email });
    await expect(done(page)).toBeVisible();
    await expect(
      page.getByText(`We sent a link to ${email}. Your email address changes once you open it.`),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByText(`the link we sent to ${email}`)).toBeVisible();
    await expectAccessible(page, 'profile, new email to be confirmed');

    const asked = await mailTo(email, 'Please confirm your new email address');
    await page.goto(linkOf(asked));
    await expect(page.getByText('Email verified!')).toBeVisible();
    await page.goto('/dashboard/profile');
    await expect(page.getByText(email)).toBeVisible();

    const told = await mailTo(account.email, 'Your email address was changed');
    await page.goto(linkOf(told));
    await expect(page).toHaveURL('/undo-email-change');
    await expectAccessible(page, 'undo email change');
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByText('Your email address was restored')).toBeVisible();
    await expectAccessible(page, 'undo email change, done');
    await mailTo(account.email, 'Reset your password');
  },
);

test(
  'an old login proves itself by the current password; a new one ends the others',
  { tag: '@long' },
  async ({ page, request }) => {
    const account = await newAccount(request);
    // The server's clock is everyone's, so an old login is told to the page instead of waited for.
    await page.route('**/api/user', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...body, items: [{ ...body.items[0], needs_current_password: true }] },
      });
    });
    await edit(page, account);
    await expect(field(page, 'Current password')).toBeHidden();
    await passwordField(page).fill('password1');
    await confirmField(page).fill('password1');
    await field(page, 'Current password').fill('not the one');
    await save(page);
    await expect(page.getByText('The current password is not correct.')).toBeVisible();
    await expectAccessible(page, 'profile, wrong current password');
    await field(page, 'Current password').fill(PASSWORD);
    await save(page);
    await expect(page.getByText('This password is too common')).toBeVisible();
    await passwordField(page).fill(NEW_PASSWORD);
    await confirmField(page).fill(NEW_PASSWORD);
    await save(page);
    await expect(done(page)).toBeVisible();
    await expect(page.getByText('You’ve been logged out on all other devices.')).toBeVisible();
    await mailTo(account.email, 'Your password was changed');
  },
);
