import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { newAccount, type Account } from '#tests/support/browser/account.ts';
import { recordCalls, stored } from '#tests/support/browser/login-box.ts';

/** A browser whose access token has run out while its refresh token still lives. */
async function withStaleToken(context: BrowserContext, { tokens }: Account): Promise<void> {
  const page = await context.newPage();
  await page.goto('/favicon.svg');
  await page.evaluate((record) => localStorage.setItem('auth_token', JSON.stringify(record)), {
    ...tokens,
    access_token: 'stale',
  });
  await page.close();
}

const tokenOf = async (page: Page) =>
  JSON.parse((await stored(page)).local.auth_token ?? '{}') as {
    access_token?: string;
    refresh_token?: string;
  };
const noStudents = (page: Page) => page.getByText("You don't have students yet.");

/** @shows A-181 A-182 A-315 A-331 */
test('a login that has run out is renewed once, and the call is made again once', async ({
  page,
  context,
  request,
}) => {
  const family = await newAccount(request);
  await withStaleToken(context, family);
  const record = recordCalls(page);
  await page.goto('/dashboard/students');
  await expect(noStudents(page)).toBeVisible();
  const token = await tokenOf(page);
  expect(token.access_token).not.toBe('stale');
  expect(token.refresh_token).not.toBe(family.tokens.refresh_token);
  // The page asks for its students before it is known who is here (decision 56).
  const ofLogin = /^(GET \/user|POST \/refresh-token)$/;
  const [first, refresh, again] = record.calls.filter((_, at) => ofLogin.test(record.names()[at] ?? ''));
  expect(record.names().filter((name) => ofLogin.test(name))).toEqual([
    'GET /user',
    'POST /refresh-token',
    'GET /user',
  ]);
  expect(record.count('GET /student')).toBe(2);
  expect(refresh?.postDataJSON()).toEqual({ refresh_token: family.tokens.refresh_token });
  expect([await first?.headerValue('authorization'), await again?.headerValue('authorization')]).toEqual([
    'Bearer stale',
    `Bearer ${token.access_token}`,
  ]);
  expect([record.count('POST /refresh-token'), record.count('GET /user')]).toEqual([1, 2]);
});

/** @shows A-180 A-181 */
test(
  'two tabs renew their login together once, and both go on',
  { tag: ['@once', '@long'] },
  async ({ context, request }) => {
    await withStaleToken(context, await newAccount(request));
    let refreshes = 0;
    await context.route('**/api/refresh-token', async (route) => {
      refreshes += 1;
      // Long enough for the other tab to renew its login too.
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    const tabs = await Promise.all([context.newPage(), context.newPage()]);
    const failed = [0, 0];
    for (const [n, tab] of tabs.entries())
      tab.on(
        'response',
        (response) => void (response.status() === 401 && (failed[n] = (failed[n] ?? 0) + 1)),
      );
    await Promise.all(tabs.map((tab) => tab.goto('/dashboard/students')));
    for (const tab of tabs) await expect(noStudents(tab)).toBeVisible();
    expect(
      failed.every((count) => count > 0),
      'both tabs met the dead token',
    ).toBe(true);
    expect(refreshes).toBe(1);
    for (const tab of tabs) {
      await tab.reload();
      await expect(noStudents(tab)).toBeVisible();
    }
    expect(refreshes).toBe(1);
  },
);

/** @shows A-182 A-331 */
test('a second 401 is not tried again', { tag: ['@once', '@long'] }, async ({ page, context, request }) => {
  await withStaleToken(context, await newAccount(request));
  const record = recordCalls(page);
  await page.route('**/api/user', (route) =>
    route.fulfill({ status: 401, json: { success: false, errors: ['Unauthenticated.'] } }),
  );
  await page.goto('/dashboard/students');
  await expect(page).toHaveURL(/:\d+\/$/);
  expect([record.count('POST /refresh-token'), record.count('GET /user')]).toEqual([1, 2]);
  expect((await stored(page)).local).toEqual({});
});

/** @shows A-183 */
test(
  'when it cannot be renewed the console says why, and the page goes by the first answer',
  { tag: '@long' },
  async ({ page, context, request }) => {
    await withStaleToken(context, await newAccount(request));
    const logged: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())));
    const record = recordCalls(page);
    await page.route('**/api/refresh-token', (route) =>
      route.fulfill({ status: 500, json: { success: false, errors: ['The refresh is broken.'] } }),
    );
    await page.goto('/dashboard/students');
    await expect(page).toHaveURL(/:\d+\/$/);
    expect(logged.join('\n')).toContain('The refresh is broken.');
    expect([record.count('POST /refresh-token'), record.count('GET /user')]).toEqual([1, 1]);
    await expect(page.getByText('The refresh is broken.')).toHaveCount(0);
  },
);

/** @shows A-331 A-333 A-302 */
test('no other failure renews a login', { tag: ['@once', '@long'] }, async ({ page, context, request }) => {
  const family = await newAccount(request);
  await withStaleToken(context, family);
  await page.goto('/dashboard/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const record = recordCalls(page);
  for (const status of [403, 300]) {
    await page.route(
      '**/api/student',
      (route) => route.fulfill({ status, json: { success: false, errors: [`No, because of ${status}.`] } }),
      { times: 1 },
    );
    await page.goto('/dashboard/students');
    await expect(page.getByText(`No, because of ${status}.`)).toBeVisible();
  }
  await page.route('**/api/user', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await page.goto('/news');
  await expect.poll(() => record.count('GET /user')).toBeGreaterThan(2);
  expect(record.count('POST /refresh-token')).toBe(0);
});
