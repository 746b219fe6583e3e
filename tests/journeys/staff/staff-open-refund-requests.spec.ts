import { expect, test } from '@playwright/test';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const PRIYA = { email: 'priya@raman.example', password: 'Demo-family-2027' };

/** @shows B-217 */
test(
  'both buttons say why they are disabled, also on an order of 2019 and before the last day',
  { tag: '@long' },
  async ({ page, request }) => {
    for (const who of [DEMO.family, PRIYA]) {
      const tokens = await logInByApi(request, who);
      const { items } = await (
        await request.get('/api/order', { headers: { authorization: `Bearer ${tokens.access_token}` } })
      ).json();
      await page.addInitScript(() => sessionStorage.clear());
      await signIn(page, tokens);
      for (const { id, is_active } of items) {
        // The demo's last days are over; before them the switches still keep both shut.
        await page.route('**/api/server/info', async (route) => {
          const response = await route.fetch();
          const json = await response.json();
          json.items[0].date = '2021-07-01';
          await route.fulfill({ response, json });
        });
        await page.goto(`/dashboard/orders/${id}`);
        const refund = page.getByRole('button', { name: 'Request Refund' });
        const reassign = page.getByRole('button', { name: 'Approve Reassign' });
        const because = (text: string) => (is_active ? text : 'This order is no longer active.');
        await expect(refund).toBeDisabled();
        await expect(refund).toHaveAccessibleDescription(
          because('Refund requests are closed for this school year.'),
        );
        await expect(reassign).toBeDisabled();
        await expect(reassign).toHaveAccessibleDescription(
          because('Reassignment approvals are closed for this school year.'),
        );
        await refund.click({ force: true });
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await expectAccessible(page, 'an order whose refund is shut');
    }
  },
);
