import { expect, test, type Page } from '@playwright/test';
import { DEMO, logInByApi, newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { anAddressForm } from '#tests/support/forms/student-form.ts';
import { fillAddress, fillStudent, save, tabTo } from '#tests/support/browser/student-page.ts';

const LINE = '12 Elm Street, 3B, Yonkers, NY 10701';
const choose = (page: Page) => page.getByRole('button', { name: 'Select from your addresses' });
const typed = (page: Page) => page.getByRole('textbox', { name: 'Address', exact: true });
const nextStudent = (page: Page) =>
  page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/student'));

/** @shows A-205 A-239 */
test('a saved address is chosen and sent with its id and its fields', async ({ page, request }) => {
  const family = await newAccount(request);
  const [saved] = await family.call('POST', '/address', anAddressForm());
  await family.call('POST', '/address', anAddressForm({ address: '9 Pier Street', apt: '' }));
  await signIn(page, family.tokens);
  await page.goto('/dashboard/students/create');
  await fillStudent(page, 'Ngozi');
  await choose(page).click();
  await expect(page.getByRole('list', { name: 'Your addresses' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, 'choosing an address');
  await page.getByRole('button', { name: `Use ${LINE}` }).click();
  await expect(page.getByText(LINE)).toBeVisible();
  await expect(page.locator('input[name=address_id]')).toHaveValue(/^\d+$/);
  const posted = nextStudent(page);
  await save(page).click();
  expect((await posted).postDataJSON()).toMatchObject({ address_id: saved.id, ...anAddressForm() });
  await expect(page).toHaveURL('/dashboard/students');
  expect((await family.call('GET', '/student'))[0]).toMatchObject({
    address_id: saved.id,
    ...anAddressForm(),
  });
});

/** @shows MA10.10 A-206 A-207 */
test('the choice is taken back and a new address is typed', { tag: '@long' }, async ({ page, request }) => {
  const family = await newAccount(request);
  await family.call('POST', '/address', anAddressForm());
  await signIn(page, family.tokens);
  await page.goto('/dashboard/students/create');
  await fillStudent(page, 'Ngozi');
  await tabTo(page, choose(page));
  await page.keyboard.press('Enter');
  const close = page.getByRole('button', { name: 'Enter a new address' });
  await expect(close).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(typed(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: `Use ${LINE}` }));
  await page.keyboard.press('Enter');
  const clear = page.getByRole('button', { name: 'Use a different address' });
  await expect(clear).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choose(page)).toBeFocused();
  await expect(typed(page)).toHaveValue('');
  await expect(page.locator('input[name=address_id]')).toHaveCount(0);
  await fillAddress(page, '9 Pier Street');
  const posted = nextStudent(page);
  await save(page).click();
  expect((await posted).postDataJSON()).toMatchObject({
    address_id: null,
    address: '9 Pier Street',
    apt: null,
  });
  await expect(page).toHaveURL('/dashboard/students');
});

/** @shows A-204 */
test('an address that is no longer in use is not offered', { tag: '@long' }, async ({ page, request }) => {
  const tokens = await logInByApi(request, { ...DEMO.family, email: 'minjun@park.example' });
  await signIn(page, tokens);
  await page.goto('/dashboard/addresses');
  await expect(page.getByText('19 Bleecker Street')).toBeVisible();
  await expect(page.getByText('Inactive')).toHaveCount(1);
  await page.goto('/dashboard/students/create');
  await choose(page).click();
  const offered = page.getByRole('list', { name: 'Your addresses' }).getByRole('listitem');
  await expect(offered).toHaveCount(1);
  await expect(offered).toContainText('250 East 87th Street');
});
