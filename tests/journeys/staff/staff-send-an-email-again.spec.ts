import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { queryPortal } from '#tests/support/portal/query-portal.ts';

/** Plants an email that the mail server has refused for its address. */
async function plantGivenUpEmail(): Promise<void> {
  await queryPortal(
    `insert into outbox (kind, ref, created_at, tries, given_up_at, last_error, fault)
      values ('journeys.refused_note', $1, now(), 1, now(), 'EENVELOPE 550 5.1.1 RCPT TO', 'address')`,
    [randomUUID()],
  );
}

/** @shows MO4.3 */
test('staff read why an email was given up, and send the email again', async ({ page, request }) => {
  await plantGivenUpEmail();
  await openBackOffice(page, request, '/admin/mails');
  await expect(page.getByRole('heading', { level: 1, name: 'Mails' })).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: 'refused note' });
  await expect(rows.first()).toContainText('The mail server refuses the address');
  await expect(rows.first()).toContainText('550 5.1.1');
  await expectAccessible(page, 'given-up emails');
  const before = await rows.count();
  await rows.first().getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The email is on its way.')).toBeVisible();
  await expect(rows).toHaveCount(before - 1);
  await page.getByRole('link', { name: 'Waiting', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'refused note' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

/** @shows MO4.1 MO8.1 HE1.1 HE1.2 */
test('a super admin reads the state of the portal line by line', async ({ page, request }) => {
  await openBackOffice(page, request, '/admin/health', 'superAdmin');
  for (const line of ['Version', 'Disk', 'Emails', 'Payment processor', 'Proxy'])
    await expect(page.getByRole('row').filter({ hasText: line }).first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Proxy' })).toContainText('TRUST_PROXY is');
  await expect(page.getByRole('heading', { level: 2, name: 'Jobs' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'billing.collect' })).toContainText('Good');
  await expectAccessible(page, 'health');
  await page.getByRole('button', { name: 'Verify the audit log' }).click();
  await expect(page.getByText('The job runs in the background.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
