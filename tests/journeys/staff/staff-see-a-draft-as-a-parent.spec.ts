import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { aDraftSeason } from '#tests/support/browser/a-draft-season.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';

const SCHOOL = 'Hillmark School (HM)';

/** @shows SE7.1 SE7.3 SE7.4 SE7.6 */
test(
  'staff see a draft as a parent, from the page of a school to the price at checkout',
  { tag: '@long' },
  async ({ page, request }) => {
    const name = `Draft ${Date.now().toString(36)}`;
    const season = await aDraftSeason(request, name);
    await signInAsStaff(page, request);
    await page.goto(`/admin/seasons/${season}`);
    await page.getByRole('link', { name: `See as a parent (${SCHOOL})` }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/preview\\?season=${season}&school=hm$`));
    const bar = page.getByRole('status').filter({ hasText: 'Nothing is saved.' });
    await expect(bar).toContainText(new RegExp(`^Preview of ${name} as of \\w+day, \\d\\d/\\d\\d/\\d{4}\\.`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SCHOOL);
    await expectAccessible(page, 'the page of a school in a preview');

    await page.getByRole('button', { name: 'Day after' }).click();
    await expect(page).toHaveURL(/&on=\d{4}-\d\d-\d\d$/);
    await page.getByRole('textbox', { name: 'Day', exact: true }).fill('today+30d');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Next change of price' })).toHaveAccessibleDescription(
      'No price changes after this day.',
    );

    await page.getByRole('link', { name: /sign up/i }).click();
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    await page.getByRole('checkbox', { name: 'contract terms' }).check();
    const next = page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true });
    await next.click();
    const child = page.getByRole('group', { name: 'Student', exact: true });
    await expect(child.getByLabel('First name')).toHaveValue('Sam');
    await child.getByLabel('First name').fill('Chidi');
    await page.getByLabel('Zip').fill('10463');
    await next.click();
    await page.getByLabel('Year entering').selectOption({ index: 1 });
    await next.click();
    await expect(page.getByRole('radio', { name: 'Round trip' })).toBeChecked();
    await page.getByRole('radio', { name: /Bank account/ }).check();
    await next.click();

    await expect(page.getByRole('heading', { level: 1 })).toContainText('Chidi');
    await expect(page.getByText('Chidi Example')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Fees' })).toContainText('$');
    const checkout = page.getByRole('button', { name: 'Checkout' }).filter({ visible: true });
    await expect(checkout).toHaveAttribute('aria-disabled', 'true');
    await expect(checkout).toHaveAccessibleDescription('This is a preview: nothing is signed here.');
    await expectAccessible(page, 'checkout in a preview');

    await page.getByRole('button', { name: 'School and family' }).click();
    await page.getByRole('checkbox', { name: 'Every route is full' }).check();
    await page.getByRole('button', { name: 'Previous', exact: true }).filter({ visible: true }).click();
    await expect(page.getByRole('radio', { name: 'Round trip' })).toBeDisabled();

    const address = page.url();
    await page.getByRole('link', { name: 'Close', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/seasons/${season}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.evaluate(() => localStorage.clear());
    await page.goto(address);
    await expect(page).toHaveURL(/\/login\?redirectPath=/);
  },
);
