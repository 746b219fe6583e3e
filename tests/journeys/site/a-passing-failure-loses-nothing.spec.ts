import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { breakCall } from '#tests/support/browser/changed-responses.ts';
import { open } from '#tests/support/browser/login-box.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';

const banner = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** @shows MA3.1 MA3.2 */
test(
  'a click in the menu without a network keeps the page, and opens the other one later',
  { tag: '@phone' },
  async ({ page, context }) => {
    await open(page, '/news');
    const menu = await siteMenu(page);
    await context.setOffline(true);
    await menu.getByRole('link', { name: 'Technology' }).click();
    const offline = banner(page, 'No connection');
    await expect(offline).toContainText('We’ll keep this one open until it does.');
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    await expectAccessible(page, 'a page that does not come');
    await offline.getByRole('button', { name: 'Try again' }).click();
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL('/technology');
    await expect(offline).toHaveCount(0);
  },
);

/** @shows MA7.1 MA7.2 */
test('a parent whose account cannot be reached stays logged in on the page', async ({ page, request }) => {
  await signIn(page, (await newAccount(request)).tokens);
  const account = await breakCall(page, '**/api/user', { status: 503, errors: ['Back in a minute.'] });
  await page.goto('/dashboard/students');
  const trouble = banner(page, 'We can’t reach your account right now');
  await expect(trouble).toContainText('Back in a minute.');
  await expect(page).toHaveURL('/dashboard/students');
  await expectAccessible(page, 'an account that cannot be reached');
  await trouble.getByRole('button', { name: 'Try again' }).click();
  await expect(trouble.getByRole('button', { name: 'Try again' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  account.mend();
  await trouble.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText("You don't have students yet.")).toBeVisible();
  await expect(trouble).toHaveCount(0);
});
