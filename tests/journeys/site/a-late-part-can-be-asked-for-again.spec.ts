import { expect, test, type FrameLocator, type Page, type Route } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { DEMO, newAccount, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { newVerifiedAccount } from '#tests/support/browser/verified-account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { logInAgainOn } from '#tests/support/browser/ended-session.ts';
import { loginForm, open } from '#tests/support/browser/login-box.ts';
import { studentPart } from '#tests/support/browser/student-page.ts';
import { openSchoolPage } from '#tests/support/http/school-site.ts';

const MISSING = 'This part of the page could not be loaded.';

const isLate = (route: Route) => route.request().resourceType() === 'fetch';

/** From now on nothing comes that a page asks for late; `mend` ends it. */
async function cutParts(page: Page, files = '**/assets/*.js'): Promise<{ mend: () => void }> {
  let isCut = true;
  await page.route(files, (route) =>
    isCut && isLate(route) ? route.abort('internetdisconnected') : route.fallback(),
  );
  return { mend: () => void (isCut = false) };
}

const notice = (page: Page | FrameLocator) => page.getByRole('alert').filter({ hasText: MISSING });
const old = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'could not be loaded because we updated our website' });
const tryAgain = (page: Page | FrameLocator) => notice(page).getByRole('button', { name: 'Try again' });

