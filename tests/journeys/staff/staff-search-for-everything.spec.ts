import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { anOwingFamily } from '#tests/support/browser/owing-family.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
}

/** @shows OF2.1 */
test('letters typed faster than the search opens are in its field', async ({ page, request }) => {
  await openBackOffice(page, request, '/admin/owed');
  await expect(headingOf(page)).toHaveText('Owed');
  const downloads: unknown[] = [];
  page.on('download', (file) => downloads.push(file));
  // On the page below, e takes the file along and x selects a row.
  for (const words of ['expected', 'explained']) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await expect(fieldOf(page)).toBeFocused();
    await expect(fieldOf(page)).toHaveValue(words);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveCount(0);
  }
  expect(downloads).toEqual([]);
});

/** A phone that no other family has. */
const aPhone = () => `914-${200 + Math.floor(Math.random() * 700)}-${String(Date.now()).slice(-4)}`;

/** @shows OF2.1 OF2.4 */
test('a clerk finds a family, an order and a page with the keyboard alone', async ({ page, request }) => {
  const phone = aPhone();
  const family = await anOwingFamily(request);
  const [{ id }] = await family.call('GET', '/user');
  await family.call('PUT', `/user/${id}`, { phone_mobile: phone });
  await openBackOffice(page, request, '/admin/owed');
  await expect(headingOf(page)).toHaveText('Owed');

  // The whole phone is one hit: Enter opens the family, also before the answer has come.
  await page.keyboard.press('/');
  await openSearch(page);
  await page.keyboard.type(phone.replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/users/parents/${id}`);
  await expect(headingOf(page)).toHaveText(/Adaeze Okafor/);
  await expect(dialogOf(page)).toHaveCount(0);

  // Before typing, the family stands on top of what was opened last.
  await openSearch(page);
  const first = page.getByRole('option').first();
  await expect(first).toContainText('Adaeze Okafor');
  await expect(first).toContainText(`${phone} · owes $`);
  await expectAccessible(page, 'the search before typing');

  const { contract_number } = family.order.order_detail.contract;
  await page.keyboard.type(contract_number.toLowerCase());
  await expect(page.getByRole('option').first()).toContainText(contract_number);
  await expectAccessible(page, 'the search with hits');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/orders/${family.order.id}`);
  await page.goBack();
  await expect(headingOf(page)).toHaveText(/Adaeze Okafor/);

  await openSearch(page);
  await page.keyboard.type('payou');
  await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option')).toContainText(['Payouts']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(headingOf(page)).toHaveText('Payouts');
});

/** @shows OF2.1 */
test(
  'the magnifier opens the search, which says when nothing is found or cannot be read',
  { tag: '@long' },
  async ({ page, request }) => {
    const last_name = `Quillfeather${Date.now().toString(36).replaceAll(/\d/g, 'x')}`;
    for (const first_name of ['Ana', 'Bea', 'Cal', 'Dov', 'Eli', 'Fay'])
      await newAccount(request, { first_name, last_name });
    await openBackOffice(page, request, '/admin/audit');
    await page.getByRole('button', { name: 'Search everything' }).filter({ visible: true }).click();
    await fieldOf(page).fill('zzyzx nowhere');
    await expect(dialogOf(page).getByText('Nothing found.')).toBeVisible();
    await expectAccessible(page, 'a search without a hit');
    await page.route('**/api/admin/search**', (route) => route.abort());
    await fieldOf(page).fill(last_name);
    await expect(dialogOf(page).getByRole('alert')).toContainText('This could not be loaded.');
    await expectAccessible(page, 'a search that failed');
    await page.unroute('**/api/admin/search**');
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('group', { name: 'Families' }).getByRole('option').first()).toBeVisible();
    await page.getByRole('option', { name: 'See all 6' }).click();
    await expect(headingOf(page)).toHaveText('Families');
    await expect(page.getByRole('searchbox')).toHaveValue(last_name);
  },
);

/** @shows OF2.1 */
test('an answer that comes late is dropped', { tag: '@once' }, async ({ page, request }) => {
  await openBackOffice(page, request, '/admin/owed');
  await expect(headingOf(page)).toHaveText('Owed');
  const late = Promise.withResolvers<void>();
  await page.route('**/api/admin/search?q=hillmark', async (route) => {
    await late.promise;
    await route.continue().catch(() => undefined);
  });
  await openSearch(page);
  const asked = page.waitForRequest('**/api/admin/search?q=hillmark');
  await page.keyboard.type('hillmark');
  await asked;
  await fieldOf(page).fill('ridgeway');
  const school = page.getByRole('group', { name: 'Schools' }).getByRole('option');
  await expect(school).toContainText(['Ridgeway']);
  late.resolve();
  await page.waitForTimeout(500);
  await expect(school).toContainText(['Ridgeway']);
});
