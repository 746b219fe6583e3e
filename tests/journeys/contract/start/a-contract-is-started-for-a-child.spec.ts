import { expect, test } from '@playwright/test';
import { signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { anOwingFamily } from '#tests/support/browser/owing-family.ts';
import { cardOf } from '#tests/support/browser/student-page.ts';

const PROPOSED = /^Taken from your last contract \(.+\)\. Please check it\.$/;

/** @shows MP6.1 MP6.3 MP6.4 */
test(
  'a contract is started on the card of a child, filled from the last one',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await anOwingFamily(request);
    const { student, program, grade } = family.order.order_detail.contract.contract_detail;
    const name = `${student.first_name} ${student.last_name}`;
    // An ended contract leaves its route free for the child.
    await page.route('**/api/order', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const body = await response.json();
      const items = body.items.map((order: any) => ({ ...order, is_active: false }));
      await route.fulfill({ response, json: { ...body, items } });
    });
    await signIn(page, family.tokens);
    await page.goto('/dashboard/students');
    const start = cardOf(page, name).getByRole('link', { name: 'Start a contract' });
    await expect(start).toHaveAttribute('href', `/contract?school=hm&student=${student.id}`);
    await start.click();
    await expect(page).toHaveURL('/contract?school=hm');
    await expect(page.getByRole('radio', { name: program.text })).toBeChecked();
    await expect(page.getByText(PROPOSED)).toBeVisible();
    await expectAccessible(page, 'a proposed program');
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    await page.getByRole('checkbox', { name: 'contract terms' }).check();
    await page.getByRole('button', { name: 'Next', exact: true }).click();

    await expect(page.getByText('Existing student selected')).toBeVisible();
    await expect(
      page.getByRole('group', { name: 'Student', exact: true }).getByLabel('First name'),
    ).toHaveValue(student.first_name);
    await page.getByRole('button', { name: 'Next', exact: true }).click();

    const year = page.getByLabel('Year entering');
    await expect(year).toHaveValue(String(grade.id));
    await expect(page.getByText(PROPOSED)).toBeVisible();
    await expectAccessible(page, 'a proposed grade');
    await page.getByRole('button', { name: 'Next', exact: true }).click();

    await expect(page.getByRole('radio', { name: 'Round trip' })).toBeChecked();
    await expect(page.getByText(PROPOSED)).toBeVisible();
    await page.getByRole('radio', { name: 'Morning only' }).check();
    await expect(page.getByText(PROPOSED)).toHaveCount(0);
  },
);
