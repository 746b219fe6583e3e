import { expect, test, type Page, type Request } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { open, recordCalls, stored } from '#tests/support/browser/login-box.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';

const bearer = (call: Request | undefined) => call?.headerValue('authorization');

async function store(page: Page, key: string, value: object | string): Promise<void> {
  await page.evaluate(
    ([name, text]) => sessionStorage.setItem(name!, text!),
    [key, typeof value === 'string' ? value : JSON.stringify(value)],
  );
}

/** The next call that a click inside the page makes. */
async function nextCall(page: Page, link: string, path: RegExp): Promise<Request> {
  const made = page.waitForRequest(path);
  await page.getByRole('link', { name: link, exact: true }).click();
  return made;
}

/** @shows A-295 A-296 A-297 A-298 A-299 A-300 A-172 */
test('every call goes to /api with the headers of a page', async ({ page, context, request, baseURL }) => {
  const { tokens } = await newAccount(request);
  await context.addCookies([{ name: 'XSRF-TOKEN', value: 'd%20e', url: baseURL! }]);
  const warnings: string[] = [];
  page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
  const record = recordCalls(page);
  const visiting = page.waitForRequest(/\/api\/option$/);
  await open(page, '/news');
  expect(await bearer(await visiting)).toBeNull();
  await signIn(page, tokens);
  await page.goto('/dashboard/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() =>
    document.querySelector('meta[name="csrf-token"]')!.setAttribute('content', 'abc'),
  );
  const call = await nextCall(page, 'Students', /\/api\/student/);
  expect(await call.allHeaders()).toMatchObject({
    accept: 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-csrf-token': 'abc',
    'x-xsrf-token': 'd e',
    authorization: `Bearer ${tokens.access_token}`,
  });
  expect(warnings.filter((text) => text.includes('CSRF'))).toEqual([]);
  await page.evaluate(() => document.querySelector('meta[name="csrf-token"]')!.remove());
  const bare = await nextCall(page, 'Orders', /\/api\/order/);
  expect(await bare.headerValue('x-csrf-token')).toBeNull();
  expect(warnings.some((text) => text.includes('CSRF token not found'))).toBe(true);
  expect(record.calls.length).toBeGreaterThan(2);
  for (const each of record.calls.filter((one) => !one.url().includes('/__manifest'))) {
    expect(new URL(each.url()).pathname).toMatch(/^\/api\//);
    expect(await each.headerValue('accept')).toBe('application/json');
    expect(await each.headerValue('x-requested-with')).toBe('XMLHttpRequest');
  }
});

/** @shows A-148 A-167 A-168 A-179 */
test(
  'an impersonation overrides the own login, only in this tab and until it is removed',
  { tag: '@long' },
  async ({ page, context, request }) => {
    const [own, other] = [await newAccount(request), await newAccount(request, { first_name: 'Sam' })];
    await open(page, '/news');
    const menu = await siteMenu(page);
    await expect(menu.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    await page.evaluate((record) => localStorage.setItem('auth_token', JSON.stringify(record)), own.tokens);
    await store(page, 'impersonate_token', { access_token: other.tokens.access_token });
    const record = recordCalls(page);
    await page.goto('/dashboard/profile');
    await expect(page.getByText(other.email, { exact: true })).toBeVisible();
    await expect((await siteMenu(page)).getByRole('button', { name: 'Stop Impersonating' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log Out' })).toHaveCount(0);
    const users = record.calls.filter((call) => call.url().endsWith('/api/user'));
    expect(await bearer(users[0])).toBe(`Bearer ${other.tokens.access_token}`);
    expect(Object.keys((await stored(page)).local)).toEqual(['auth_token']);
    const tab = await context.newPage();
    await tab.goto('/dashboard/profile');
    await expect(tab.getByText(own.email, { exact: true })).toBeVisible();
    await page.evaluate(() => sessionStorage.removeItem('impersonate_token'));
    await page.reload();
    await expect(page.getByText(own.email, { exact: true })).toBeVisible();
    await expect((await siteMenu(page)).getByRole('button', { name: 'Log Out' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop Impersonating' })).toHaveCount(0);
  },
);

/** @shows A-180 */
test(
  'what another tab changes is known at once: a new login, another family, the end',
  { tag: '@long' },
  async ({ page, context, request }) => {
    const [first, second] = [await newAccount(request), await newAccount(request)];
    await second.call('POST', '/address', {
      address: '9 Secret Lane',
      city: 'Bronx',
      state: 'NY',
      zip: '10471',
    });
    await signIn(page, second.tokens);
    await page.goto('/dashboard/addresses');
    await expect(page.getByText('9 Secret Lane')).toBeVisible();
    const tab = await context.newPage();
    await tab.goto('/news');
    const change = (record: object | undefined) =>
      tab.evaluate(
        (text) => (text ? localStorage.setItem('auth_token', text) : localStorage.removeItem('auth_token')),
        record && JSON.stringify(record),
      );
    const asked = page.waitForRequest(/\/api\/user$/);
    await change(first.tokens);
    expect(await bearer(await asked)).toBe(`Bearer ${first.tokens.access_token}`);
    await expect(page.getByText('9 Secret Lane'), 'what one family has read is not for the next').toHaveCount(
      0,
    );
    await expect(page.getByText("You don't have addresses yet.")).toBeVisible();
    const call = await nextCall(page, 'Orders', /\/api\/order/);
    expect(await bearer(call)).toBe(`Bearer ${first.tokens.access_token}`);
    await change(undefined);
    await expect(page).toHaveURL(/\/login\?redirectPath=/);
    await change(second.tokens);
    await expect(page).toHaveURL(/\/dashboard\/orders$/);
  },
);

/** @shows A-169 A-292 */
test(
  'who is admin follows from the options, and who is here from the id of the user',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    const items = (list: object[]) => ({ json: { success: true, items: list } });
    const withRole = (id: number) => ({
      id: 5,
      first_name: 'A',
      last_name: 'B',
      email: 'a@b.example',
      roles: [{ role_type_id: id }],
    });
    let user: object = {};
    await page.route('**/api/user', (route) => route.fulfill(items([user])));
    await page.route('**/api/option', (route) =>
      route.fulfill(
        items([
          { id: 7, category: 'userRole', key: 'userRoleAdmin' },
          { id: 9, category: 'userRole', key: 'userRoleSuperAdmin' },
        ]),
      ),
    );
    const admin = async () => (await siteMenu(page)).getByRole('link', { name: 'Admin', exact: true });
    for (const [roleId, shown] of [
      [7, 1],
      [9, 1],
      [8, 0],
    ] as const) {
      user = withRole(roleId);
      await page.goto('/news');
      await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
      await expect(await admin()).toHaveCount(shown);
    }
    user = {};
    await page.goto('/news');
    await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toHaveCount(0);
    await page.goto('/dashboard/profile');
    await expect(page).toHaveURL(/\/login\?redirectPath=/);
  },
);
