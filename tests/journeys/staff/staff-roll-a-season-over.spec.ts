import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const saved = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'PUT');

// One roll-over of the season is open at a time.
/** @shows SE9.2 SE9.3 SE9.4 SE9.5 SE9.6 SE9.8 SE9.9 */
test(
  'staff prepare the next school year, type a price, and look at what would be made',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/seasons');
    await page.getByRole('link', { name: 'Roll over 2027–2028 school year' }).click();
    await page.getByRole('button', { name: 'Start the roll-over' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      '2027–2028 school year to 2028–2029 school year',
    );
    await expect(page.getByRole('region', { name: 'Stays behind' })).toContainText('Financial aid codes');
    await expectAccessible(page, 'what goes along');
    await Promise.all([saved(page), page.getByText(/^All shown \(\d+\)$/).click()]);

    await tab(page, 'Rules').click();
    const rules = page.getByRole('form', { name: 'Names, days and prices' });
    await rules.getByRole('textbox', { name: 'Percentage or amount' }).fill('4');
    await rules.getByRole('combobox', { name: 'Round to' }).selectOption({ label: '$5.00' });
    await expectAccessible(page, 'the rules of a roll-over');
    await Promise.all([saved(page), rules.getByRole('button', { name: 'Save rules' }).click()]);

    await tab(page, /^Values/).click();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Terms' });
    const deposit = page.getByRole('textbox', { name: /^New Deposit of/ }).first();
    await deposit.fill('4,444');
    await Promise.all([saved(page), deposit.press('Enter')]);
    await expect(deposit).toHaveValue('4444.00');
    await expectAccessible(page, 'the values of a roll-over');
    const again = page.getByRole('button', { name: 'Use the rule again' });
    await Promise.all([saved(page), again.click()]);
    await expect(again).toHaveCount(0);

    await tab(page, /^Texts/).click();
    await expect(page.getByRole('tabpanel')).toContainText(/old school year/);

    await page.getByRole('button', { name: 'Create the draft school year' }).click();
    const question = page.getByRole('dialog', { name: 'Create the draft?' });
    await expect(question).toContainText(/is created as a draft with 1[2-9] routes and \d+ prices/);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard the roll-over' }).click();
    await page
      .getByRole('dialog', { name: 'Discard the roll-over?' })
      .getByRole('button', { name: 'Discard the roll-over' })
      .click();
    await expect(page.getByRole('button', { name: 'Start the roll-over' })).toBeVisible();
  },
);
