import { expect, test } from '@playwright/test';
import { DEMO, logInByApi, newAccount, signIn } from '#tests/support/browser/account.ts';
import { anAddressForm } from '#tests/support/forms/student-form.ts';

/** @shows B-302 */
test(
  'an order, an address, a division and a program are each asked for by their id',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
    await signIn(page, await logInByApi(request, DEMO.family));
    await page.goto('/dashboard/orders');
    await page.getByRole('link', { name: 'View receipt', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: /Receipt for Order/ })).toBeVisible();
    await expect
      .poll(() => asked.filter((path) => /^\/api\/(order|division\/read\/all)\/\d+$/.test(path)).length)
      .toBe(2);

    await page.goto('/contract?school=hm');
    await page.getByRole('radio', { name: /Lower Division/ }).check();
    for (const read of [
      /^\/api\/period\/program\/read\/all\/\d+\/\d+$/,
      /^\/api\/program\/grade\/read\/all\/\d+$/,
    ]) {
      await expect.poll(() => asked.some((path) => read.test(path))).toBe(true);
    }
  },
);

/** @shows B-302 */
test(
  'an address that is edited is asked for by its id',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [{ id }] = await family.call('POST', '/address', anAddressForm());
    await signIn(page, family.tokens);
    const answer = page.waitForResponse(`**/api/address/${id}`);
    await page.goto(`/dashboard/addresses/edit/${id}`);
    expect((await answer).status()).toBe(200);
    await expect(page.getByLabel('City')).toHaveValue('Yonkers');
  },
);
