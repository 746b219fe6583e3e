import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { changeItems } from '#tests/support/browser/changed-responses.ts';

const LIST = '**/api/admin/landing-messages';

/** @shows SE8.3 SE8.6 */
test(
  'staff read the hours of a school and are asked before it is closed',
  { tag: '@long' },
  async ({ page, request }) => {
    await changeItems(page, LIST, (one) => ({
      ...one,
      opens_at: '2027-03-01T13:00:00.000Z',
      hours: 'open',
      sells: true,
      in_checkout: 3,
    }));
    await openBackOffice(page, request, '/admin/content');
    await expect(page.getByText('Opens Monday, 03/01/2027 at 8:00 AM EST.')).toBeVisible();
    await page.getByRole('button', { name: /^Close / }).click();
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByText(/stops selling now\. 3 families have it in an open checkout\.$/),
    ).toBeVisible();
    await expectAccessible(page, 'the question before a school is closed');
    // Another journey sells at this school.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  },
);
