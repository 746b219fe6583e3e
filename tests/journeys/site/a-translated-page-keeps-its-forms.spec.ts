import { expect, test, type Page } from '@playwright/test';
import { newAccount, newEmail, signIn } from '#tests/support/browser/account.ts';
import { aName, fillNeeded, openJobForm, send } from '#tests/support/browser/applicant.ts';
import {
  createAccount,
  fillSignup,
  logIn,
  loginForm,
  open,
  signupForm,
} from '#tests/support/browser/login-box.ts';
import { methodCard, METHODS, typeAccountOf, typeCardOf } from '#tests/support/browser/payment-methods.ts';
import { emailField } from '#tests/support/browser/password-reset.ts';
import { cardOf, fillAddress, fillStudent, save, studentPart } from '#tests/support/browser/student-page.ts';
import { expectTranslated, translate, unseenTexts } from '#tests/support/browser/translator.ts';
import { aFamilyInWizard, HM_LOWER, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';
import {
  clickCheckout,
  confirm,
  expectSigned,
  next,
  ROUND_TRIP,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';

test.beforeEach(({ page }) => translate(page));

/** @shows MD2.2 */
test(
  'a login, and a link for a forgotten password',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const { email } = await newAccount(request);
    await open(page, '/forgot-password');
    const sendLink = page.getByRole('button', { name: 'Send link' });
    await emailField(page).fill('nobody');
    await sendLink.click();
    await expect(page.getByText('The email field must be a valid email')).toBeVisible();
    await emailField(page).fill(email);
    await sendLink.click();
    await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
    await expectTranslated(page);
    await open(page, '/login');
    await logIn(page, email, { password: 'wrong one' });
    await expect(page.getByRole('alert')).toContainText('did not match');
    await expect(loginForm(page).getByLabel('Email')).toHaveValue(email);
    await logIn(page, email);
    await expect(page.getByText('You’re logged in as Adaeze Okafor.')).toBeVisible();
    await expectTranslated(page);
  },
);

test('a text that changes where nobody sees it is noticed', { tag: ['@once', '@long'] }, async ({ page }) => {
  await open(page, '/login');
  await expect(page.locator('font').first()).toBeAttached();
  const changed = await page.evaluate(async () => {
    const total = document.createTextNode('$1.00');
    const line = document.createElement('p');
    line.append(total, document.createElement('br'));
    document.body.append(line);
    await new Promise(requestAnimationFrame);
    total.data = '$2.00';
    return line.textContent;
  });
  expect(changed).toBe('$1.00');
  await expect.poll(() => unseenTexts(page)).toEqual([{ was: '$1.00', now: '$2.00' }]);
});

/** @shows MD2.2 */
test('a registration', { tag: ['@once', '@long'] }, async ({ page }) => {
  const email = newEmail();
  await open(page, '/login?tab=signup');
  await fillSignup(page, email, { confirmation: 'Another-2027' });
  await createAccount(page);
  await expect(signupForm(page).locator('[aria-invalid="true"]')).not.toHaveCount(0);
  await expect(signupForm(page).getByLabel('Email')).toHaveValue(email);
  await fillSignup(page, email);
  await createAccount(page);
  await expect(page.getByText(email)).toBeVisible();
  await expectTranslated(page);
});

const priceRail = (page: Page) =>
  page.getByRole('region', { name: 'What you’ll pay' }).filter({ visible: true });
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check();

/** @shows MD2.2 MD2.3 */
test(
  'the payment step shows each sum as it changes, and that is charged',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    test.setTimeout(120_000);
    const family = await aFamilyInWizard(request, HM_LOWER);
    await openStep(page, family, 3);
    await choose(page, 'Morning only');
    await choose(page, 'Two payments');
    await expect(priceRail(page)).toContainText('$1,400.00');
    await next(page);
    await expect(page.getByRole('alert').filter({ hasText: 'required' }).first()).toBeVisible();
    await choose(page, 'Round trip');
    await choose(page, 'Two payments');
    await expect(priceRail(page)).toContainText('$2,200.00');
    await page.getByRole('checkbox', { name: 'Late bus' }).check();
    await expect(priceRail(page)).toContainText('$2,800.00');
    await page.getByRole('tab', { name: 'Card' }).click();
    await expect(priceRail(page)).toContainText('$2,884.00');
    await choose(page, 'Pay in full, early');
    await expect(priceRail(page)).toContainText('$4,944.00');
    await expect(priceRail(page)).not.toContainText('$2,884.00');
    await typeCard(page, '4000 0000 0000 0002');
    await clickCheckout(page);
    await expect(page.getByRole('dialog')).toContainText('$4,944.00');
    await confirm(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Error encountered: ' })).toContainText(
      'declined',
    );
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByLabel('Name on card')).toHaveValue('Adaeze Okafor');
    await typeCard(page, '4242 4242 4242 4242');
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    await expectTranslated(page);
    expect((await family.call('GET', '/order'))[0]).toMatchObject({ _order_total: 4944 });
  },
);

