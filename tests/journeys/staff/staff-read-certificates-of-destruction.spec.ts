import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { plantCertificate } from '#tests/support/browser/certificates.ts';

/** @shows H11.7 */
test(
  'staff read what was destroyed of which school and school year, below the audit log',
  { tag: '@long' },
  async ({ page, request }) => {
    const { school, season } = await plantCertificate();
    await openBackOffice(page, request, '/admin/audit');
    const heading = page.getByRole('heading', { level: 2, name: 'Certificates of destruction' });
    await heading.scrollIntoViewIfNeeded();
    await expect(page.getByText('Contracts are destroyed seven years after their school year')).toBeVisible();
    const row = page
      .getByRole('table', { name: 'Certificates of destruction' })
      .getByRole('row')
      .filter({ hasText: '17 to 903' })
      .first();
    for (const part of [school, season, '214', '218', '431', '642']) await expect(row).toContainText(part);
    await expectAccessible(page, 'certificates of destruction');
    // Nothing of it is wider than the window.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  },
);
