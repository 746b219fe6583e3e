import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';

const AWAY = [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:window.__xss=1',
  '/.//evil.example',
  '\t//evil.example',
];

test(
  'no redirectPath leads a signed-in family away, and its token goes nowhere else',
  { tag: ['@once', '@long'] },
  async ({ page, request, baseURL }) => {
    const elsewhere: string[] = [];
    await page.route(
      (url) => url.origin !== new URL(baseURL!).origin,
      async (route) => {
        elsewhere.push(route.request().url());
        await route.abort();
      },
    );
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    for (const path of AWAY) {
      await page.goto(`/login?redirectPath=${encodeURIComponent(path)}`);
      await expect(page, path).toHaveURL(/\/dashboard/);
    }
    await page.goto(
      `/verify-email?endpoint=${encodeURIComponent('https://evil.example/api/verify-email/x')}`,
    );
    await expect(page.locator('h1').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(elsewhere).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(window, '__xss') as unknown)).toBeUndefined();
  },
);
