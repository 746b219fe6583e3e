import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn, type Account } from '#tests/support/browser/account.ts';
import { endSessionBefore, FORMS, itemsFor, logInAgainOn } from '#tests/support/browser/ended-session.ts';
import { stored } from '#tests/support/browser/login-box.ts';
import { methodCard, METHODS, saveCard, typeCardOf } from '#tests/support/browser/payment-methods.ts';
import { cardOf, fillAddress, fillStudent, save } from '#tests/support/browser/student-page.ts';
import { aFamilyOf, expectStep, toStudentStep } from '#tests/support/browser/wizard/family.ts';
import { aFamilyInWizard, HM_TWO_PAYMENTS, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';
import {
  clickCheckout,
  confirm,
  describeStudent,
  expectSigned,
  newFamily,
  ROUND_TRIP,
  typeCard,
} from '#tests/support/browser/wizard/steps.ts';
import { ONE_PIXEL } from '#tests/support/corpora/one-pixel.ts';
import { anAddressForm } from '#tests/support/forms/student-form.ts';

async function open(page: Page, path: string, family: Account): Promise<void> {
  await signIn(page, family.tokens);
  await page.goto(path);
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** @shows MA1.1 MA1.2 MA1.4 */
test('a new student is saved once, with the photo', { tag: '@phone' }, async ({ page, request }) => {
  const family = await newAccount(request);
  await open(page, '/dashboard/students/create', family);
  const { expectAll } = await endSessionBefore(page, family.email, FORMS['a new student with a photo']);
  await fillStudent(page, 'Ngozi');
  await fillAddress(page);
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'ngozi.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await save(page).click();
  await expect(cardOf(page, 'Ngozi Okafor')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/students');
  const students = await itemsFor(page, '/student');
  expect(students.map(({ first_name, images }) => [first_name, images.length])).toEqual([['Ngozi', 1]]);
  expectAll();
});

/** @shows MA1.4 */
test('a student is changed, and another one is deleted', { tag: ['@once', '@long'] }, async ({ page }) => {
  const family = await aFamilyOf(page, [{ first_name: 'Ada' }, { first_name: 'Bea' }]);
  await page.goto('/dashboard/students');
  const { expectAll } = await endSessionBefore(
    page,
    family.email,
    FORMS['a student who is changed and one who is deleted'],
  );
  await cardOf(page, 'Ada Okafor').getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('group', { name: 'Student', exact: true }).getByLabel('First name').fill('Ngozi');
  await save(page).click();
  await expect(page).toHaveURL('/dashboard/students');
  await cardOf(page, 'Bea Okafor').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Bea Okafor?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(cardOf(page, 'Ngozi Okafor')).toBeVisible();
  await expect(cardOf(page, 'Bea Okafor')).toHaveCount(0);
  expect((await itemsFor(page, '/student')).map(({ first_name }) => first_name)).toEqual(['Ngozi']);
  expectAll();
});

/** @shows MA1.4 */
test('an address is saved, and changed', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  const family = await newAccount(request);
  await open(page, '/dashboard/addresses/create', family);
  const { expectAll } = await endSessionBefore(page, family.email, FORMS['an address, new and changed']);
  await fillAddress(page);
  await save(page).click();
  await page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('City').fill('Yonkers');
  await save(page).click();
  await expect(page).toHaveURL('/dashboard/addresses');
  expect((await itemsFor(page, '/address')).map(({ address, city }) => [address, city])).toEqual([
    ['120 Waldo Avenue', 'Yonkers'],
  ]);
  expectAll();
});

/** @shows MA1.4 */
test(
  'the profile is changed, and a mail sent again',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await open(page, '/dashboard/profile', family);
    const { expectAll } = await endSessionBefore(
      page,
      family.email,
      FORMS['the profile, and the mail to verify the address'],
    );
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'First name' }).fill('Ngozi');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile update successful!')).toBeVisible();
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(page.getByText(`We sent a new link to ${family.email}.`)).toBeVisible();
    expect((await itemsFor(page, '/user'))[0]).toMatchObject({ first_name: 'Ngozi' });
    expectAll();
  },
);

/** @shows MA1.2 MA1.4 */
test(
  'step 1 of the wizard saves its student once, and the draft stays',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const family = await aFamilyOf(page);
    await toStudentStep(page, ROUND_TRIP);
    const { expectAll } = await endSessionBefore(page, family.email, FORMS['step 1 of the wizard']);
    await describeStudent(page, newFamily());
    await expect(page.getByLabel('Year entering')).toBeVisible();
    await expectStep(page, 2);
    // The draft is saved half a second after the last change.
    await expect.poll(async () => (await stored(page)).session.contract).toContain('Chidi');
    expect(await itemsFor(page, '/student')).toHaveLength(1);
    expect(await itemsFor(page, '/address')).toHaveLength(1);
    expectAll();
  },
);

