import { expect, test, type Page } from '@playwright/test';
import { prerenderedPaths } from '#app/site-map.ts';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import { shiftsOf, watchShifts } from '#tests/support/browser/layout-shifts.ts';

const FORM = /employment#apply/;

// Less than a line of text that moves by a pixel; what a page does itself is nothing.
const MAX_SHIFT = 0.001;

async function expectStill(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main')).toBeVisible();
  if (FORM.test(path)) await expect(page.getByRole('button', { name: 'Send application' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { total, seen } = await shiftsOf(page);
  expect(total, `${path} moved by ${total}: ${JSON.stringify(seen)}`).toBeLessThan(MAX_SHIFT);
}

const PUBLIC = [...prerenderedPaths, '/employment#apply', '/login', '/hm', '/contract?school=hm'];

test('nothing on a public page moves by itself while it comes', { tag: '@long' }, async ({ page }) => {
  await watchShifts(page);
  for (const path of PUBLIC) await expectStill(page, path);
});

test(
  'nothing on the dashboard moves by itself while it comes',
  { tag: '@long' },
  async ({ page, request }) => {
    await watchShifts(page);
    await signIn(page, await logInByApi(request, DEMO.family));
    for (const path of ['/dashboard/orders', '/dashboard/students', '/dashboard/payment-methods'])
      await expectStill(page, path);
  },
);
