import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { guardianPart, studentPart, tabTo, typeInto } from '#tests/support/browser/student-page.ts';
import { signupForm } from '#tests/support/browser/login-box.ts';
import { newFamily, PASSWORD, ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';
import { expectStep, nextButton } from '#tests/support/browser/wizard/family.ts';

/** Goes there by the Tab key and presses it. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test.use({ viewport: { width: 320, height: 720 } });

test(
  'from the school’s page through contract, account and student by the keyboard alone, at 320 pixels',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const family = newFamily();
    await page.goto('/hm');
    await expectAccessible(page, 'the page of a school at 320 pixels');
    await press(page, page.getByRole('link', { name: 'Sign up' }));
    await press(page, page.getByRole('radio', { name: ROUND_TRIP.program }), 'Space');
    await press(page, page.getByRole('button', { name: 'Continue to View Contract Terms' }));
    await expect(page.getByRole('region', { name: 'Contract text' })).toBeFocused();
    await press(page, page.getByRole('checkbox', { name: 'contract terms' }), 'Space');
    await expectAccessible(page, 'step 0 at 320 pixels');
    await press(page, nextButton(page));

    const form = signupForm(page);
    await expect(form).toBeVisible();
    await expectAccessible(page, 'signing up at 320 pixels');
    await typeInto(page, form.getByLabel('First name'), 'Adaeze');
    await typeInto(page, form.getByLabel('Last name'), 'Okafor');
    await typeInto(page, form.getByLabel('Email'), family.email);
    await typeInto(page, form.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await typeInto(page, form.getByRole('textbox', { name: 'Confirm password' }), PASSWORD);
    await press(page, form.getByRole('checkbox'), 'Space');
    await press(page, form.getByRole('button', { name: 'Create account' }));

    await expectStep(page, 1);
    const child = studentPart(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectAccessible(page, 'step 1 at 320 pixels');
    await typeInto(page, child.getByLabel('First name'), 'Chidi');
    await typeInto(page, child.getByLabel('Last name'), 'Okafor');
    await press(page, child.getByRole('radio', { name: 'Male', exact: true }), 'Space');
    await typeInto(page, child.getByLabel('Date of birth'), '04092018');
    await typeInto(page, child.getByLabel('Home number'), '7185550188');
    await typeInto(page, page.getByRole('textbox', { name: 'Address', exact: true }), '120 Waldo Avenue');
    await typeInto(page, page.getByLabel('City'), 'Bronx');
    await typeInto(page, page.getByLabel('State'), 'NY');
    await typeInto(page, page.getByLabel('Zip'), '10471');
    await typeInto(page, guardianPart(page, 1).getByLabel('Work or cell number'), '7185550199');
    await press(page, nextButton(page));
    await expectStep(page, 2);
    await expect(page.getByRole('heading', { level: 1, name: 'Plan Chidi’s school year' })).toBeFocused();
  },
);
