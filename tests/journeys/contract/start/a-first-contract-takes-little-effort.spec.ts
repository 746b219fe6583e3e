import { expect, test } from '@playwright/test';
import { newEmail, PASSWORD } from '#tests/support/browser/account.ts';
import { countEffort, expectAtMost } from '#tests/support/browser/effort.ts';

/** What a first-time family is asked for at most (issue 11). */
const MOST = { screens: 9, fields: 17, clicks: 17 };

/** @shows MB21.1 */
test(
  'from the school’s page to the signed contract it takes 9 screens, 17 fields and 17 clicks at most',
  { tag: '@once' },
  async ({ page }) => {
    const { effort, screen, fill, pick, click } = countEffort(page);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

    await page.goto('/hm');
    await screen(title(/Hillmark/));
    await click(page.getByRole('link', { name: 'Sign up' }));
    await screen(title('Read the contract'));
    await click(page.getByRole('radio', { name: /Lower Division/ }));
    await click(button('Continue to View Contract Terms'));
    await click(page.getByRole('checkbox', { name: 'contract terms' }));
    await click(button('Next'));

    const dialog = page.getByRole('dialog');
    await screen(dialog);
    await fill('First name', 'Adaeze', dialog);
    await fill('Last name', 'Okafor', dialog);
    await fill('Email', newEmail(), dialog);
    await fill('Password', PASSWORD, dialog);
    await fill('Confirm password', PASSWORD, dialog);
    await click(dialog.getByRole('checkbox'));
    await click(dialog.getByRole('button', { name: 'Create account' }));

    await screen(title('Tell us who’s riding'));
    const child = page.getByRole('group', { name: 'Student', exact: true });
    await expect(child.getByLabel('Last name')).toHaveValue('Okafor');
    await expect(page.getByLabel('State')).toHaveValue('NY');
    await fill('First name', 'Chidi', child);
    await click(child.getByRole('radio', { name: 'Male', exact: true }));
    await fill('Date of birth', '04/09/2018', child);
    await fill('Home number', '7185550188', child);
    await fill('Address', '120 Waldo Avenue');
    await fill('City', 'Bronx');
    await fill('Zip', '10471');
    await fill('Work or cell number', '7185550199', page.getByRole('group', { name: 'Guardian 1' }));
    await click(button('Next'));

    await screen(title(/school year/));
    await pick('Year entering', '3rd');
    await click(button('Next'));

    await screen(title(/route/));
    await click(page.getByRole('radio', { name: 'Round trip' }));
    await click(page.getByRole('radio', { name: 'Two payments' }));
    await click(page.getByRole('tab', { name: 'Card' }));
    await expect(page.getByLabel('Name on card')).toHaveValue('Adaeze Okafor');
    await fill('Card number', '4242 4242 4242 4242');
    await pick('Month', '12');
    await pick('Year', '2035');
    await fill('Security code', '123');
    await click(button('Next'));

    await screen(title(/Review and sign/));
    const checkout = button('Checkout').filter({ visible: true });
    await expect(checkout).not.toHaveAttribute('aria-disabled', 'true');
    await click(checkout);
    await screen(page.getByRole('dialog', { name: 'Sign and pay?' }));
    await click(button('Confirm and Checkout'));
    await page.waitForURL(/\/order\/success\/\d+/, { timeout: 40_000 });
    await screen(page.getByRole('dialog', { name: 'Thank you for riding with us' }));

    expectAtMost(effort, MOST);
  },
);
