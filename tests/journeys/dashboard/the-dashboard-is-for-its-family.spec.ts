import { expect, test, type Page } from '@playwright/test';
import {
  DEMO,
  logInByApi,
  newAccount,
  PASSWORD,
  signIn,
  type Account,
} from '#tests/support/browser/account.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const COMPANY = 'Harborline School Bus';

const PATHS = [
  '/dashboard',
  '/dashboard/profile',
  '/dashboard/students',
  '/dashboard/students/create',
  '/dashboard/students/edit/1',
  '/dashboard/addresses',
  '/dashboard/addresses/create',
  '/dashboard/addresses/edit/1',
  '/dashboard/orders',
  '/dashboard/orders/1',
  '/dashboard/orders/1/contract',
  '/dashboard/orders/1/receipt',
  '/dashboard/payment-methods',
  '/dashboard/payment-methods/create',
  '/dashboard/payment-methods/edit/1',
  '/dashboard/help',
];

const sideMenu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });

async function expectScreen(
  page: Page,
  path: string,
  heading: string | RegExp,
  title: string,
): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
  await expect(page, path).toHaveTitle(`${COMPANY} – ${title}`);
  expect(new URL(page.url()).pathname, 'no redirect').toBe(path);
}

async function addressOf(account: Account): Promise<number> {
  const [address] = await account.call('POST', '/address', {
    address: '120 Waldo Avenue',
    city: 'Bronx',
    state: 'NY',
    zip: '10471',
  });
  return address.id;
}

test.describe('without a login', () => {
  /** @shows A-046 A-052 A-073 */
  test(
    'every page of the dashboard, and an order’s success, lead to the login',
    { tag: '@long' },
    async ({ page }) => {
      for (const path of [...PATHS, '/order/success/1']) {
        await page.goto(path);
        await expect(page, path).toHaveURL(
          (url) => url.pathname === '/login' && url.searchParams.get('redirectPath') === path,
        );
      }
      await expect(page.getByRole('tab', { name: 'Log in' })).toBeVisible();
    },
  );

  /** @shows A-073 A-082 */
  test('the page that was asked for comes after the login, with its query', async ({ page, request }) => {
    const { email } = await newAccount(request);
    await page.goto('/dashboard/help?from=mail');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Help & Support' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/help\?from=mail$/);
  });

  /** @shows A-066 */
  test(
    'a token that is not valid shows nothing of the dashboard, and is forgotten',
    { tag: '@long' },
    async ({ page }) => {
      let release: () => void = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/user', async (route) => {
        await released;
        await route.continue();
      });
      await signIn(page, { access_token: 'not-a-token', refresh_token: 'nor-this', expires_in: 1 });
      await page.goto('/dashboard/profile');
      await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
      await expect(sideMenu(page)).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
      release();
      await expect(page).not.toHaveURL(/dashboard\/profile/);
      await expect((await siteMenu(page)).getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
      await expect(sideMenu(page)).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    },
  );
});

