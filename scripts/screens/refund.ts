import type { Page } from '@playwright/test';
import { aFamilyInWizard, buyByApi, HM_TWO_PAYMENTS } from '#tests/support/browser/wizard/prepared-draft.ts';

/** What staff see of an order besides its family, and a refund before it is confirmed. */
export async function shootRefund(
  page: Page,
  shoot: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const family = await aFamilyInWizard(page.request, HM_TWO_PAYMENTS);
  const { id } = await buyByApi(family, HM_TWO_PAYMENTS);
  await page.goto(`/dashboard/orders/${id}`);
  await page.getByRole('heading', { name: 'Refunds', exact: true }).waitFor();
  await shoot(page, 'order-for-staff');
  await page.getByRole('button', { name: 'Refund order', exact: true }).click();
  await page.getByText('What will be refunded').waitFor();
  await shoot(page, 'order-refund');
}
