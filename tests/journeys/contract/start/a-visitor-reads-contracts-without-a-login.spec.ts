import { expect, test } from '@playwright/test';

/** @shows B-003 B-005 */
test(
  'every school has a page of its own, and its contracts can be printed without a login',
  { tag: '@long' },
  async ({ page, request }) => {
    for (const [path, school] of [
      ['hm', 'Hillmark School (HM)'],
      ['rcs', /Ridgeway/],
    ] as const) {
      await page.goto(`/${path}`);
      await expect(page.getByRole('heading', { level: 1, name: school })).toBeVisible();
    }
    await page.goto('/contract?school=hm&step=0');
    const documents = page.getByRole('link', { name: /contract/i }).and(page.locator('[download]'));
    await expect(documents).toHaveCount(0);
    await page
      .getByRole('button', { name: 'To pay by check via US mail instead of processing your contract online' })
      .click();
    await expect(documents.first()).toBeVisible();
    const address = await documents.first().getAttribute('href');
    expect(address).toMatch(/^\/storage\/period-program-groups\/\d+\/.+\.pdf$/);
    const document = await request.get(address!);
    expect([document.status(), document.headers()['content-type']]).toEqual([200, 'application/pdf']);
  },
);