test.describe('a parent who is signed in', () => {
  /** @shows A-001 A-010 A-053 A-065 A-067 */
  test('goes through the five pages of the side menu', { tag: '@phone' }, async ({ page, request }) => {
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/dashboard\/profile$/);
    await expect(sideMenu(page).getByRole('link')).toHaveText([
      'Profile',
      'Students',
      'Orders',
      'Payment methods',
      'Help',
    ]);
    for (const [name, path, heading] of [
      ['Students', 'students', 'Students'],
      ['Orders', 'orders', 'Orders'],
      ['Payment methods', 'payment-methods', 'Payment methods'],
      ['Help', 'help', 'Help & Support'],
      ['Profile', 'profile', 'Profile'],
    ] as const) {
      await sideMenu(page).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/dashboard/${path}$`));
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(sideMenu(page).getByRole('link', { name, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expect(page.getByRole('main')).toBeFocused();
    }
    await expect(
      page.getByText('use the link in the email from that school').filter({ visible: true }),
    ).toBeVisible();
    await expectAccessible(page, 'dashboard');
  });

  /** @shows A-053 A-054 A-055 A-056 A-057 A-058 A-059 A-060 A-064 A-068 A-069 A-077 A-078 A-080 */
  test(
    'opens each of their pages by its address, under its own title',
    { tag: '@long' },
    async ({ page, request }) => {
      const account = await newAccount(request);
      const address = await addressOf(account);
      await signIn(page, account.tokens);
      await expectScreen(page, '/dashboard/profile', 'Profile', 'Profile');
      await expectScreen(page, '/dashboard/students', 'Students', 'Students');
      await expectScreen(page, '/dashboard/students/create', 'Create Student', 'Create Student');
      await expectScreen(page, '/dashboard/addresses/create', 'Create Address', 'Create Address');
      await expectScreen(page, '/dashboard/addresses', 'Addresses', 'Addresses');
      await page.getByRole('link', { name: /Edit/ }).click();
      await expect(page).toHaveURL(new RegExp(`/dashboard/addresses/edit/${address}$`));
      await expectScreen(page, `/dashboard/addresses/edit/${address}`, 'Edit Address', 'Edit Address');
      await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue(
        '120 Waldo Avenue',
      );
      await expectScreen(page, '/dashboard/help', 'Help & Support', 'Help');
    },
  );

  /** @shows A-143 */
  test(
    'reads Help & Support without a call of its own',
    { tag: ['@once', '@long'] },
    async ({ page, request }) => {
      const { tokens } = await newAccount(request);
      await signIn(page, tokens);
      const asked: string[] = [];
      page.on('request', (call) => {
        const { pathname } = new URL(call.url());
        if (pathname.startsWith('/api/')) asked.push(pathname);
      });
      await page.goto('/dashboard/help');
      await expect(page.getByRole('heading', { level: 1, name: 'Help & Support' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      // What every page asks at its start, and nothing else.
      expect(asked.sort()).toEqual(['/api/option', '/api/server/info', '/api/user']);
    },
  );
});

test.describe('a family that has bought', () => {
  test.beforeEach(async ({ page, request }) => signIn(page, await logInByApi(request, DEMO.family)));

  /** @shows A-046 A-056 A-061 A-062 A-068 A-070 A-077 A-079 */
  test(
    'opens its student, its orders, the contract that was signed and the receipt',
    { tag: '@long' },
    async ({ page }) => {
      await expectScreen(page, '/dashboard/students', 'Students', 'Students');
      await page.getByRole('link', { name: /Edit/ }).first().click();
      await expect(page).toHaveURL(/\/dashboard\/students\/edit\/\d+$/);
      await expect(page).toHaveTitle(`${COMPANY} – Edit Student`);
      await expect(
        page.getByRole('group', { name: 'Student', exact: true }).getByLabel('First name'),
      ).not.toHaveValue('');

      await expectScreen(page, '/dashboard/orders', 'Orders', 'Orders');
      await page.getByRole('link', { name: 'View receipt', exact: true }).first().click();
      await expect(page).toHaveURL(/\/dashboard\/orders\/\d+\/receipt$/);
      await page.goBack();
      await page.getByRole('link', { name: 'View order' }).first().click();
      await expect(page).toHaveURL(/\/dashboard\/orders\/\d+$/);
      const order = new URL(page.url()).pathname;
      const id = order.split('/').at(-1);
      await expectScreen(page, order, `Order #${id}`, 'View Order');
      await page.getByRole('link', { name: 'View contract' }).click();
      await expectScreen(page, `${order}/contract`, /Contract #\d\d-/, 'View Contract');
      await expect(page.getByRole('link', { name: 'Download contract (PDF)' })).toBeVisible();
      await expectAccessible(page, 'signed contract');
      await expectScreen(page, `${order}/receipt`, `Receipt for Order #${id}`, 'View Receipt');
      await page.goto(`/order/success/${id}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
      await expect(page.getByRole('link', { name: 'Go to your orders' })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/order/success/${id}$`));
    },
  );

  /** @shows A-063 A-080 */
  test(
    'opens its payment methods, one of them, and the way to another',
    { tag: '@long' },
    async ({ page }) => {
      await expectScreen(page, '/dashboard/payment-methods', 'Payment methods', 'Payment Methods');
      await expectAccessible(page, 'payment methods');
      await page.getByRole('link', { name: /^Edit Visa/ }).click();
      await expect(page).toHaveURL(/\/dashboard\/payment-methods\/edit\/\d+$/);
      await expectScreen(page, new URL(page.url()).pathname, 'Edit Payment Method', 'Edit Payment Method');
      await expect(page.getByText('****4242')).toBeVisible();
      await expectAccessible(page, 'a payment method');
      await page.getByRole('link', { name: 'Back to your payment methods' }).click();
      await page.getByRole('link', { name: 'Add' }).click();
      await expectScreen(
        page,
        '/dashboard/payment-methods/create',
        'Create Payment Method',
        'Create Payment Method',
      );
      await expectAccessible(page, 'another payment method');
      await page.goto('/dashboard/payment-methods/edit/999999');
      await expect(page.getByText('Payment method not found.')).toBeVisible();
    },
  );

  /** @shows A-353 A-354 A-355 */
  test(
    'reads dates, times, amounts and yes or no in one form everywhere',
    { tag: ['@once', '@long'] },
    async ({ page }) => {
      const text = () => page.getByRole('main').innerText();
      await page.goto('/dashboard/orders');
      await page.getByRole('link', { name: 'View order' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: /^Order #/ })).toBeVisible();
      await expect(
        page
          .getByRole('definition')
          .filter({ hasText: /^(0[1-9]|1[0-2])\/\d{2}\/\d{4}$/ })
          .first(),
      ).toBeVisible();
      expect(
        (await text()).match(/\d+\/\d+\/\d+/g)?.filter((date) => !/^\d{2}\/\d{2}\/\d{4}$/.test(date)),
      ).toEqual([]);
      expect(
        (await text()).match(/\$[\d.,]*\d/g)?.filter((amount) => !/^\$[\d,]+\.\d{2}$/.test(amount)),
      ).toEqual([]);
      await page.getByRole('link', { name: 'View contract' }).click();
      await expect(
        page.getByText(/^You accepted the contract on \d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2} [AP]M\.$/),
      ).toBeVisible();
      await page.goto('/dashboard/payment-methods');
      await page.getByRole('link', { name: /^Edit Visa/ }).click();
      await expect(page.getByRole('definition').filter({ hasText: /^(Yes|No)$/ })).toBeVisible();
    },
  );
});
