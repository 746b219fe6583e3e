import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { tabTo } from '#tests/support/browser/login-box.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';
import { openBackOffice, startImpersonating } from '#tests/support/browser/back-office.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const kept = (page: import('@playwright/test').Page) =>
  page.evaluate(() => ({
    own: localStorage.getItem('auth_token') !== null,
    impersonation: sessionStorage.getItem('impersonate_token') !== null,
  }));

/** @shows A-003 A-096 A-097 A-167 A-168 A-179 A-184 A-291 */
test('staff find a parent, impersonate them for a reason, and return to that parent', async ({
  page,
  request,
}) => {
  const family = await newAccount(request, { first_name: 'Tunde', last_name: `Searched${Date.now()}` });
  await openBackOffice(page, request);
  await page.getByRole('searchbox', { name: 'Search parents' }).fill(family.last_name);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/\/admin\/users\/parents\?search=/);
  await expectAccessible(page, 'parents found');
  await page.getByRole('link', { name: `Tunde ${family.last_name}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tunde ${family.last_name}`);
  await expectAccessible(page, 'a parent');
  const address = page.url();

  await page.getByRole('button', { name: 'Impersonate' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('60 minutes');
  await dialog.getByRole('button', { name: 'Impersonate' }).click();
  await expect(dialog).toContainText('The reason field is required');
  await expectAccessible(page, 'the reason');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  const calls: string[] = [];
  page.on(
    'request',
    (sent) => void (sent.url().endsWith('/api/user') && calls.push(sent.headers().authorization ?? '')),
  );
  await startImpersonating(page);
  await expect(page.getByRole('status').filter({ hasText: family.email })).toContainText(
    'You’re viewing Tunde',
  );
  const menu = await siteMenu(page);
  await expect(menu.getByRole('button', { name: 'Stop Impersonating' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Log Out' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await expectAccessible(page, 'a dashboard through the parent’s eyes');
  const token = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('impersonate_token')!).access_token as string,
  );
  expect(calls.at(-1)).toBe(`Bearer ${token}`);
  expect(await kept(page)).toEqual({ own: true, impersonation: true });

  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are impersonating a parent');
  await page.getByRole('button', { name: 'Stop Impersonating' }).click();
  await page.waitForURL(address);
  expect(await kept(page)).toEqual({ own: true, impersonation: false });
  const ended = await request.get('/api/user', { headers: { Authorization: `Bearer ${token}` } });
  expect(ended.status()).toBe(401);
  await expect(page.getByRole('table', { name: 'Activity' })).toContainText('Stopped impersonating');
  await expect(page.getByRole('table', { name: 'Logins' })).toContainText(
    'Asks on the phone for the pickup time.',
  );
});

test(
  'what only the parent may do is refused with a sentence, and an expired impersonation ends',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request, { first_name: 'Amara' });
    const [{ id }] = await family.call('GET', '/user');
    await openBackOffice(page, request, `/admin/users/parents/${id}`);
    await startImpersonating(page);
    const refused = await page.evaluate(async (user_id) => {
      const token = JSON.parse(sessionStorage.getItem('impersonate_token')!).access_token as string;
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
      };
      const answers = await Promise.all([
        fetch(`/api/user/${user_id}`, {
          method: 'PUT',
          headers,
          body: JSON.stringify({
            first_name: 'Amara',
            last_name: 'Okafor',
            email: 'taken-over@okafor.example',
          }),
        }),
        fetch(`/api/admin/parents/${user_id}/impersonation`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ reason: 'One inside another.' }),
        }),
      ]);
      return Promise.all(
        answers.map(async (answer) => [
          answer.status,
          answer.headers.get('x-impersonating'),
          ((await answer.json()) as { errors: string[] }).errors[0],
        ]),
      );
    }, id);
    for (const [status, header, sentence] of refused)
      expect([status, header, sentence]).toEqual([
        403,
        String(id),
        expect.stringMatching(/ask the parent to do it/),
      ]);
    // The hour is over: the server ends it, and the next call finds out.
    await page.evaluate(async () => {
      const token = JSON.parse(sessionStorage.getItem('impersonate_token')!).access_token as string;
      await fetch('/api/impersonation/stop', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
      });
    });
    await page.getByRole('link', { name: 'Students' }).click();
    await page.waitForURL(`**/admin/users/parents/${id}`);
    await expect(page.getByRole('button', { name: 'Impersonate' })).toBeVisible();
  },
);

/** @shows MA10.12 */
test(
  'the whole way is done with only the keyboard',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request, { first_name: 'Keys', last_name: `Only${Date.now()}` });
    await openBackOffice(page, request, '/admin/users/parents');
    await expect(page.getByRole('table', { name: 'Families' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type(family.last_name);
    await expect(page.getByRole('status').filter({ hasText: /^1 found$/ })).toBeVisible();
    // Arrows belong to the field while the field has the focus.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: `Keys ${family.last_name}` })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('searchbox', { name: 'Search by name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const open = page.getByRole('button', { name: 'Impersonate' });
    await expect(open).toBeVisible();
    await tabTo(page, open);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await tabTo(page, reason);
    await page.keyboard.type('Cannot use a mouse today.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard/profile');
    const stop = page.getByRole('button', { name: 'Stop Impersonating' });
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).not.toBeEditable();
    await expect(page.getByText('Staff can’t change a parent’s email address')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveCount(0);
    await tabTo(page, stop);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/users\/parents\/\d+/);
  },
);

/** @shows A-168 */
test(
  'a visitor logs in, a parent logs out, staff in a parent’s place stop',
  { tag: '@long' },
  async ({ page, request }) => {
    await page.goto('/');
    await expect((await siteMenu(page)).getByRole('link', { name: 'Log in' })).toBeVisible();
    const family = await newAccount(request);
    await signIn(page, family.tokens);
    await page.goto('/dashboard');
    await expect((await siteMenu(page)).getByRole('button', { name: 'Log Out' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop Impersonating' })).toHaveCount(0);
  },
);

/** @shows MA10.18 */
test(
  'on a phone the bar has room for Stop Impersonating, and cuts no name',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const family = await newAccount(request);
    const [{ id }] = await family.call('GET', '/user');
    await openBackOffice(page, request, `/admin/users/parents/${id}`);
    await expect(page.getByRole('banner').locator('svg').first()).toBeInViewport({ ratio: 1 });
    await startImpersonating(page);
    await expect(page.getByRole('button', { name: 'Stop Impersonating' })).toBeInViewport();
    await expect(page.getByRole('banner').getByText('Harborline', { exact: true })).toBeHidden();
  },
);
