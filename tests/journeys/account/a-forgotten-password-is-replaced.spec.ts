import { expect, test, type Page } from '@playwright/test';
import { newAccount } from '#tests/support/browser/account.ts';
import {
  askForLink,
  chooseNewPassword,
  confirmField,
  emailField,
  NEW_PASSWORD,
  passwordField,
} from '#tests/support/browser/password-reset.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send link' });
const savedPath = (page: Page) => page.evaluate(() => localStorage.getItem('reset_password_redirect_path'));
const wellAnswered = { status: 200, json: { success: true } };
const MESSAGE = 'Your password has been reset! Please login using your new password.';
const DEAD = 'Sorry, the password reset request appears to be invalid - request a new one';

/** @shows MA2.3 MA11.1 A-008 A-085 A-113 A-114 A-117 A-118 A-120 A-308 A-310 MD24.1 */
test('from the mail to a new login, and on to where the family was going', async ({ page, request }) => {
  const account = await newAccount(request);
  const link = await askForLink(page, account, '/forgot-password?redirectPath=/contract');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your email address');
  await expectAccessible(page, 'forgot password, sent');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter new password');
  // The token is in no address and no history any more.
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.reload();
  await expect(page.getByText(DEAD)).toBeHidden();
  const shownEmail = page.locator('input[autocomplete="username"]');
  await expect(shownEmail).toHaveValue(account.email);
  await expect(shownEmail).toBeVisible();
  const [sent] = await Promise.all([page.waitForRequest('**/api/reset-password'), chooseNewPassword(page)]);
  const query = new URLSearchParams(link.split('?')[1]);
  expect(sent.postDataJSON()).toMatchObject({ token: query.get('token'), email: account.email });
  await expect(page.getByText('Your password has been reset.')).toBeVisible();
  await expectAccessible(page, 'reset password, done');
  await expect(page).toHaveURL(
    `/login?${new URLSearchParams({ redirectPath: '/contract', message: MESSAGE }).toString()}`,
  );
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await expect(emailField(page)).toHaveValue(account.email);
  await passwordField(page).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/contract/);
  expect(await savedPath(page)).toBeNull();
});

/** @shows MA2.4 A-195 A-310 A-338 */
test(
  'a dead link says so and leads to a new one; a weak password is named at its field',
  { tag: '@long' },
  async ({ page, request }) => {
    const account = await newAccount(request);
    const link = await askForLink(page, account);
    await page.goto(link);
    await chooseNewPassword(page, 'password1');
    await expect(
      page.getByText('This password is too common and easy to guess. Please choose another one.'),
    ).toBeVisible();
    await expect(page.getByText(DEAD)).toBeHidden();
    await expectAccessible(page, 'reset password, weak password');
    await chooseNewPassword(page);
    await expect(page.getByText('Your password has been reset.')).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText(DEAD);
    await chooseNewPassword(page, 'Another-one-2029');
    await expect(page.getByRole('alert')).toContainText(DEAD);
    await expectAccessible(page, 'reset password, dead link');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL('/forgot-password');
  },
);

/** @shows A-192 A-193 A-194 A-221 A-222 A-307 */
test(
  'the request is checked on blur and sent once, in lower case',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const bodies: unknown[] = [];
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/forgot-password', async (route) => {
      bodies.push(route.request().postDataJSON());
      await held;
      await route.fulfill(wellAnswered);
    });
    await page.goto('/forgot-password?redirectPath=/hm');
    await expect(sendButton(page)).toBeEnabled();
    await emailField(page).focus();
    await emailField(page).blur();
    await expect(page.getByText('The email field is required')).toBeVisible();
    await emailField(page).fill('abc');
    await emailField(page).blur();
    await expect(page.getByText('The email field must be a valid email')).toBeVisible();
    await expectAccessible(page, 'forgot password, error');
    await emailField(page).fill('A@B.COM');
    await emailField(page).press('Enter');
    await emailField(page).press('Enter');
    await expect(sendButton(page)).toHaveAttribute('disabled');
    await expect(sendButton(page)).toHaveAttribute('aria-busy', 'true');
    answer();
    await expect(page.getByText('The link was sent.')).toBeVisible();
    await expect(sendButton(page)).toHaveAttribute('disabled');
    await emailField(page).press('Enter');
    expect(bodies).toEqual([{ email: 'a@b.com', redirectPath: '/hm' }]);
  },
);

