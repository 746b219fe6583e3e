import { expect, test, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAnswers, leave, messageOf } from '#tests/support/browser/form-steps.ts';
import { open, passwordIn, signupForm } from '#tests/support/browser/login-box.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

// One pixel: the form looks into a file that says it is a picture.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const x = (n: number) => 'x'.repeat(n);
const atMost = (field: string, n: number) => `The ${field} field may not be greater than ${n} characters`;
const required = (field: string) => `The ${field} field is required`;

async function openSignedIn(
  page: Page,
  request: Parameters<typeof newAccount>[0],
  path: string,
): Promise<void> {
  await signIn(page, (await newAccount(request)).tokens);
  await page.goto(path);
}

/** @shows A-208 A-209 A-210 A-254 A-255 A-267 A-268 A-275 */
test(
  'leaving a field says the first thing that is wrong with it, right below',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/login');
    const email = page.getByRole('form', { name: 'Log in' }).getByLabel('Email');
    const label = page.locator('label').filter({ hasText: 'Email' });
    await expect(label).toHaveText(/^\* /);
    await expect(page.locator('label').filter({ hasText: 'Keep me logged in' })).not.toContainText('*');
    await email.focus();
    await page.keyboard.press('Tab');
    const message = messageOf(email);
    await expect(message).toHaveText('The email field is required');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toHaveAccessibleDescription('The email field is required');
    await expect(message).toHaveCSS('color', 'rgb(179, 34, 28)');
    const domain = (n: number) => `a@${`${x(39)}.`.repeat(10).slice(0, n - 4)}.com`;
    const notValid = 'The email field must be a valid email';
    await expectAnswers(email, [
      // Too long and no address: only the first is said.
      [x(300), notValid],
      ['abc', notValid],
      [`${x(65)}@okafor.example`, notValid],
      [domain(255), notValid],
      [`${x(64)}@${domain(190).slice(2)}`, null],
      [`${x(64)}@${domain(191).slice(2)}`, atMost('email', 255)],
    ]);
    await expect(message).toHaveCount(1);
    const [field, below] = [await email.boundingBox(), await message.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
    await expectAccessible(page, 'login with a wrong email');
  },
);

/** @shows A-257 A-256 A-276 A-277 A-350 */
test('a name has 1 to 255 characters and a password 6 to 255, which can be shown', async ({ page }) => {
  await open(page, '/login?tab=signup');
  const form = signupForm(page);
  const name = form.getByLabel('First name');
  await expect(name).toHaveAttribute('name', 'first_name');
  await expect(name).toHaveAttribute('autocapitalize', 'words');
  await expect(form.getByLabel('Email')).toHaveAttribute('inputmode', 'email');
  await expectAnswers(name, [
    ['', required('first name')],
    ['x', null],
    [x(255), null],
    [x(256), atMost('first name', 255)],
  ]);
  const password = passwordIn(form);
  await expect(password).toHaveAccessibleDescription(/6/);
  await expectAnswers(password, [
    [x(5), 'The password field must be at least 6 characters'],
    [x(6), null],
    [x(255), null],
    [x(256), atMost('password', 255)],
  ]);
  const toggle = form.locator('[data-field="password"]').getByRole('button', { name: /password/ });
  await expect(password).toHaveAttribute('type', 'password');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAccessibleName('Hide password');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');
});

/** @shows A-351 A-256 A-283 */
test('an address has its limits', { tag: '@long' }, async ({ page, request }) => {
  await openSignedIn(page, request, '/dashboard/addresses/create');
  for (const [label, field] of [
    ['Address', 'address'],
    ['City', 'city'],
  ] as const) {
    await expectAnswers(page.getByRole('textbox', { name: label, exact: true }), [
      ['', required(field)],
      ['x', null],
      [x(255), null],
      [x(256), atMost(field, 255)],
    ]);
  }
  await expectAnswers(page.getByLabel('Apt'), [
    ['', null],
    [x(255), null],
    [x(256), atMost('apt', 255)],
  ]);
  await expectAnswers(page.getByLabel('Zip'), [
    ['', required('zip')],
    ['1', 'The zip field must be in the format 12345 or 12345-6789'],
    [x(51), atMost('zip', 50)],
    ['10463', null],
    ['10463-1234', null],
  ]);
  const state = page.getByLabel('State');
  await expect(state.locator('option[value="NY"]')).toHaveText('NY');
  await state.focus();
  await state.blur();
  await expect(messageOf(state)).toHaveText(required('state'));
  await state.focus();
  await state.selectOption('NY');
  await state.blur();
  await expect(messageOf(state)).toHaveText('');
  await expectAccessible(page, 'address form with errors');
});

/** @shows A-264 A-267 A-271 A-273 A-274 A-276 A-278 A-284 A-352 A-357 */
test(
  'a student has a birthday, phones and a picture, each in its form',
  { tag: '@long' },
  async ({ page, request }) => {
    await openSignedIn(page, request, '/dashboard/students/create');
    const format = 'Must be in format: 123-456-7890';
    const guardian2 = page.getByRole('group', { name: 'Guardian 2' });
    await expect(page.getByLabel('Home number')).toHaveAccessibleDescription(format);
    await expect(page.getByLabel('Home number')).toHaveAttribute('inputmode', 'tel');
    await expectAnswers(page.getByLabel('Date of birth'), [
      ['', required('date of birth')],
      ['2018-03-04', 'The date of birth field must be in the format MM/dd/yyyy'],
      ['02/30/2018', 'There is no such day'],
      ['02/28/2018', null],
    ]);
    const phones = [
      page.getByLabel('Home number'),
      page.getByLabel('Mobile number'),
      ...(await page.getByLabel('Work or cell number').all()),
    ];
    for (const phone of phones) {
      await expectAnswers(phone, [
        ['1234567', format],
        ['123-456-7890', format],
        ['+65 9123 4567', format],
        ['718-555-0188', null],
        ['7185550188', null],
      ]);
      await expect(phone).toHaveValue('718-555-0188');
    }
    const phone = guardian2.getByLabel('Work or cell number');
    await expectAnswers(phone, [['', null]]);
    await leave(guardian2.getByLabel('First name'), 'Obi');
    await expectAnswers(phone, [['', required('guardian 2 work or cell number')]]);
    await page.getByRole('checkbox', { name: /medical concerns/ }).check();
    await expect(page.getByLabel('Medical details')).toHaveAttribute('rows', '3');
    const photo = page.getByLabel('Photo');
    await expect(photo).toHaveAttribute('accept', /image/);
    await photo.focus();
    await photo.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await photo.blur();
    await expect(messageOf(photo)).toHaveText(/The photo must be an image file/);
    await photo.focus();
    await photo.setInputFiles({ name: 'pic.png', mimeType: 'image/png', buffer: PICTURE });
    await expect(page.getByText('pic.png')).toBeVisible();
    await photo.blur();
    await expect(messageOf(photo)).toHaveText('');
    await expectAccessible(page, 'student form with errors');
  },
);
