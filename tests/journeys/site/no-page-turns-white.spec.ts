import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { DEMO, logInByApi, newAccount, PASSWORD } from '#tests/support/browser/account.ts';
import { isShortLane } from '#tests/support/lane.ts';
import { siteAddresses, type SiteAddress } from '#tests/support/browser/site-addresses.ts';

// One page of each kind: finished by the build and by the server, a shell, and drawn by its scripts alone.
const SHORT_LANE = ['login', 'contract', 'dashboard', 'order.view'];

const BROKEN = 'This page isn’t working';

const BODY = /<body[^>]*>/;
const INPUT = /<input[^>]*>/g;
const FIRST_TEXT = /(<body[\s\S]*?>)([^<>]*[A-Za-z][^<>]*)</;

/** What extensions and translators do to a page before its application has started. */
const CHANGES: Readonly<Record<string, (html: string) => string>> = {
  'another text': (html) => html.replace(FIRST_TEXT, '$1Otro texto<'),
  'an element at the start of its body': (html) => html.replace(BODY, '$&<div data-extension></div>'),
  'an element behind each input': (html) => html.replaceAll(INPUT, '$&<span data-password-manager></span>'),
  'an element in its middle': (html) =>
    html.replace(/<main[^>]*>|<div role="status"[^>]*>/, '$&<i data-in></i>'),
};

/** Changes each document on its way; its headers, with the policy, are those that were served. */
async function changeDocuments(page: Page, change: (html: string) => string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Throws where the code of this page draws it. */
async function breakPage(page: Page): Promise<void> {
  await page.route('**/assets/page-*.js', async (route) => {
    const response = await route.fetch();
    const code = (await response.text()).replace(/(export\{[^}]*?)[\w$]+ as default,?/, '$1');
    const planted = 'export default function plantedPage(){throw new Error("planted")}';
    await route.fulfill({ response, body: `${code}\n${planted}` });
  });
}

async function enter(page: Page, request: APIRequestContext, who: SiteAddress['who']): Promise<void> {
  const tokens = who && JSON.stringify(await logInByApi(request, DEMO[who]));
  await page.addInitScript((record) => {
    if (record) localStorage.setItem('auth_token', record);
    else localStorage.removeItem('auth_token');
  }, tokens);
}

async function open(page: Page, { address }: SiteAddress): Promise<void> {
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForFunction(() => '__reactRouterDataRouter' in globalThis);
  await page.waitForLoadState('networkidle');
}

const heading = (page: Page) => page.locator('h1').first();

/** Goes through the site map, once for each kind of visitor. */
async function onEachPage(
  page: Page,
  request: APIRequestContext,
  look: (at: SiteAddress) => Promise<void>,
): Promise<void> {
  const every = await siteAddresses(request);
  const all = isShortLane ? every.filter(({ name }) => SHORT_LANE.includes(name)) : every;
  for (const who of [undefined, 'family', 'superAdmin'] as const) {
    await enter(page, request, who);
    for (const at of all.filter((each) => each.who === who)) await look(at);
  }
}

/** @shows MD1.1 */
test.describe('each page stays that comes', () => {
  for (const [what, change] of Object.entries(CHANGES))
    test(`with ${what}`, { tag: what === 'another text' ? [] : '@long' }, async ({ page, request }) => {
      test.setTimeout(600_000);
      await changeDocuments(page, change);
      await onEachPage(page, request, async (at) => {
        await open(page, at);
        await expect(heading(page), at.name).toBeVisible();
        await expect(heading(page), at.name).not.toHaveText(BROKEN);
      });
    });
});

/** @shows MD1.2 */
test('each page that breaks says so', async ({ page, request }) => {
  test.setTimeout(600_000);
  await breakPage(page);
  await onEachPage(page, request, async (at) => {
    await open(page, at);
    await expect(heading(page), at.name).toHaveText(BROKEN);
    await expect(page.getByRole('link', { name: 'Go to home page' }), at.name).toBeVisible();
  });
});

/** @shows MD1.3 */
test(
  'a login counts that was typed before the page was drawn anew',
  { tag: '@long' },
  async ({ page, request }) => {
    const { email } = await newAccount(request);
    await changeDocuments(page, CHANGES['an element behind each input']!);
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    release();
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  },
);