/** @shows A-193 A-307 MD4.1 */
test(
  'a request that failed, or that a network answered, can be sent again',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const answers = [
      { status: 500, json: { success: false, errors: ['Broken.'] } },
      { status: 200, contentType: 'text/html', body: '<h1>Accept the terms of our Wi-Fi</h1>' },
      wellAnswered,
    ];
    const bodies: unknown[] = [];
    await page.route('**/api/forgot-password', async (route) => {
      await route.fulfill(answers[bodies.length]!);
      bodies.push(route.request().postDataJSON());
    });
    await page.goto('/forgot-password');
    await emailField(page).fill('a@b.com');
    await sendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Broken.');
    await sendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Your network answered in place of our website');
    await expect(page.getByText('The link was sent.')).toHaveCount(0);
    await sendButton(page).click();
    await expect(page.getByText('The link was sent.')).toBeVisible();
    expect(bodies).toEqual(answers.map(() => ({ email: 'a@b.com' })));
  },
);

/** @shows A-115 A-116 A-349 */
test(
  'three seconds after the request the family is back where it was, or at home',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.route('**/api/forgot-password', (route) => route.fulfill(wellAnswered));
    for (const { from, to } of [
      { from: '/forgot-password', to: '/' },
      { from: '/forgot-password?redirectPath=/about-us', to: '/about-us' },
      { from: '/forgot-password?redirectPath=//evil.example', to: '/about-us' },
    ]) {
      await page.clock.install();
      await page.goto(from);
      await emailField(page).fill('a@b.com');
      await page.clock.pauseAt(Date.now() + 60_000);
      await sendButton(page).click();
      await expect(page.getByText('The link was sent.')).toBeVisible();
      await page.clock.runFor(2900);
      await expect(page).toHaveURL(from);
      await page.clock.runFor(100);
      await expect(page).toHaveURL(to);
      await page.clock.resume();
    }
    expect(await savedPath(page)).toBe('/about-us');
  },
);

/** @shows A-119 A-309 A-349 */
test(
  'three seconds after the reset the login opens, bare when nobody was going anywhere',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.route('**/api/reset-password', (route) => route.fulfill(wellAnswered));
    await page.clock.install();
    await page.goto('/reset-password?token=T&email=E@b.com');
    await passwordField(page).fill(NEW_PASSWORD);
    await confirmField(page).fill(NEW_PASSWORD);
    await page.clock.pauseAt(Date.now() + 60_000);
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/reset-password'),
      page.getByRole('button', { name: 'Save new password' }).click(),
    ]);
    expect(sent.postDataJSON()).toEqual({
      token: 'T',
      email: 'E@b.com',
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    });
    await expect(page.getByText('Your password has been reset.')).toBeVisible();
    await page.clock.runFor(2900);
    await expect(page).toHaveURL('/reset-password');
    await page.clock.runFor(100);
    await expect(page).toHaveURL('/login');
  },
);

/** @shows A-195 A-223 A-224 A-340 */
test(
  'a new password has 6 to 255 characters, typed twice alike, before anything is sent',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    let calls = 0;
    await page.route('**/api/reset-password', (route) => ((calls += 1), route.fulfill(wellAnswered)));
    await page.goto('/reset-password?token=t&email=e@b.com');
    const save = page.getByRole('button', { name: 'Save new password' });
    await save.click();
    await expect(page.getByText('The password field is required')).toBeVisible();
    await expect(page.getByText('The confirm password field is required')).toBeVisible();
    await chooseNewPassword(page, 'short');
    await expect(page.getByText('The password field must be at least 6 characters')).toBeVisible();
    await expect(page.getByText('The confirm password field must be at least 6 characters')).toBeVisible();
    await chooseNewPassword(page, 'x'.repeat(256));
    await expect(page.getByText('The password field may not be greater than 255 characters')).toBeVisible();
    await passwordField(page).fill('one password');
    await confirmField(page).fill('another password');
    await save.click();
    await expect(page.getByText('Confirm password did not match.')).toHaveCount(2);
    await expectAccessible(page, 'reset password, errors');
    expect(calls).toBe(0);
    await chooseNewPassword(page);
    await expect(page.getByText('Your password has been reset.')).toBeVisible();
    expect(calls).toBe(1);
  },
);
