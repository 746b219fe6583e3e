import { readFile } from 'node:fs/promises';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const INGRID = { email: 'ingrid@lindqvist.example', password: 'Demo-family-2027' };
const UNAVAILABLE = 'Sorry, there seems to be a problem right now. Please try again later.';

async function openContract(
  page: Page,
  request: APIRequestContext,
  who: { email: string; password: string },
): Promise<any> {
  const tokens = await logInByApi(request, who);
  await signIn(page, tokens);
  const answer = await request.get('/api/order', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  const order = (await answer.json()).items[0];
  await page.goto(`/dashboard/orders/${order.id}/contract`);
  return order;
}

/**
 * A browser with a viewer gives most of its height to the PDF; one without says so, and shows no grey box.
 */
async function expectRoomForPaper(page: Page, hasViewer: boolean): Promise<void> {
  await expect(page.getByText('Your browser can’t show a PDF on this page.')).toHaveCount(hasViewer ? 0 : 1);
  const height = (await page.locator('embed').boundingBox())?.height ?? 0;
  expect(height > 500).toBe(hasViewer);
}

/** What the next pages hear of the browser, whose builds differ in having a viewer. */
const sayOfViewer = (page: Page, hasViewer: boolean) =>
  page.addInitScript((has) => {
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => has, configurable: true });
  }, hasViewer);

test.describe('the contract of an order', () => {
  /** @shows B-107 B-108 */
  test(
    'is its route’s PDF, shown and to be downloaded',
    { tag: '@long' },
    async ({ page, request, isMobile }) => {
      await sayOfViewer(page, false);
      const order = await openContract(page, request, DEMO.family);
      const { contract } = order.order_detail;
      const { period, program, route } = contract.contract_detail;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `Contract #${contract.contract_number}`,
      );
      const link = page.getByRole('link', { name: 'Download contract (PDF)' });
      const path = new RegExp(`^/storage/contracts/${period.name}/${program.name}/${route.contract_pdf}\\?`);
      await expect(link).toHaveAttribute('href', path);
      const embed = page.locator('embed[type="application/pdf"]');
      await expect(embed).toHaveAttribute('src', path);
      // A phone shows no PDF inside a page; the download is what it has.
      if (!isMobile) await expect(embed).toBeVisible();
      if (!isMobile) await expectRoomForPaper(page, false);
      const answer = await page.request.get((await embed.getAttribute('src')) ?? '');
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
      await expect(page.getByRole('button', { name: 'Print Contract' })).toHaveCount(0);
      await expectAccessible(page, 'a contract as PDF');
      await sayOfViewer(page, true);
      await page.reload();
      if (!isMobile) await expectRoomForPaper(page, true);
    },
  );

  /** @shows B-109 B-110 */
  test(
    'is its text where the route has no PDF, and prints in a window of its own after a second',
    { tag: '@long' },
    async ({ page, request }) => {
      await page.addInitScript(() => {
        const open = window.open.bind(window);
        window.open = (url, target, features) => {
          document.documentElement.setAttribute('data-window', String(features));
          const openedAt = performance.now();
          const opened = open(url, target, features);
          if (!opened) return opened;
          opened.print = () => {
            document.documentElement.setAttribute('data-waited-ms', String(performance.now() - openedAt));
            document.documentElement.setAttribute('data-printed', opened.document.body.innerText);
          };
          return opened;
        };
      });
      await openContract(page, request, INGRID);
      await expect(page.getByRole('heading', { name: 'Transportation Contract' })).toBeVisible();
      await expect(page.locator('embed')).toHaveCount(0);
      await expectAccessible(page, 'a contract as text');
      await page.getByRole('button', { name: 'Print Contract' }).click();
      const html = page.locator('html');
      await expect(html).toHaveAttribute('data-window', 'width=800,height=800');
      await expect(html).toHaveAttribute('data-printed', /Contract #.*Transportation Contract/s);
      expect(Number(await html.getAttribute('data-waited-ms'))).toBeGreaterThanOrEqual(1_000);
    },
  );

  /** @shows B-111 B-320 */
  test(
    'says so when its text cannot be loaded, and loads it when asked again',
    { tag: '@long' },
    async ({ page, request }) => {
      let isDown = true;
      await page.route('**/api/order/*/contract', (route) =>
        isDown ? route.fulfill({ status: 500, json: { success: false, errors: ['x'] } }) : route.fallback(),
      );
      await openContract(page, request, INGRID);
      await expect(page.getByText(UNAVAILABLE)).toBeVisible({ timeout: 15_000 });
      await expectAccessible(page, 'a contract that cannot be loaded');
      isDown = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { name: 'Transportation Contract' })).toBeVisible();
    },
  );
});

/** @shows MD8.1 */
test(
  'a page that stays open longer than its links still downloads',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await page.clock.install();
    await openContract(page, request, DEMO.family);
    const link = page.getByRole('link', { name: 'Download signed copy (PDF)' });
    await expect(link).toBeVisible();
    const before = await link.getAttribute('href');
    // The same link is handed out within a minute of the server.
    await page.route('**/documents', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('?session=', '?renewed=1&session=');
      await route.fulfill({ response: answer, body });
    });
    await page.clock.fastForward('06:00');
    const download = page.waitForEvent('download');
    await link.click();
    expect((await download).url()).toContain('renewed=1');
    expect(before).not.toContain('renewed=1');
  },
);

test('a signed copy is downloaded by its family and found genuine by anybody', async ({
  page,
  request,
  browser,
}) => {
  const order = await openContract(page, request, DEMO.family);
  const number = order.order_detail.contract.contract_number;
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download signed copy (PDF)' }).click();
  const file = await (await download).path();
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');

  const visitor = await browser.newContext();
  const stranger = await visitor.newPage();
  await stranger.goto('/verify-contract');
  await stranger.getByRole('button', { name: 'Check the contract' }).click();
  await expect(stranger.getByText('Enter the contract number.')).toBeVisible();
  await expectAccessible(stranger, 'a check without a contract');
  await stranger.getByLabel('Contract number').fill(number);
  await stranger.getByLabel('Signed copy (PDF)').setInputFiles(file);
  await expect(stranger.getByLabel('SHA-256 hash of the file')).toHaveValue(/^[0-9a-f]{64}$/);
  await stranger.getByRole('button', { name: 'Check the contract' }).click();
  await expect(stranger.getByText('Genuine', { exact: true })).toBeVisible();
  await expectAccessible(stranger, 'a genuine contract');
  await stranger.getByLabel('Signed copy (PDF)').setInputFiles({
    name: 'altered.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([await readFile(file), Buffer.from(' ')]),
  });
  await stranger.getByRole('button', { name: 'Check the contract' }).click();
  await expect(stranger.getByText('Not a match', { exact: true })).toBeVisible();
  await expect(stranger.getByRole('main')).not.toContainText('Chidi');
  await expectAccessible(stranger, 'a contract that is not ours');
  await visitor.close();
});
