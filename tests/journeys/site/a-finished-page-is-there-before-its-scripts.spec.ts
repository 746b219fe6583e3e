import { expect, test, type Page } from '@playwright/test';
import { newAccount, PASSWORD } from '#tests/support/browser/account.ts';
import { aFamilyOf, expectStep, missing } from '#tests/support/browser/wizard/family.ts';
import { acceptContract, next, ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';

/** Holds back what a finished page asks for until the returned function lets it go. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Holds back every script of a page until the returned function lets them go. */
const holdScripts = (page: Page) => hold(page, '**/assets/*.js');

/** A page of the season is finished once for each version of it; the first visit may be before that. */
async function waitForFinished(page: Page, path: string): Promise<void> {
  await expect
    .poll(async () => (await page.request.get(path)).text(), { timeout: 20_000 })
    .toContain('id="page-reads"');
}

/** What the browser complains of: a page whose scripts say something else than its HTML, or a policy. */
function listenToErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(String(error)));
  return errors;
}

test(
  'a page without a form brings no code of forms and none of their rules',
  { tag: '@long' },
  async ({ page }) => {
    await waitForFinished(page, '/hm');
    const pages = await Promise.all(['/', '/about-us', '/hm'].map((path) => page.request.get(path)));
    const brought = await Promise.all(pages.map((answer) => answer.text()));
    expect(brought.map((html) => html.match(/assets\/(checks|forms)-/g))).toEqual([null, null, null]);
  },
);

test(
  'the page of a school shows its prices before any script has come',
  { tag: '@long' },
  async ({ page }) => {
    const errors = listenToErrors(page);
    await waitForFinished(page, '/hm');
    const release = await holdScripts(page);
    await page.goto('/hm', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Hillmark School (HM)' })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Routes and prices' }).getByText('$').first(),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
    release();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
    expect(errors).toEqual([]);
  },
);

test('a choice in the wizard counts that was made before its scripts have come', async ({ page }) => {
  const errors = listenToErrors(page);
  await waitForFinished(page, '/contract?school=hm');
  const release = await holdScripts(page);
  await page.goto('/contract?school=hm', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /Lower Division/ }).check();
  release();
  await expect(page.getByRole('button', { name: 'Continue to View Contract Terms' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /Lower Division/ })).toBeChecked();
  expect(errors).toEqual([]);
});

test(
  'a choice made before the scripts changes the draft that the tab keeps',
  { tag: '@long' },
  async ({ page }) => {
    const lower = page.getByRole('radio', { name: /Lower Division/ });
    const upper = page.getByRole('radio', { name: /Middle and Upper/ });
    const keptProgram = () =>
      page.evaluate(() => JSON.parse(sessionStorage.getItem('contract') ?? '{}').program?.id as unknown);
    await waitForFinished(page, '/contract?school=hm');
    await page.goto('/contract?school=hm');
    await lower.check();
    await expect.poll(keptProgram).toEqual(expect.any(Number));
    const before = await keptProgram();
    const release = await holdScripts(page);
    await page.goto('/contract?school=hm&step=0', { waitUntil: 'commit' });
    await upper.check();
    release();
    await expect.poll(keptProgram).not.toBe(before);
    await expect(upper).toBeChecked();
  },
);

/** Holds back who is here until the returned function lets it be told, and the page has heard it. */
async function holdSession(page: Page): Promise<() => Promise<void>> {
  const release = await hold(page, '**/api/user');
  return async () => {
    const known = page.waitForResponse('**/api/user');
    release();
    await known;
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  };
}

test(
  'what is missing is still said when the browser has heard who is here',
  { tag: '@long' },
  async ({ page }) => {
    await aFamilyOf(page, [{}]);
    await waitForFinished(page, '/contract?school=hm');
    const tell = await holdSession(page);
    await page.goto('/contract?school=hm');
    await next(page);
    await expect(missing(page)).toBeVisible();
    await tell();
    await expect(missing(page)).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeFocused();
  },
);

test(
  'a contract stays accepted that was read before the browser has heard who is here',
  { tag: '@long' },
  async ({ page }) => {
    await aFamilyOf(page, [{}]);
    await waitForFinished(page, '/contract?school=hm');
    const tell = await holdSession(page);
    await page.goto('/contract?school=hm');
    await page.getByRole('radio', { name: /Lower Division/ }).check();
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    const accept = page.getByRole('checkbox', { name: 'contract terms' });
    await accept.check();
    await tell();
    await expect(accept).toBeChecked();
    await next(page);
    await expectStep(page, 1);
  },
);

test(
  'a contract that was accepted before is accepted anew when the page is loaded again',
  { tag: '@long' },
  async ({ page }) => {
    await aFamilyOf(page, [{}]);
    await waitForFinished(page, '/contract?school=hm');
    await acceptContract(page, ROUND_TRIP);
    await expectStep(page, 1);
    const tell = await holdSession(page);
    await page.goto('/contract?school=hm');
    const goOn = page.getByRole('button', { name: 'Continue to View Contract Terms' });
    await tell();
    await goOn.click();
    await expect(page.getByRole('checkbox', { name: 'contract terms' })).not.toBeChecked();
  },
);

test('a login counts that was typed and sent before its scripts have come', async ({ page, request }) => {
  const errors = listenToErrors(page);
  const { email } = await newAccount(request);
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  release();
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});

test(
  'the rules of the login come when it is used, and before it is sent',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('The email field is required').first()).toBeVisible();
  },
);
