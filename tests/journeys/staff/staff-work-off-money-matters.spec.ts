import { expect, test, type Page } from '@playwright/test';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { queryPortal } from '#tests/support/portal/query-portal.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aBirthday, aStudentForm } from '#tests/support/forms/student-form.ts';
import { aFamilyInWizard, buyByApi, HM_TWO_PAYMENTS } from '#tests/support/browser/wizard/prepared-draft.ts';

const REFUND_REFUSED = '4000000000007726';

/** An order whose refund its card has refused. */
async function anOrderWithAFailedRefund(page: Page): Promise<{ id: number }> {
  const family = await aFamilyInWizard(page.request, HM_TWO_PAYMENTS);
  const order = await buyByApi(family, HM_TWO_PAYMENTS, REFUND_REFUSED);
  await signInAsStaff(page, page.request);
  await page.goto(`/dashboard/orders/${order.id}`);
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Refunds', exact: true }) });
  await panel.getByRole('button', { name: 'Refund order', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund order #/ });
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('They moved away.');
  await dialog
    .getByRole('button', { name: /^Refund|^Give/ })
    .last()
    .click();
  await expect(panel).toContainText('Refused by the processor');
  return order;
}

/** A charge by hand at the processor, and one that could not be read for four days. */
async function tellOfOthers(ref: string): Promise<void> {
  await queryPortal(
    `insert into audit_log (at, action, subject, detail)
    values (now() - interval '2 days', 'billing.foreign_object', $1, '{}')`,
    [`charge:ch_by_hand_${ref}`],
  );
  await queryPortal(
    `insert into processor_events (id, object_kind, object_ref, happened_at, received_at, source, next_try_at,
      tries, last_error) select $1, 'charge', $1, at, at, 'poll', now() + interval '1 hour', 9,
      'the processor knows no such object' from (select now() - interval '4 days' as at) as of`,
    [`ch_unread_${ref}`],
  );
}

test.describe('money matters', () => {
  test(
    'are listed with what to do, and staff settle them by the keyboard alone',
    { tag: '@phone' },
    async ({ page }) => {
      const order = await anOrderWithAFailedRefund(page);
      await tellOfOthers(String(order.id));
      await page.goto('/admin/money');
      const failed = page.getByRole('row').filter({ hasText: `Order #${order.id}` });
      await expect(failed).toContainText('Refund failed');
      await expect(failed).toContainText('$2,266.00');
      await expect(failed).toContainText('today');
      const byHand = page.getByRole('row').filter({ hasText: `charge:ch_by_hand_${order.id}` });
      await expect(byHand).toContainText('2 days');
      await expectAccessible(page, 'the worklist of money');
      await byHand.getByRole('button', { name: /^Mark as resolved/ }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Mark as resolved: Charge made outside this portal' });
      await dialog.getByRole('textbox', { name: 'What was done' }).focus();
      await page.keyboard.type('The office took a deposit for the picnic.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Resolved and removed from the list.')).toBeVisible();
      await expect(byHand).toHaveCount(0);
      await page.goto(`/admin/audit?subject=charge:ch_by_hand_${order.id}`);
      await expect(page.getByRole('row').filter({ hasText: 'Resolved a payment issue' })).toBeVisible();
    },
  );

  /** @shows MC10.5 */
  test(
    'name both contracts of a child that was renamed into another one, until staff settle it',
    { tag: '@phone' },
    async ({ page }) => {
      const child = { first_name: 'Obinna', date_of_birth: aBirthday() };
      const first = await aFamilyInWizard(page.request, HM_TWO_PAYMENTS, child);
      const second = await aFamilyInWizard(page.request, HM_TWO_PAYMENTS, { ...child, first_name: 'Obi' });
      const orders = [
        await buyByApi(first, HM_TWO_PAYMENTS),
        await buyByApi(second, HM_TWO_PAYMENTS),
      ] as const;
      const renamed = aStudentForm({ ...child, guardian_1_email: second.email });
      await second.call('PUT', `/student/${second.student_id}`, renamed);
      await signInAsStaff(page, page.request);
      await page.goto('/admin/money?kind=child_twice');
      const pair = page.getByRole('row').filter({ hasText: `Order #${orders[1].id}` });
      await expect(pair).toContainText('One child, two seats?');
      await expect(pair.getByRole('link', { name: `Order #${orders[0].id}` })).toBeVisible();
      await expectAccessible(page, 'two contracts of one child');
      await pair.getByRole('button', { name: /^Mark as resolved/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Mark as resolved: One child, two seats?' });
      await dialog.getByRole('textbox', { name: 'What was done' }).fill('Two cousins of one name.');
      await dialog.getByRole('button', { name: 'Mark as resolved' }).click();
      await expect(page.getByText('Resolved and removed from the list.')).toBeVisible();
      await expect(pair).toHaveCount(0);
    },
  );

  test(
    'that could not be read are read again when staff ask for it',
    { tag: ['@once', '@long'] },
    async ({ page }) => {
      const ref = `again_${Date.now()}`;
      await tellOfOthers(ref);
      await signInAsStaff(page, page.request);
      await page.goto('/admin/money?kind=event_fails');
      const unread = page.getByRole('row').filter({ hasText: `charge:ch_unread_${ref}` });
      await expect(unread).toContainText('The processor says: the processor knows no such object');
      await unread.getByRole('button', { name: /^Read again/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Read again' }).click();
      await expect(page.getByText('It is being read again.')).toBeVisible();
    },
  );
});
