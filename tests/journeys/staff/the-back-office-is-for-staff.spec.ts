import { expect, test } from '@playwright/test';
import { DEMO, logInByApi, newAccount, signIn } from '#tests/support/browser/account.ts';
import { makeStaff } from '#tests/support/browser/second-factor.ts';
import { siteMenu } from '#tests/support/browser/menu.ts';
import {
  officeMenu,
  openBackOffice,
  openListTools,
  signInAsStaff,
} from '#tests/support/browser/back-office.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

/** @shows A-003 A-094 A-166 A-288 A-289 */
test(
  'an admin and a super admin have the Admin link, a parent has none',
  { tag: '@long' },
  async ({ browser, request }) => {
    const options = (await (await request.get('/api/option')).json()).items as {
      category: string;
      key: string;
    }[];
    const roles = options.filter(({ category }) => category === 'userRole').map(({ key }) => key);
    expect(roles).toEqual(expect.arrayContaining(['userRoleAdmin', 'userRoleSuperAdmin']));
    const family = await newAccount(request);
    const people = [
      [await logInByApi(request, DEMO.admin), 1],
      [await logInByApi(request, DEMO.superAdmin), 1],
      [family.tokens, 0],
    ] as const;
    for (const [tokens, links] of people) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await signIn(page, tokens);
      await page.goto('/dashboard');
      const link = (await siteMenu(page)).getByRole('link', { name: 'Admin' });
      await expect((await siteMenu(page)).getByRole('button', { name: 'Log Out' })).toBeVisible();
      await expect(link).toHaveCount(links);
      if (links) await expect(link).toHaveAttribute('href', '/admin');
      await context.close();
    }
  },
);

/** @shows A-292 */
test(
  'the role is looked up in the options, whatever its number there',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [user] = await family.call('GET', '/user');
    await signIn(page, family.tokens);
    await page.route('**/api/option', (route) =>
      route.fulfill({
        json: { success: true, items: [{ id: 7, category: 'userRole', key: 'userRoleAdmin' }] },
      }),
    );
    for (const [roleId, links] of [
      [7, 1],
      [8, 0],
    ] as const) {
      await page.unroute('**/api/user');
      await page.route('**/api/user', (route) =>
        route.fulfill({ json: { success: true, items: [{ ...user, roles: [{ role_type_id: roleId }] }] } }),
      );
      await page.goto('/dashboard/help');
      await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(links);
    }
  },
);

test('a parent is refused clearly, and a visitor logs in and comes back', async ({ page, request }) => {
  await page.goto('/admin/audit');
  await page.waitForURL('**/login?redirectPath=%2Fadmin%2Faudit');
  await page.getByRole('textbox', { name: 'Email' }).fill(DEMO.admin.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO.admin.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/admin/audit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log');
  const family = await newAccount(request);
  await page.evaluate((record) => localStorage.setItem('auth_token', JSON.stringify(record)), family.tokens);
  const asked: string[] = [];
  page.on('request', (sent) => void asked.push(sent.url()));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The back office is for staff');
  expect(asked.filter((url) => url.includes('/api/admin'))).toEqual([]);
  await expectAccessible(page, 'the refusal');
  await page.goto('/dashboard/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test(
  'today’s numbers, the list and the audit log are titled, readable and kept in the address',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request);
    await expect(page).toHaveTitle('Harborline School Bus – Admin');
    await expect(page.getByText('Active contracts')).toBeVisible();
    await expect(page.getByText('Sandbox: no real money moves here.')).toBeVisible();
    await expectAccessible(page, 'today');
    await page.goto('/admin/users/parents?search=okafor+chidi&sort=due');
    await expect(page).toHaveTitle('Harborline School Bus – Families');
    await expect(page.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('okafor chidi');
    await openListTools(page);
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('due');
    await expect(page.getByRole('link', { name: 'Adaeze Okafor' }).first()).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('nobody at all');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await expectAccessible(page, 'nobody found');
    await (await officeMenu(page)).getByRole('link', { name: 'Audit log' }).click();
    await expect(page).toHaveTitle('Harborline School Bus – Audit log');
    await openListTools(page);
    const filters = page.getByRole('button', { name: /^Filters/ });
    if (await filters.isVisible()) await filters.click();
    await page.getByRole('textbox', { name: 'Who (name' }).fill('cole');
    await page.keyboard.press('Tab');
    await page.waitForURL(/actor=cole/);
    await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Dana Cole');
    await expectAccessible(page, 'the audit log');
  },
);

/** @shows A-290 */
test(
  'a super admin sees who works here and ends the sessions of an account',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request, { first_name: 'Lost', last_name: `Phone${Date.now()}` });
    const [{ id }] = await family.call('GET', '/user');
    await openBackOffice(page, request, '/admin/staff', 'superAdmin');
    await expect(page.getByRole('table', { name: 'Staff' })).toContainText('Rosa Rivera');
    await expectAccessible(page, 'staff');
    await page.goto(`/admin/users/parents/${id}`);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await expectAccessible(page, 'ending sessions');
    await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
    await expect(page.getByText('All sessions ended.')).toBeVisible();
    await expect(family.call('GET', '/user')).rejects.toThrow('401');
  },
);

