import { expect, test, type Locator } from '@playwright/test';
import { newAccount, newEmail, PASSWORD } from '#tests/support/browser/account.ts';
import {
  createAccount,
  expectError,
  fillSignup,
  open,
  passwordIn,
  recordCalls,
  signupForm,
  stored,
  tabTo,
} from '#tests/support/browser/login-box.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const SORRY = 'So sorry :(. Something wrong happened.';
const DIFFERENT = 'Confirm password did not match.';

/** @shows A-021 A-220 */
test(
  'the account is for the students of four schools, which are named',
  { tag: '@phone' },
  async ({ page }) => {
    await open(page, '/login?tab=signup');
    const box = signupForm(page).getByRole('checkbox', {
      name: /registering and managing transportation for students at .* only\.$/,
    });
    await expect(box).toBeVisible();
    for (const school of [
      'Eastcliff Fieldschool',
      'Hillmark School',
      'Ridgeway Country School',
      'Northgate Academy',
    ]) {
      await expect(signupForm(page).getByRole('checkbox', { name: school })).toHaveCount(1);
    }
    await expectAccessible(page, 'signup');
  },
);

/** @shows A-214 A-215 A-219 */
test('an empty form says everything that it lacks, and nothing is sent', async ({ page }) => {
  await open(page, '/login?tab=signup');
  const record = recordCalls(page);
  const form = signupForm(page);
  await createAccount(page);
  await expectError(form.getByLabel('First name'), 'The first name field is required');
  await expectError(form.getByLabel('Last name'), 'The last name field is required');
  await expectError(form.getByLabel('Email'), 'The email field is required');
  await expectError(passwordIn(form), 'The password field is required');
  await expectError(passwordIn(form, 'Confirm password'), 'The confirm password field is required');
  await expectError(form.getByRole('checkbox'), 'The acknowledgement field is required');
  await expect(form.getByLabel('First name')).toBeFocused();
  await expectAccessible(page, 'signup with errors');
  await fillSignup(page, 'abc');
  await form.getByRole('checkbox').uncheck();
  await createAccount(page);
  await expectError(form.getByLabel('Email'), 'The email field must be a valid email');
  await expect(form.getByLabel('Email')).toBeFocused();
  await form.getByLabel('Email').fill(newEmail());
  await createAccount(page);
  await expectError(form.getByRole('checkbox'), 'The acknowledgement field is required');
  await expect(form.getByRole('checkbox')).toBeFocused();
  expect(record.count('POST /register')).toBe(0);
});

/** @shows A-216 A-217 A-218 A-340 */
test('a password has 6 to 255 characters and is typed twice alike', { tag: '@long' }, async ({ page }) => {
  await open(page, '/login?tab=signup');
  const record = recordCalls(page);
  const form = signupForm(page);
  const [first, second] = [passwordIn(form), passwordIn(form, 'Confirm password')];
  const type = async (field: typeof first, text: string) => {
    await field.fill(text);
    await field.blur();
  };
  await type(first, 'p'.repeat(5));
  await expectError(first, 'The password field must be at least 6 characters');
  await type(first, 'p'.repeat(256));
  await expectError(first, 'The password field may not be greater than 255 characters');
  for (const length of [6, 255]) {
    await type(first, 'p'.repeat(length));
    await expect(first).not.toHaveAttribute('aria-invalid');
  }
  await type(second, 'p'.repeat(5));
  await expectError(second, 'The confirm password field must be at least 6 characters');
  await fillSignup(page, newEmail(), { password: PASSWORD, confirmation: `${PASSWORD}!` });
  await createAccount(page);
  await expectError(first, DIFFERENT);
  await expectError(second, DIFFERENT);
  await expect(first).toBeFocused();
  await expectAccessible(page, 'signup with two passwords');
  await type(first, `${PASSWORD}!`);
  await expect(first).not.toHaveAttribute('aria-invalid');
  await expect(second).not.toHaveAttribute('aria-invalid');
  expect(record.count('POST /register')).toBe(0);
});

/** @shows MA4.1 A-006 A-174 A-306 */
test('who signs up is logged in at once, under the lower-cased email', async ({ page, baseURL }) => {
  const email = newEmail();
  await open(page, '/login?tab=signup');
  const record = recordCalls(page);
  await fillSignup(page, email.replace('family', 'FaMiLy'));
  await createAccount(page);
  await expect(page).toHaveURL(`${baseURL}/`);
  const welcome = page.getByRole('status').filter({ hasText: 'Your account is ready, Adaeze.' });
  await expect(welcome).toContainText(`We sent an email to ${email}`);
  await expect((await siteMenu(page)).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  const [register, login] = record.calls;
  expect(record.names().slice(0, 3)).toEqual(['POST /register', 'POST /login', 'GET /user']);
  const both = { password: PASSWORD, password_confirmation: PASSWORD };
  expect(register?.postDataJSON()).toEqual({ first_name: 'Adaeze', last_name: 'Okafor', email, ...both });
  expect(login?.postDataJSON()).toEqual({ email, password: PASSWORD });
  expect(Object.keys((await stored(page)).local)).toEqual(['auth_token']);
});

/** @shows A-336 A-337 */
test(
  'an email that is taken is said at the email, anything else in one sentence',
  { tag: '@long' },
  async ({ page, request }) => {
    const { email } = await newAccount(request);
    await open(page, '/login?tab=signup');
    await fillSignup(page, email);
    await createAccount(page);
    const field = signupForm(page).getByLabel('Email');
    await expectError(field, 'There is already an account with this email.');
    await expect(field).toBeFocused();
    await page.keyboard.press('Tab');
    await expectError(field, 'There is already an account with this email.');
    await expect(page.getByText(SORRY)).toHaveCount(0);
    await expectAccessible(page, 'signup with a taken email');
    for (const answer of [
      { status: 500, body: '' },
      { status: 429, json: { success: false, errors: ['Too many attempts.'] } },
    ]) {
      await field.fill(newEmail());
      await page.route('**/api/register', (route) => route.fulfill(answer), { times: 1 });
      await createAccount(page);
      await expect(page.getByRole('alert')).toContainText(SORRY);
      await expect(page.getByText('Too many attempts.')).toHaveCount(0);
    }
    await createAccount(page);
    await expect(page).toHaveURL(/:\d+\/$/);
  },
);

/** @shows MA9.1 MA9.2 MA9.3 */
test(
  'a password that is guessed first is refused beside its field, as its hint says',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/login?tab=signup');
    const field = passwordIn(signupForm(page));
    await expect(field).toHaveAccessibleDescription(/Not a common password/);
    await fillSignup(page, newEmail(), { password: 'password1' });
    await createAccount(page);
    await expectError(field, 'This password is too common');
    await expect(field).toBeFocused();
    await expect(page.getByText(SORRY)).toHaveCount(0);
  },
);

/** @shows A-006 */
test('an account needs no pointer: Tab, Space and Enter are enough', { tag: '@long' }, async ({ page }) => {
  await open(page, '/login');
  const form = signupForm(page);
  const tab = page.getByRole('tab', { name: 'Create an account' });
  const reach = (target: Locator) => tabTo(page, target);
  await reach(page.getByRole('tab', { name: 'Log in' }));
  await page.keyboard.press('ArrowRight');
  await expect(tab).toBeFocused();
  if ((await tab.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('Enter');
  await reach(form.getByRole('button', { name: 'Create account' }));
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Adaeze');
  const answers = [
    ['Last name', 'Okafor'],
    ['Email', newEmail()],
    ['Password', PASSWORD],
    ['Confirm password', PASSWORD],
  ] as const;
  for (const [name, text] of answers) {
    await reach(form.getByRole('textbox', { name, exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(form.getByRole('checkbox')).toBeFocused();
  await expectError(form.getByRole('checkbox'), 'The acknowledgement field is required');
  await page.keyboard.press('Space');
  await reach(form.getByRole('button', { name: 'Create account' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/:\d+\/$/);
});
