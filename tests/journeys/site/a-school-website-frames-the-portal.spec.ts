import { expect, test, type FrameLocator } from '@playwright/test';
import { newAccount, PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openSchoolPage, type SchoolPage } from '#tests/support/http/school-site.ts';

const contactBox = (page: FrameLocator) => page.getByRole('heading', { name: 'Contact us' });

/** Makes the framed page this much taller, `heights` one after the other without a pause. */
async function growBy(portal: FrameLocator, ...heights: number[]): Promise<void> {
  await portal.getByRole('main').evaluate((main, pixels) => {
    const box =
      main.querySelector<HTMLElement>('[data-box]') ?? main.appendChild(document.createElement('div'));
    box.dataset.box = '';
    for (const height of pixels) {
      box.style.height = `${height}px`;
      // Each height is laid out, so that the page really has it for a moment.
      void document.documentElement.offsetHeight;
    }
  }, heights);
}

/** The heights told so far, once the page has come to rest at its own. */
async function restingHeights({ portal, heard }: SchoolPage): Promise<number[]> {
  // The last thing to come is the word of the sandbox at its foot.
  await expect(portal.getByText('Sandbox: no real money is charged.')).toBeVisible();
  // The finished page has its footer until its scripts know that it stands in a frame.
  await expect(portal.getByRole('contentinfo')).toHaveCount(0);
  const pageHeight = () => portal.getByRole('main').evaluate(() => document.documentElement.offsetHeight);
  await expect.poll(async () => (await heard()).at(-1)?.data.height).toBe(await pageHeight());
  return (await heard()).map((each) => each.data.height);
}

test.describe('in a frame on its school’s website', () => {
  /** @shows A-018 A-020 A-092 A-103 */
  test(
    'a visitor is met by the login box, without menu, contact box and footer',
    { tag: '@phone' },
    async ({ page, baseURL }) => {
      const { portal } = await openSchoolPage(page, { portal: baseURL ?? '' });
      await expect(portal.getByRole('tab', { name: 'Log in' })).toBeVisible();
      await expect(portal.getByRole('tab', { name: 'Create an account' })).toBeVisible();
      await expect(portal.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
      await expect(portal.getByRole('contentinfo')).toHaveCount(0);
      await expect(portal.getByRole('link', { name: 'Log in', exact: true })).toHaveCount(0);
      await expect(contactBox(portal)).toHaveCount(0);
    },
  );

  /** @shows A-018 A-019 */
  test('a parent who is signed in is welcomed', { tag: '@long' }, async ({ page, request, baseURL }) => {
    const { tokens } = await newAccount(request, { first_name: 'Adaeze' });
    await signIn(page, tokens);
    const { portal } = await openSchoolPage(page, { portal: baseURL ?? '' });
    await expect(portal.getByText('Welcome, Adaeze.')).toBeVisible();
    await expect(portal.getByRole('tab', { name: 'Log in' })).toHaveCount(0);
    await expect(contactBox(portal)).toHaveCount(0);
  });

  test(
    'a parent logs in although the browser denies all storage',
    { tag: ['@once', '@long'] },
    async ({ page, request, baseURL }) => {
      const { email } = await newAccount(request, { first_name: 'Adaeze' });
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            },
          });
        }
      });
      const { portal } = await openSchoolPage(page, { portal: baseURL ?? '' });
      await portal.getByLabel('Email').fill(email);
      await portal.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
      await portal.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(portal.getByText('Welcome, Adaeze.')).toBeVisible();
    },
  );

  /** @shows A-104 A-197 */
  test(
    'the page says how tall it is, only to the school’s page, and says less when it shrinks',
    { tag: '@long' },
    async ({ page, baseURL }) => {
      const school = await openSchoolPage(page, { portal: baseURL ?? '', path: '/news' });
      const rest = (await restingHeights(school)).at(-1) ?? 0;
      const message = (await school.heard()).at(-1);
      expect(message).toEqual({
        origin: new URL(baseURL ?? '').origin,
        data: { type: 'resize', height: rest },
      });
      await growBy(school.portal, 700);
      await expect.poll(async () => (await school.heard()).at(-1)?.data.height).toBe(rest + 700);
      await growBy(school.portal, 0);
      await expect.poll(async () => (await school.heard()).at(-1)?.data.height).toBe(rest);
    },
  );

  /** @shows A-199 A-200 A-201 A-356 */
  test(
    'it speaks once for what happens at once, only of a change, and never of 10000 pixels',
    { tag: ['@once', '@long'] },
    async ({ page, baseURL }) => {
      const school = await openSchoolPage(page, { portal: baseURL ?? '', path: '/news' });
      const before = await restingHeights(school);
      const rest = before.at(-1) ?? 0;
      await growBy(school.portal, 100, 200, 300, 400);
      await expect.poll(async () => (await school.heard()).length).toBe(before.length + 1);
      // There and back within the pause is no change; neither is a height that no frame should have.
      await growBy(school.portal, 900, 400);
      await growBy(school.portal, 12_000);
      await school.portal
        .getByRole('main')
        .evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
      await growBy(school.portal, 500);
      await expect.poll(async () => (await school.heard()).at(-1)?.data.height).toBe(rest + 500);
      const told = (await school.heard()).map((each) => each.data.height).slice(before.length);
      expect(told).toEqual([rest + 400, rest + 500]);
    },
  );
});

/** @shows A-198 */
test(
  'another website gets an empty frame and hears nothing',
  { tag: ['@once', '@long'] },
  async ({ page, baseURL }) => {
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    const { portal, heard } = await openSchoolPage(page, { portal: baseURL ?? '', isForeign: true });
    await refused;
    await expect(portal.getByRole('main')).toHaveCount(0);
    expect(await heard()).toEqual([]);
  },
);

/** @shows H17.8 */
test(
  'a school’s website cannot show an account; a page in its frame leads there in a window of its own',
  { tag: '@once' },
  async ({ page, request, baseURL }) => {
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    const { portal } = await openSchoolPage(page, { portal: baseURL ?? '', path: '/dashboard/orders' });
    await refused;
    await expect(portal.getByRole('main')).toHaveCount(0);

    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    await page.goto('/dashboard/payment-methods?frame=1');
    const link = page.getByRole('link', { name: 'Open your account' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('heading', { name: 'Payment methods' })).toHaveCount(0);
    await expectAccessible(page, 'an account in a frame');
  },
);

/** @shows A-198 */
test(
  'a page in a window of its own tells its height to nobody',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      const told: unknown[] = [];
      Object.assign(window, { told });
      window.addEventListener(
        'message',
        (event) => (event.data as { type?: string }).type === 'resize' && told.push(event.data),
      );
    });
    await page.goto('/news?frame=1');
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as unknown as { told: unknown[] }).told)).toEqual([]);
    await expectAccessible(page, 'frame mode');
  },
);
