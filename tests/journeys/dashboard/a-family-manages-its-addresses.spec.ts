import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aStudentForm, anAddressForm } from '#tests/support/forms/student-form.ts';
import { enter, fillAddress, save, sentence, tabTo, typeInto } from '#tests/support/browser/student-page.ts';

/** @shows A-138 A-139 A-140 A-142 */
test('an address is added, shown in full and changed', async ({ page, request }) => {
  await signIn(page, (await newAccount(request)).tokens);
  await page.goto('/dashboard/addresses');
  await expect(sentence(page, "You don't have addresses yet.")).toBeVisible();
  await expectAccessible(page, 'no addresses');
  await page.getByRole('link', { name: 'Add' }).click();
  await expect(page).toHaveURL('/dashboard/addresses/create');
  await fillAddress(page);
  await page.getByLabel('Apt').fill('6B');
  await save(page).click();
  await expect(page).toHaveURL('/dashboard/addresses');
  await expect(page.getByText('Address saved.').first()).toBeVisible();
  const card = page.getByRole('main').getByRole('listitem');
  for (const [label, value] of [
    ['Address', '120 Waldo Avenue'],
    ['Apt', '6B'],
    ['City', 'Bronx'],
    ['State', 'NY'],
    ['Zip', '10471'],
  ]) {
    await expect(card.getByRole('term').filter({ hasText: label }).first()).toBeVisible();
    await expect(card.getByText(value!, { exact: true })).toBeVisible();
  }
  await expectAccessible(page, 'addresses');

  await card.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/dashboard\/addresses\/edit\/\d+$/);
  await page.getByLabel('Apt').fill('');
  await page.getByLabel('City').fill('Yonkers');
  await save(page).click();
  await expect(page).toHaveURL('/dashboard/addresses');
  await expect(card.getByText('Yonkers')).toBeVisible();
  await expect(card.getByText('N/A')).toBeVisible();
});

/** @shows MA10.11 */
test('an address is added by keyboard only', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  await signIn(page, (await newAccount(request)).tokens);
  await page.goto('/dashboard/addresses');
  await expect(page.getByRole('link', { name: 'All students' })).toHaveAttribute(
    'href',
    '/dashboard/students',
  );
  await tabTo(page, page.getByRole('link', { name: 'Add' }));
  await page.keyboard.press('Enter');
  const street = page.getByRole('textbox', { name: 'Address', exact: true });
  await expect(street).toBeVisible();
  await typeInto(page, street, '120 Waldo Avenue');
  await typeInto(page, page.getByLabel('City'), 'Bronx');
  await tabTo(page, page.getByLabel('State'));
  await page.keyboard.type('NY');
  await typeInto(page, page.getByLabel('Zip'), '10471');
  // The form is sent from within a field, as forms are.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/addresses');
  await expect(page.getByText('120 Waldo Avenue', { exact: true })).toBeVisible();
});

/** @shows MA10.14 */
test(
  'an address is removed, and one with a student says why it stays',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [home] = await family.call('POST', '/address', anAddressForm({ city: 'Yonkers' }));
    await family.call('POST', '/address', anAddressForm({ city: 'Bronx' }));
    await family.call('POST', '/student', aStudentForm({ address_id: home.id }));
    await signIn(page, family.tokens);
    await page.goto('/dashboard/addresses');
    const card = (city: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: city });
    await expect(card('Yonkers')).toContainText('Chidi Okafor lives here.');
    await expect(card('Yonkers').getByRole('button')).toHaveCount(0);
    await card('Bronx').getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove this address?' });
    await expectAccessible(page, 'a question before an address is removed');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Address removed.').first()).toBeVisible();
    await expect(card('Bronx')).toHaveCount(0);
  },
);

/** @shows A-159 A-249 A-250 A-251 A-252 A-253 A-351 */
test(
  'an address keeps its bounds, and its state is one of fifty or DC',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    await page.goto('/dashboard/addresses/create');
    await expect(page.getByRole('combobox', { name: 'State' })).toBeVisible();
    const states = await page
      .getByLabel('State')
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(states.filter((state) => /^[A-Z]{2}$/.test(state))).toHaveLength(51);

    const fields: [string, number, boolean][] = [
      ['Address', 255, true],
      ['Apt', 255, false],
      ['City', 255, true],
      ['Zip', 50, true],
    ];
    for (const [label, most, isRequired] of fields) {
      const field = page.getByRole('textbox', { name: label, exact: true });
      const name = label.toLowerCase();
      await enter(field, '');
      await expect(sentence(page, `The ${name} field is required`)).toHaveCount(isRequired ? 1 : 0);
      await enter(field, 'x'.repeat(most + 1));
      await expect(
        sentence(page, `The ${name} field may not be greater than ${most} characters`),
      ).toBeVisible();
      const good = label === 'Zip' ? ['10471', '10471-0001'] : ['x', 'x'.repeat(most)];
      for (const text of good) {
        await enter(field, text);
        await expect(field).not.toHaveAttribute('aria-invalid', 'true');
      }
    }
    await save(page).click();
    await expect(sentence(page, 'The state field is required')).toBeVisible();
    await expectAccessible(page, 'an address form with an error');
    await page.getByLabel('State').selectOption('CT');
    await save(page).click();
    await expect(page).toHaveURL('/dashboard/addresses');
    await expectAccessible(page, 'the longest address');
  },
);

/** @shows A-203 */
test(
  'a refused address keeps the person on the form with everything typed',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [known] = await family.call('POST', '/address', anAddressForm());
    await signIn(page, family.tokens);
    await page.route(/\/api\/address(\/\d+)?$/, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 422,
            json: {
              success: false,
              errors: ['This zip is not served.'],
              field_errors: { zip: ['This zip is not served.'] },
            },
          }),
    );
    for (const path of ['/dashboard/addresses/create', `/dashboard/addresses/edit/${known.id}`]) {
      await page.goto(path);
      await fillAddress(page, '9 Pier Street');
      await save(page).click();
      await expect(sentence(page, 'This zip is not served.')).toBeVisible();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('9 Pier Street');
      await expect(page.getByLabel('Zip')).toHaveValue('10471');
    }
  },
);
