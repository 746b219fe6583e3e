import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

const CHECK = 'Northgate Academy (NGA): has no opening hour and is not selling.';

/** @shows SE6.1 SE6.3 */
test(
  'staff read what is doubtful about a school year, put a check aside and take it back',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/seasons');
    await page.getByRole('link', { name: '2027–2028 school year', exact: true }).click();
    await page.waitForURL(/\/admin\/seasons\/\d+$/);
    await page.goto(`${page.url()}/checks`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checks');
    await expect(page.getByRole('heading', { name: 'Worth a look' })).toBeVisible();
    await expectAccessible(page, 'the checks of a school year');
    await expect(page.getByRole('link', { name: `Mend: ${CHECK}` })).toHaveAttribute(
      'href',
      /\/admin\/seasons\/\d+\?object=period_group:\d+/,
    );

    await page.getByRole('button', { name: `Put aside: ${CHECK}` }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page, 'the question before a check is put aside');
    await dialog.getByRole('textbox').fill('Opens in spring.');
    await dialog.getByRole('button', { name: 'Put aside', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Put aside' })).toBeVisible();
    await expect(page.getByText(/: Opens in spring\.$/)).toBeVisible();

    await page.getByRole('button', { name: `Take back: ${CHECK}` }).click();
    await expect(page.getByRole('button', { name: `Put aside: ${CHECK}` })).toBeVisible();
    await expect(page.getByText(/: Opens in spring\.$/)).toHaveCount(0);
  },
);