/** @shows MB4.1 MB4.2 */
test(
  'the checkout goes on with the same press, and pays once',
  { tag: '@once' },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const keys: (string | undefined)[] = [];
    page.on('request', (sent) => {
      if (sent.method() === 'POST' && new URL(sent.url()).pathname === '/api/order')
        keys.push(sent.headers()['idempotency-key']);
    });
    const { expectAll } = await endSessionBefore(page, family.email, FORMS['the checkout']);
    await openStep(page, family, 3);
    await typeCard(page, '4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Use financial aid' }).click();
    await page.getByLabel('Financial aid code').fill('HM-AID-27');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByLabel('Amount to be paid').fill('2000');
    await page.getByRole('button', { name: 'Apply' }).click();
    await clickCheckout(page);
    await confirm(page);
    await expect(page.getByRole('button', { name: 'Got it' })).toBeVisible({ timeout: 40_000 });
    await expectSigned(page);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(await itemsFor(page, '/order')).toHaveLength(1);
    expectAll();
  },
);

/** @shows MB4.3 */
test(
  'an order that was placed before the session ended leads to its success page, charged once',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    test.setTimeout(120_000);
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const keys: (string | undefined)[] = [];
    await page.route('**/api/order', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const { authorization = '', 'idempotency-key': key } = route.request().headers();
      keys.push(key);
      if (keys.length > 1) return route.fallback();
      await route.fetch();
      await request.post('/api/logout', { headers: { authorization, 'x-requested-with': 'XMLHttpRequest' } });
      return route.abort();
    });
    await openStep(page, family, 3);
    await typeCard(page, '4242 4242 4242 4242');
    await clickCheckout(page);
    await confirm(page);
    // The order may have been placed: nobody says that nothing was charged.
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible({ timeout: 20_000 });
    await expect(ended).not.toContainText('charged');
    await logInAgainOn(page, family.email);
    await expectSigned(page);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    const orders = await itemsFor(page, '/order');
    expect(orders).toHaveLength(1);
    const [order] = await itemsFor(page, `/order/${orders[0].id}`);
    expect(order.payments.filter(({ paid_at }: { paid_at: string | null }) => paid_at)).toHaveLength(1);
  },
);

/** @shows MA1.4 */
test(
  'a payment method is added, made the default and deleted',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await saveCard(family, { type: 'MasterCard', number: '5555555555554444' });
    await open(page, `${METHODS}/create`, family);
    const { expectAll } = await endSessionBefore(
      page,
      family.email,
      FORMS['a payment method, added, made the default and deleted'],
    );
    await page.getByRole('combobox', { name: 'School' }).selectOption({ label: 'Hillmark School (HM)' });
    await typeCardOf(page, '4242424242424242');
    await page.getByRole('button', { name: 'Save card' }).click();
    await methodCard(page, /4242/).getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Make default' }).click();
    await page.getByRole('link', { name: 'Back to your payment methods' }).click();
    await methodCard(page, /4444/).getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: /delete this payment method/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([/4242$/]);
    const methods = await itemsFor(page, '/accounting/payment-methods/read/all');
    expect(methods.map(({ is_default }) => is_default)).toEqual([true]);
    expectAll();
  },
);

/** @shows MA1.1 MA1.8 */
test(
  'the dialog names the person, says what is wrong, and lets them log out',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await family.call('POST', '/address', anAddressForm());
    await open(page, '/dashboard/addresses/create', family);
    await fillAddress(page);
    await family.call('POST', '/logout');
    await save(page).click();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page)).toHaveAccessibleDescription(/Everything you entered is still here/);
    await expect(dialog(page).getByRole('textbox', { name: 'Email' })).not.toBeEditable();
    await expect(dialog(page).getByRole('textbox', { name: 'Password' })).toBeFocused();
    await expectAccessible(page, 'a session that has ended');
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('textbox', { name: 'Password' }).fill('something else');
    await dialog(page).getByRole('button', { name: 'Log in and continue' }).click();
    await expect(dialog(page).getByText('Email address and/or password did not match')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login\?redirectPath=%2Fdashboard%2Faddresses%2Fcreate$/);
    expect((await stored(page)).local).toEqual({});
  },
);

/** @shows MA1.6 */
test(
  'a login in another tab ends the wait in this one',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await open(page, '/dashboard/addresses/create', family);
    await fillAddress(page);
    await family.call('POST', '/logout');
    await save(page).click();
    await expect(dialog(page)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/favicon.svg');
    const tokens = await request.post('/api/login', {
      data: { email: family.email, password: 'Journey-2027' },
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    });
    await other.evaluate(
      (record) => localStorage.setItem('auth_token', JSON.stringify(record)),
      (await tokens.json()).items[0],
    );
    await expect(page).toHaveURL('/dashboard/addresses');
    expect(await itemsFor(page, '/address')).toHaveLength(1);
  },
);