/** @shows MD7.1 */
test.describe('a part that does not come is asked for again in its place', () => {
  test('the form of the careers page', { tag: '@phone' }, async ({ page }) => {
    const { mend } = await cutParts(page);
    await page.goto('/employment');
    await expect(notice(page)).toBeVisible();
    await expectAccessible(page, 'a part that did not come');
    await tryAgain(page).click();
    await expect(notice(page)).toBeVisible();
    mend();
    await tryAgain(page).click();
    await expect(page.getByRole('form', { name: 'Apply here' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });

  test('the login in the frame of a school', { tag: '@long' }, async ({ page, baseURL }) => {
    const { mend } = await cutParts(page);
    const { portal } = await openSchoolPage(page, { portal: baseURL ?? '' });
    await expect(notice(portal)).toBeVisible();
    mend();
    await tryAgain(portal).click();
    await expect(portal.getByRole('tab', { name: 'Log in' })).toBeVisible();
  });

  test('the question before a page is left', { tag: '@long' }, async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    const { mend } = await cutParts(page);
    await page.goto('/dashboard/students/create');
    const name = studentPart(page).getByLabel('First name');
    await name.fill('Ngozi');
    const cancel = page.getByRole('link', { name: 'Cancel' });
    await cancel.click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question.getByRole('alert')).toContainText(MISSING);
    await expectAccessible(page, 'a dialog that did not come');
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(question).toHaveCount(0);
    await expect(name).toHaveValue('Ngozi');
    await cancel.click();
    await expect(notice(page)).toBeVisible();
    mend();
    await tryAgain(page).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL('/dashboard/students');
  });

  test('the password for a session that has ended', { tag: '@long' }, async ({ page, request }) => {
    const family = await newAccount(request);
    await signIn(page, family.tokens);
    const { mend } = await cutParts(page);
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('First name').fill('Adaobi');
    await family.call('POST', '/logout');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog.getByRole('alert')).toContainText(MISSING);
    mend();
    await tryAgain(page).click();
    await logInAgainOn(page, family.email);
    await expect(page.getByText('Adaobi Okafor').first()).toBeVisible();
  });

  test('the password that staff give again', { tag: '@long' }, async ({ page, request }) => {
    const [{ id }] = await (await newAccount(request)).call('GET', '/user');
    await openBackOffice(page, request, `/admin/users/parents/${id}`);
    const { mend } = await cutParts(page);
    const errors = ['Please confirm your password to do this.'];
    await page.route(
      '**/api/admin/parents/*/impersonation',
      (route) => route.fulfill({ status: 403, json: { success: false, errors } }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Impersonate' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Asks on the phone for the pickup time.');
    await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm your password' });
    await expect(proof.getByRole('alert')).toContainText(MISSING);
    mend();
    await tryAgain(page).click();
    await proof.getByRole('textbox', { name: 'Password' }).fill(DEMO.admin.password);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/dashboard/profile');
  });

  test('the code for an authenticator app', { tag: '@long' }, async ({ page, request }) => {
    await signIn(page, (await newVerifiedAccount(request)).tokens);
    await page.goto('/dashboard/security');
    const { mend } = await cutParts(page);
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Can’t scan it?' })).toBeVisible();
    mend();
    await tryAgain(page).click();
    await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  });

  test('the measure of a new password, and a passkey', { tag: '@long' }, async ({ page }) => {
    await open(page, '/login');
    const { mend } = await cutParts(page);
    await loginForm(page).getByLabel('Email').fill('adaeze@okafor.example');
    const passkey = loginForm(page).getByRole('button', { name: 'Use a passkey' });
    await passkey.click();
    await expect(notice(page)).toBeVisible();
    await expect(loginForm(page).getByLabel('Email')).toHaveValue('adaeze@okafor.example');
    await page.getByRole('tab', { name: 'Create an account' }).click();
    const password = page.getByRole('textbox', { name: 'Password', exact: true });
    await password.fill('violet otter lamp forty');
    await expect(notice(page)).toBeVisible();
    mend();
    await tryAgain(page).click();
    await expect(page.getByText('Strong.')).toBeVisible();
    await expect(password).toHaveValue('violet otter lamp forty');
    await page.getByRole('tab', { name: 'Log in' }).click();
    await passkey.click();
    await expect(notice(page)).toHaveCount(0);
  });

  test('the next page', { tag: '@long' }, async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
    const { mend } = await cutParts(page);
    await page.getByRole('link', { name: 'Your addresses' }).click();
    await expect(page.getByText('The page you asked for hasn’t loaded.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/dashboard/addresses');
  });
});

/** @shows MD7.2 */
test('a part of an older version loads the page anew, but never over what was typed', async ({
  page,
  request,
}) => {
  let documents = 0;
  page.on('request', (sent) => void (sent.isNavigationRequest() && (documents += 1)));
  let isOld = true;
  await page.route('**/assets/*.js', (route) =>
    isOld && isLate(route) ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await page.goto('/employment');
  await expect.poll(() => documents).toBe(2);
  // Still gone: the page is not loaded a third time by itself.
  await expect(old(page)).toBeVisible({ timeout: 30_000 });
  expect(documents).toBe(2);
  isOld = false;
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('form', { name: 'Apply here' })).toBeVisible();

  isOld = true;
  const { tokens } = await newAccount(request);
  await signIn(page, tokens);
  await page.goto('/dashboard/students/create');
  const name = studentPart(page).getByLabel('First name');
  await name.fill('Ngozi');
  documents = 0;
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(old(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(name).toHaveValue('Ngozi');
  expect(documents).toBe(0);
});

/** @shows MD7.3 */
test.describe('a page whose own scripts do not come says so', () => {
  for (const path of ['/login', '/dashboard/students', '/forgot-password'])
    for (const file of ['entry.client', 'frame'])
      test(
        `${path} without ${file}`,
        { tag: path === '/forgot-password' ? '@long' : [] },
        async ({ page, request }) => {
          const { email, tokens } = await newAccount(request);
          if (path.startsWith('/dashboard')) await signIn(page, tokens);
          let isCut = true;
          await page.route(`**/assets/${file}-*.js`, (route) => (isCut ? route.abort() : route.fallback()));
          await page.goto(path);
          const failed = page.getByRole('alert').filter({ hasText: 'could not be loaded completely' });
          await expect(failed).toBeVisible();
          isCut = false;
          await failed.getByRole('link', { name: 'Try again' }).click();
          await expect(failed).toBeHidden();
          if (path !== '/login') return expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await loginForm(page).getByLabel('Email').fill(email);
          await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
          await page.keyboard.press('Enter');
          await page.waitForURL('/');
        },
      );
});
