import { expect, test, type Page } from '@playwright/test';
import { signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aFailedPayment, anOwingFamily } from '#tests/support/browser/owing-family.ts';

const PHONE = { width: 390, height: 844 };

const glance = (page: Page) => page.getByRole('region', { name: 'Your order at a glance' });

/** Without scrolling, all of an element is on the screen. */
const onFirstScreen = { ratio: 1 };

/** @shows MP8.1 MP8.3 */
test('where a payment has failed, Pay now is on the first screen of a phone', async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  const family = await aFailedPayment(request);
  await signIn(page, family.tokens);
  const payPath = `/dashboard/orders/${family.order.id}/payments/${family.second.id}/pay`;

  await page.goto(`/dashboard/orders/${family.order.id}`);
  const onOrder = glance(page).getByRole('link', { name: 'Pay now' });
  await expect(onOrder).toHaveAttribute('href', payPath);
  await expect(onOrder).toBeInViewport(onFirstScreen);
  await expect(glance(page)).toContainText('The contract is signed, and payment 2 failed.');
  await expectAccessible(page, 'an order with a failed payment on a phone');

  // A newer order stands above the one whose payment has failed.
  await page.route('**/api/order', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [failed] = body.items;
    const newer = {
      ...failed,
      id: failed.id + 100_000,
      created_at: '2099-01-01T12:00:00.000Z',
      payments: [],
    };
    await route.fulfill({ response, json: { ...body, items: [newer, failed] } });
  });
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('article')).toHaveCount(2);
  const onList = page.getByRole('link', { name: 'Pay now' });
  await expect(onList).toHaveAttribute('href', payPath);
  await expect(onList).toBeInViewport(onFirstScreen);
  await expect(page.getByRole('main')).toContainText(`order #${family.order.id}`);
});

/** @shows MP8.1 MP8.2 MP8.4 MP8.5 MP8.6 */
test(
  'an order says child, route, state, next payment and papers first, and what is empty in one line',
  { tag: '@long' },
  async ({ page, request }) => {
    await page.setViewportSize(PHONE);
    const family = await anOwingFamily(request);
    const { contract_detail } = family.order.order_detail.contract;
    const { student, route, period } = contract_detail;
    await signIn(page, family.tokens);
    await page.goto(`/dashboard/orders/${family.order.id}`);
    for (const text of [
      `${student.first_name} ${student.last_name}`,
      route.name,
      period.text,
      'The contract is signed, and the balance due is $2,150.00.',
      'We’ll charge $2,214.50 to Visa ****4242',
    ])
      await expect(glance(page)).toContainText(text);
    await expect(glance(page).getByRole('link', { name: 'Pay now' })).toBeInViewport(onFirstScreen);
    for (const name of ['View contract', 'View receipt'])
      await expect(glance(page).getByRole('link', { name })).toBeVisible();
    await expectAccessible(page, 'an order on a phone');

    const empty = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 2, name: 'Adjustments', exact: true }) });
    expect((await empty.boundingBox())!.height).toBeLessThan(60);

    const entries = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    await expect(entries).toHaveCount(5);
    const tops = await entries.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size, 'rows of the menu').toBe(1);

    await page.goto('/dashboard/orders');
    const card = page.getByRole('article').first();
    await expect(card).toContainText(period.text);
    await expect(card).toContainText(/Order total\s*\$\d,\d{3}\.\d{2}/);
    await expectAccessible(page, 'orders on a phone');
  },
);
