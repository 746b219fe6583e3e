import { expect, test, type Page } from '@playwright/test';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import { alter } from '#tests/support/browser/wizard/prepared-draft.ts';

const WORDS = ['Calls often', 'Has a twin', 'Check 17', 'Came late'];

/** Opens an order whose answer carries every word that the office may write. */
async function openOrder(page: Page, id: number): Promise<void> {
  await alter(page, `**/api/order/${id}`, ([order]) => {
    Object.assign(order.order_detail.contract, { notes: 'Calls often', notes_additional: 'Has a twin' });
    Object.assign(order.payments[0], { reference: 'Check 17', notes: 'Came late' });
  });
  await page.goto(`/dashboard/orders/${id}`);
  await expect(page.getByRole('list', { name: 'Payment schedule' })).toBeVisible();
}

/** @shows B-007 B-267 B-268 */
test(
  'admins and super admins read notes and references and edit each payment; the family does not',
  { tag: '@long' },
  async ({ browser, request }) => {
    const family = await logInByApi(request, DEMO.family);
    const answer = await request.get('/api/order', {
      headers: { Authorization: `Bearer ${family.access_token}` },
    });
    const [order] = (await answer.json()).items;
    const readers = [
      { tokens: await logInByApi(request, DEMO.admin), isStaff: true },
      { tokens: await logInByApi(request, DEMO.superAdmin), isStaff: true },
      { tokens: family, isStaff: false },
    ];
    for (const { tokens, isStaff } of readers) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await signIn(page, tokens);
      await openOrder(page, order.id);
      for (const word of WORDS) await expect(page.getByText(word)).toHaveCount(isStaff ? 1 : 0);
      await expect(page.getByRole('link', { name: /^Edit Payment \d/ })).toHaveCount(
        isStaff ? order.payments.length : 0,
      );
      await context.close();
    }
  },
);
