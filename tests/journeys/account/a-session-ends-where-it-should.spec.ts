import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { logInAgainOn } from '#tests/support/browser/ended-session.ts';
import { logIn, open, recordCalls, stored } from '#tests/support/browser/login-box.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';

/** @shows A-176 A-177 A-178 A-189 A-314 A-348 */
test('Log Out leaves nothing behind and goes home', async ({ page, request }) => {
  const { email } = await newAccount(request);
  await open(page, '/login?redirectPath=/dashboard/help');
  await logIn(page, email);
  await expect(page).toHaveURL(/:\d+\/dashboard\/help$/);
  const logout = (await siteMenu(page)).getByRole('button', { name: 'Log Out' });
  await expect(logout).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('contract', '{}'));
  await page.evaluate(() => sessionStorage.setItem('impersonate_token', 'somebody'));
  const record = recordCalls(page);
  await logout.click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect((await siteMenu(page)).getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
  const [logoutCall, ...later] = record.calls;
  expect([record.names()[0], logoutCall?.postData(), record.count('GET /user')]).toEqual([
    'POST /logout',
    null,
    0,
  ]);
  expect(await stored(page)).toEqual({ local: {}, session: {} });
  const known = await page.evaluate(() => localStorage.getItem('known_browser'));
  expect(known).toMatch(/^[\w-]{43}\.f\.\d{13}\.[\w-]{43}$/);
  const asked = page.waitForRequest(/\/api\/option$/);
  await page.goBack();
  for (const call of [await asked, ...later]) expect(await call.headerValue('authorization')).toBeNull();
  await expect(page).toHaveURL(/\/login\?redirectPath=%2Fdashboard%2Fhelp$/);
  await expect(page.getByText(email)).toHaveCount(0);
});

/** @shows A-314 */
test('Log Out ends the session on the server too', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  const { tokens } = await newAccount(request);
  await signIn(page, tokens);
  await page.goto('/dashboard/help');
  await (await siteMenu(page)).getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(
    (
      await request.get('/api/user', { headers: { Authorization: `Bearer ${tokens.access_token}` } })
    ).status(),
  ).toBe(401);
  expect(
    (await request.post('/api/refresh-token', { data: { refresh_token: tokens.refresh_token } })).status(),
  ).toBe(401);
});

/** @shows A-175 A-314 */
test(
  'Log Out is done even when the session had ended already',
  { tag: '@long' },
  async ({ page, request }) => {
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    await page.goto('/dashboard/help');
    await page.route('**/api/logout', (route) =>
      route.fulfill({ status: 401, json: { success: false, errors: ['Unauthenticated.'] } }),
    );
    await (await siteMenu(page)).getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect((await stored(page)).local).toEqual({});
  },
);

/** @shows A-187 A-341 */
test(
  'a session that is over leads home from the start of a page, and nothing of it stays',
  { tag: '@long' },
  async ({ page, request }) => {
    const { tokens, call } = await newAccount(request);
    await call('POST', '/logout');
    await signIn(page, tokens);
    await page.goto('/dashboard/profile');
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect((await siteMenu(page)).getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    expect((await stored(page)).local).toEqual({});
  },
);

/** @shows MA1.1 */
test(
  'a session that ends amid some work asks for the password, and the work goes on',
  { tag: '@long' },
  async ({ page, request }) => {
    const { email, tokens, call } = await newAccount(request);
    await signIn(page, tokens);
    await page.goto('/dashboard/help');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await call('POST', '/logout');
    await page.getByRole('link', { name: 'Students', exact: true }).click();
    await logInAgainOn(page, email);
    await expect(page).toHaveURL(/\/dashboard\/students$/);
    await expect(page.getByText("You don't have students yet.")).toBeVisible();
  },
);

/** @shows A-187 */
test(
  'a visitor without a token is asked nothing and thrown out of nowhere',
  { tag: '@long' },
  async ({ page }) => {
    const record = recordCalls(page);
    await page.route('**/api/option', (route) =>
      route.fulfill({ status: 401, json: { success: false, errors: ['Unauthenticated.'] } }),
    );
    await open(page, '/news');
    await expect((await siteMenu(page)).getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    expect(record.names()).toEqual([]);
    await expect(page).toHaveURL(/\/news$/);
  },
);