test(
  'staff write what a landing page says, and see it before visitors do',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/content');
    await page
      .getByRole('combobox', { name: 'School and year' })
      .selectOption({ label: 'Northgate Academy (NGA), 2027–2028 school year' });
    const words = `Routes open in spring ${Date.now()}.`;
    await page
      .getByRole('textbox', { name: 'While contracts are not for sale' })
      .fill(`<p>${words}</p><script>1</script>`);
    await page.getByRole('tab', { name: 'Preview' }).last().click();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expectAccessible(page, 'the words of a landing page');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Published. Visitors see it from now on.')).toBeVisible();
    await page.getByRole('link', { name: 'View landing page' }).click();
    await expect(page.getByText(words)).toBeVisible();
  },
);

test(
  'the menu of the back office marks the page that is open, also where its address was typed',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, await logInByApi(request, DEMO.admin));
    for (const [path, label] of [
      ['/admin', 'Overview'],
      ['/admin/audit', 'Audit log'],
    ] as const) {
      await page.goto(path);
      const menu = await officeMenu(page);
      await expect(menu.getByRole('link', { name: label, exact: true })).toHaveClass(/font-bold/);
      await expect(menu.locator('[aria-current=page]')).toHaveText([label]);
    }
  },
);

test(
  'a record that the office does not have leads to the page that says so',
  { tag: '@long' },
  async ({ page, request }) => {
    for (const path of ['users/parents', 'requests', 'applications', 'seasons']) {
      await signInAsStaff(page, request);
      await page.goto(`/admin/${path}/999999`);
      await page.waitForURL('**/not-found?path=**');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(`/admin/${path}/999999`)).toBeVisible();
    }
  },
);

/** @shows OF8.2 OF8.3 */
test('a dispatcher finds a family, and no sum anywhere', async ({ page, request }) => {
  const dispatcher = await newAccount(request, { first_name: 'Noor', last_name: 'Haddad' });
  await makeStaff(dispatcher.email, 'userRoleDispatcher');
  await signIn(page, dispatcher.tokens);
  await page.goto('/admin');
  await expect(page.getByText('Active contracts')).toBeVisible();
  await expect(page.getByText('$')).toHaveCount(0);
  const menu = await officeMenu(page);
  await expect(menu.getByRole('link')).toHaveText([
    'Overview',
    // With the number of what waits.
    /^Worklist/,
    'Families',
    'Students',
    'Waiting list',
    'Orders',
    'Seasons',
    'Texts',
    'Schools',
    'Changes',
    'My security',
  ]);
  await menu.getByRole('link', { name: 'Families' }).click();
  await page.getByRole('searchbox').fill('okafor chidi');
  await page.getByRole('link', { name: 'Adaeze Okafor' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adaeze Okafor');
  await expect(page.getByText('Chidi Okafor').first()).toBeVisible();
  await expect(page.getByText('$')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Impersonate' })).toHaveCount(0);
  await expectAccessible(page, 'a family without sums');
  await page.goto('/admin/owed');
  await expect(page.getByRole('heading', { name: 'This page is not part of your role' })).toBeVisible();
});
