import { expect, test, type Locator } from '@playwright/test';
import { newAccount, newEmail, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import {
  expectError,
  logIn,
  loginForm,
  open,
  passwordIn,
  recordCalls,
  signupForm,
  stored,
  tabTo,
} from '#tests/support/browser/login-box.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const MISMATCH = 'Email address and/or password did not match';

/** @shows A-041 A-083 A-106 A-107 A-112 A-190 */
test(
  'the box stands in the middle, with two tabs of which one is open',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/login');
    const tabs = page.getByRole('tablist', { name: 'Log in or create an account' });
    await expect(tabs.getByRole('tab')).toHaveText(['Log in', 'Create an account']);
    const box = await tabs.boundingBox();
    const width = page.viewportSize()!.width;
    expect(Math.abs(box!.x + box!.width / 2 - width / 2)).toBeLessThanOrEqual(1);
    await expect(loginForm(page)).toBeVisible();
    await expect(signupForm(page)).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Keep me logged in' })).toBeVisible();
    await expectAccessible(page, 'login');
    await tabs.getByRole('tab', { name: 'Create an account' }).click();
    await expect(signupForm(page)).toBeVisible();
    await expect(loginForm(page)).toHaveCount(0);
    for (const [address, form, other] of [
      ['tab=signup', signupForm, loginForm],
      ['tab=login', loginForm, signupForm],
    ] as const) {
      await page.goto(`/login?${address}`);
      await expect(form(page)).toBeVisible();
      await expect(other(page)).toHaveCount(0);
    }
  },
);

/** @shows A-084 A-108 */
test(
  'a message waits above the tabs as plain text until it is put away',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/login?message=Hello');
    await expect(page.getByRole('status').filter({ hasText: 'Hello' })).toBeVisible();
    const hostile = `<img src=x onerror="document.title='owned'"><b>Hi</b> ${'long'.repeat(80)}`;
    await open(page, `/login?message=${encodeURIComponent(hostile)}`);
    const banner = page.getByRole('status').filter({ hasText: 'Hi' });
    await expect(banner).toContainText(hostile);
    await expect(banner.locator('img, b')).toHaveCount(0);
    await expectAccessible(page, 'login with a message');
    await page.getByRole('button', { name: 'Dismiss this message' }).click();
    await expect(banner).toHaveCount(0);
    await expect(page).not.toHaveTitle('owned');
  },
);

/** @shows A-211 A-213 */
test('what is missing or wrong is said under its field, and nothing is sent', async ({ page }) => {
  await open(page, '/login');
  const record = recordCalls(page);
  const form = loginForm(page);
  const email = form.getByLabel('Email');
  await email.focus();
  await email.blur();
  await expectError(email, 'The email field is required');
  await email.fill('abc');
  await email.blur();
  await expectError(email, 'The email field must be a valid email');
  await passwordIn(form).focus();
  await passwordIn(form).blur();
  await expectError(passwordIn(form), 'The password field is required');
  await form.getByRole('button', { name: 'Log in' }).click();
  await expect(email).toBeFocused();
  await expectAccessible(page, 'login with errors');
  expect(record.count('POST /login')).toBe(0);
});

/** @shows MA4.1 A-007 A-111 A-145 A-146 A-147 A-170 A-171 A-172 A-191 A-212 A-303 A-304 A-348 */
test(
  'a family that wants to stay logged in is known again after the browser was closed',
  { tag: '@phone' },
  async ({ page, request, browser, baseURL }) => {
    const { email } = await newAccount(request);
    await open(page, '/login');
    await page.evaluate(() => sessionStorage.setItem('contract', '{}'));
    const record = recordCalls(page);
    let answered = false;
    await page.route('**/api/user', async (route) => {
      const response = await route.fetch();
      await expect(page).toHaveURL(/\/login$/);
      answered = true;
      await route.fulfill({ response });
    });
    await logIn(page, email.toUpperCase());
    await expect(page).toHaveURL(`${baseURL}/`);
    await expect(page.getByText('You’re logged in as Adaeze Okafor.')).toBeVisible();
    expect(answered, 'the way on begins when the user is known').toBe(true);
    const [login, user] = record.calls;
    expect(record.names().slice(0, 2)).toEqual(['POST /login', 'GET /user']);
    expect(login?.postDataJSON()).toEqual({ email, password: PASSWORD });
    const { local, session } = await stored(page);
    expect([Object.keys(local), session]).toEqual([['auth_token'], {}]);
    const token = JSON.parse(local.auth_token!);
    expect([typeof token.access_token, typeof token.refresh_token]).toEqual(['string', 'string']);
    expect(await user?.headerValue('authorization')).toBe(`Bearer ${token.access_token}`);
    const restarted = await browser.newContext({
      baseURL,
      storageState: await page.context().storageState(),
    });
    const again = await restarted.newPage();
    await again.goto('/dashboard/profile');
    await expect(again.getByText(email, { exact: true })).toBeVisible();
    await restarted.close();
  },
);

/** @shows A-146 A-173 A-110 */
test(
  'one who does not want to stay keeps no refresh token, and goes on to where the login was for',
  { tag: '@long' },
  async ({ page, request }) => {
    const { email } = await newAccount(request);
    await open(page, '/login?redirectPath=%2Fnews%3Fyear%3D2019');
    await logIn(page, email, { keep: false });
    await expect(page).toHaveURL(/\/news\?year=2019$/);
    const token = JSON.parse((await stored(page)).local.auth_token!);
    expect([typeof token.access_token, 'refresh_token' in token]).toEqual(['string', false]);
  },
);