/** @shows MD2.2 */
test('the wizard from its first step', { tag: ['@once', '@long'] }, async ({ page }) => {
  test.setTimeout(120_000);
  await walkToPayment(page, ROUND_TRIP);
  await typeCard(page, '5555 5555 5555 4444');
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);
  await expectTranslated(page);
});

/** @shows MD2.2 */
test('a student, an address and a profile', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  test.setTimeout(120_000);
  const account = await newAccount(request);
  await signIn(page, account.tokens);
  await page.goto('/dashboard/students/create');
  await studentPart(page).getByLabel('First name').fill('Ngozi');
  await save(page).click();
  await expect(studentPart(page).getByLabel('Last name')).toHaveAttribute('aria-invalid', 'true');
  await expect(studentPart(page).getByLabel('First name')).toHaveValue('Ngozi');
  await fillStudent(page, 'Ngozi');
  await fillAddress(page);
  await save(page).click();
  await cardOf(page, 'Ngozi Okafor').getByRole('link', { name: 'Edit' }).click();
  await studentPart(page).getByLabel('First name').fill('Chioma');
  await save(page).click();
  await expect(cardOf(page, 'Chioma Okafor')).toBeVisible();

  await page.goto('/dashboard/addresses/create');
  await fillAddress(page);
  await page.getByLabel('City').fill('');
  await save(page).click();
  await expect(page.getByLabel('City')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('City').fill('Yonkers');
  await save(page).click();
  await expect(page.getByRole('main').getByText('Yonkers')).toBeVisible();
  await expectTranslated(page);

  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Home number').fill('12-34');
  await save(page).click();
  await expect(page.getByLabel('Home number')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Home number').fill('718-555-0131');
  await save(page).click();
  await expect(page.getByText('Profile update successful!')).toBeVisible();
  await expect(page.getByRole('main').getByText('Ada', { exact: true })).toBeVisible();
  await expectTranslated(page);
});

/** @shows MD2.2 */
test('a card and a bank account are saved', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  await signIn(page, (await newAccount(request)).tokens);
  await page.goto(`${METHODS}/create`);
  const group = page.getByRole('combobox', { name: 'School' }).filter({ visible: true });
  await typeCardOf(page, '4242424242424242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(group).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Name on card' })).toHaveValue('Adaeze Okafor');
  await group.selectOption({ label: 'General usage: all schools' });
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(methodCard(page, 'Visa ****4242')).toBeVisible();
  await page.getByRole('link', { name: 'Add' }).click();
  await page.getByRole('tab', { name: 'ACH' }).click();
  await typeAccountOf(page);
  await group.selectOption({ label: 'General usage: all schools' });
  await page.getByRole('button', { name: 'Save bank account' }).click();
  const authorization = page.getByRole('checkbox', { name: 'I authorize these debits' });
  await expect(authorization).toHaveAttribute('aria-invalid', 'true');
  await authorization.check();
  await page.getByRole('button', { name: 'Save bank account' }).click();
  await expect(methodCard(page, /6789/)).toBeVisible();
  await expectTranslated(page);
});

/** @shows MD2.2 */
test('a job application, and the check of a contract', { tag: ['@once', '@long'] }, async ({ page }) => {
  const form = await openJobForm(page);
  await send(form);
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await fillNeeded(form, aName());
  await send(form);
  await expect(page.getByRole('heading', { level: 1, name: 'Application sent successfully!' })).toBeVisible();
  await expectTranslated(page);
});
