import { expect, test } from '@playwright/test';
import { breakCall, changeItems, SCHOOL, SEASON } from '#tests/support/browser/changed-responses.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

/** @shows B-009 B-010 B-012 */
test('the page of a school says its name and its season, and leads to its contract', async ({ page }) => {
  const asked = page.waitForRequest(SCHOOL);
  await page.goto('/HM');
  expect((await asked).url()).toMatch(/\/api\/program_group_path\/get\/path\/HM$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Hillmark School (HM)' })).toBeVisible();
  await expect(page.getByText('Welcome, Hillmark families.')).toBeVisible();
  await expectAccessible(page, 'the page of a school');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/contract?school=hm');
  await expect(page.getByRole('heading', { level: 1, name: 'Read the contract' })).toBeVisible();
});

/** @shows B-011 B-013 B-014 */
test(
  'Sign up is there only while the school and its season are both open',
  { tag: '@long' },
  async ({ page }) => {
    let [isGroupActive, isSeasonActive, inactive] = [
      true,
      true,
      '<p>Closed <strong>until spring</strong>.</p>',
    ];
    await changeItems(page, SCHOOL, (group) => ({ ...group, is_active: isGroupActive }));
    await changeItems(page, SEASON, (season) => ({
      ...season,
      is_active: isSeasonActive,
      active_msg: '<p>Open <strong>from today</strong>.</p>',
      inactive_msg: inactive,
    }));
    const [signUp, bold] = [page.getByRole('link', { name: 'Sign up' }), page.locator('main strong')];
    await page.goto('/hm');
    await expect(bold).toHaveText('from today');
    await expect(signUp).toBeVisible();
    for (const [group, season] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      [isGroupActive, isSeasonActive] = [group, season];
      await page.reload();
      await expect(bold).toHaveText('until spring');
      await expect(signUp).toHaveCount(0);
    }
    await expectAccessible(page, 'a school that is closed');
    inactive = '';
    await page.reload();
    await expect(
      page.getByText('Transportation contracts are not available at this time', { exact: true }),
    ).toBeVisible();
    await expect(signUp).toHaveCount(0);
  },
);

/** @shows B-015 */
test('a school that cannot be loaded says Oops! and leads home', { tag: '@long' }, async ({ page }) => {
  await breakCall(page, SCHOOL, { status: 500, errors: ['Something broke.'] });
  await page.goto('/hm');
  await expect(page.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible();
  await expectAccessible(page, 'a school that cannot be loaded');
  await page.getByRole('link', { name: 'Home Page' }).click();
  await expect(page).toHaveURL('/');
});

/** @shows B-016 B-311 */
test('an address that no school has says so in plain words', { tag: '@long' }, async ({ page }) => {
  const answered = page.waitForResponse(SCHOOL);
  await page.goto('/no-such-school');
  expect(await (await answered).json()).toMatchObject({ errors: ['Program group path not found'] });
  await expect(page.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible();
  await expect(page.getByText(/^No programs were found for “no-such-school”/)).toBeVisible();
  await expect(page.getByText('Program group path not found')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Home Page' })).toBeVisible();
});