/** @shows A-109 */
test(
  'who is logged in already goes on to the dashboard',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/dashboard\/profile$/);
    await page.goto('/login?redirectPath=https%3A%2F%2Fevil.example%2F');
    await expect(page).toHaveURL(/\/dashboard\/profile$/);
  },
);

/** @shows A-329 A-330 A-333 A-334 A-335 A-343 A-346 */
test('a login that fails says why, in the words of the server or of the browser', async ({
  page,
  request,
}) => {
  const { email } = await newAccount(request);
  await open(page, '/login');
  await logIn(page, email, { password: 'wrong one' });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(MISMATCH);
  await expect(alert).not.toContainText('invalid_credentials');
  await expectAccessible(page, 'login refused');
  const tries: [object, string[], string[]][] = [
    [
      { errors: ['Account locked', 'Call the office'], error: 'Not this' },
      ['Account locked', 'Call the office'],
      ['Not this', MISMATCH],
    ],
    [{ error: 'Account locked for a day', message: 'Nor that' }, ['Account locked for a day'], ['Nor that']],
    [{ message: 'Account closed' }, ['Account closed'], []],
  ];
  const press = () => loginForm(page).getByRole('button', { name: 'Log in' }).click();
  for (const [body, said, unsaid] of tries) {
    await page.route(
      '**/api/login',
      (route) => route.fulfill({ status: 422, json: { success: false, ...body } }),
      { times: 1 },
    );
    await press();
    for (const sentence of said) await expect(alert).toContainText(sentence);
    for (const sentence of unsaid) await expect(alert).not.toContainText(sentence);
  }
  await page.route('**/api/login', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await press();
  await expect(alert).toContainText('Request failed with status code 500');
  await page.route('**/api/login', (route) => route.abort('connectionreset'), { times: 1 });
  await press();
  await expect(alert).toContainText('Network Error');
  await expect(loginForm(page).getByLabel('Email')).toHaveValue(email);
  await passwordIn(loginForm(page)).fill(PASSWORD);
  await press();
  await expect(page).toHaveURL(/:\d+\/$/);
});

/** @shows A-007 A-112 */
test(
  'a login needs no pointer: Tab, Space and Enter are enough',
  { tag: '@long' },
  async ({ page, request }) => {
    const { email } = await newAccount(request);
    await open(page, '/login?message=Welcome');
    const form = loginForm(page);
    const reach = (target: Locator) => tabTo(page, target);
    await reach(page.getByRole('button', { name: 'Dismiss this message' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Welcome', { exact: true })).toHaveCount(0);
    await reach(page.getByRole('tab', { name: 'Log in' }));
    await reach(form.getByLabel('Email'));
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('Email')).toBeFocused();
    await expectError(form.getByLabel('Email'), 'The email field must be a valid email');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(email);
    await reach(passwordIn(form));
    await page.keyboard.type(PASSWORD);
    await reach(form.getByRole('button', { name: 'Show password' }));
    await page.keyboard.press('Space');
    await expect(passwordIn(form)).toHaveAttribute('type', 'text');
    const keep = form.getByRole('checkbox', { name: 'Keep me logged in' });
    const before = await keep.isChecked();
    await reach(keep);
    await page.keyboard.press('Space');
    await expect(keep).toBeChecked({ checked: !before });
    await reach(form.getByRole('button', { name: 'Log in' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/:\d+\/$/);
  },
);

/** @shows A-145 */
test(
  'an email that nobody has opens nothing, and says no more than a wrong password',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await open(page, '/login');
    await logIn(page, newEmail());
    await expect(page.getByRole('alert')).toContainText(MISMATCH);
    expect((await stored(page)).local).toEqual({});
  },
);

/** @shows MA10.3 MA10.4 MA10.5 */
test(
  'the tab and the e-mail stay while the forms change, and so does where the login leads',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/login?redirectPath=/news');
    await loginForm(page).getByLabel('Email').fill('ada@okafor.example');
    await page.getByRole('tab', { name: 'Create an account' }).click();
    await expect(signupForm(page).getByLabel('Email')).toHaveValue('ada@okafor.example');
    await expect(page).toHaveURL('/login?redirectPath=%2Fnews&tab=signup');
    await signupForm(page).getByLabel('Email').fill('ada@elsewhere.example');
    await page.getByRole('tab', { name: 'Log in' }).click();
    await expect(loginForm(page).getByLabel('Email')).toHaveValue('ada@elsewhere.example');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    const resetForm = page.getByRole('form', { name: 'Enter your email address' });
    await expect(resetForm.getByLabel('Email')).toHaveValue('ada@elsewhere.example');
    await page.getByRole('link', { name: 'Back to log in' }).click();
    await expect(page).toHaveURL('/login?redirectPath=%2Fnews');
    await expect(loginForm(page).getByLabel('Email')).toHaveValue('ada@elsewhere.example');
  },
);

/** @shows MA10.6 */
test(
  'an old reset leads nowhere once somebody has logged in, or asked for another one',
  { tag: '@long' },
  async ({ page }) => {
    const saved = () => page.evaluate(() => localStorage.getItem('reset_password_redirect_path'));
    await open(page, '/forgot-password?redirectPath=/news');
    await expect.poll(saved).toBe('/news');
    await open(page, '/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your email address' })).toBeVisible();
    await expect.poll(saved).toBeNull();
  },
);

/** @shows MA11.2 */
test('a reload leaves no scroll positions in the storage', { tag: ['@once', '@long'] }, async ({ page }) => {
  await open(page, '/news');
  await open(page, '/news');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});
