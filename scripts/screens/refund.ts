import type { Page } from '@playwright/test';
import { DEMO, logInByApi } from '../../tests/support/account.ts';

/** What staff see of an order besides its family, and a refund before it is confirmed. */
export async function shootRefund(page: Page, shoot: (page: Page, name: string) => Promise<void>): Promise<void> {
  const { access_token } = await logInByApi(page.request, DEMO.family);
  const answer = await page.request.get('/api/order', { headers: { Authorization: `Bearer ${access_token}` } });
  const { items: [order] } = (await answer.json()) as { items: { id: number }[] };
  await page.goto(`/dashboard/orders/${order!.id}`);
  await page.getByRole('heading', { name: 'Refunds', exact: true }).waitFor();
  await shoot(page, 'order-for-staff');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('What goes back').waitFor();
  await shoot(page, 'order-refund');
}
