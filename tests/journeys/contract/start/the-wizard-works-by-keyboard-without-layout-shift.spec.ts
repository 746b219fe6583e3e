import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { shiftsOf, watchShifts } from '#tests/support/browser/layout-shifts.ts';
import { tabTo, typeInto } from '#tests/support/browser/student-page.ts';
import * as wizard from '#tests/support/browser/wizard/steps.ts';
import { aFamilyInWizard, HM_LOWER, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';

const MAX_SHIFT = 0.02;

async function expectStill(page: Page, where: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const { total, seen } = await shiftsOf(page);
  expect(total, `${where} moved by ${total}: ${JSON.stringify(seen)}`).toBeLessThan(MAX_SHIFT);
}

test('nothing moves by itself while a step loads or changes', { tag: '@long' }, async ({ page, request }) => {
  await watchShifts(page);
  const prepared = await aFamilyInWizard(request, HM_LOWER);
  await openStep(page, prepared, 0);
  for (const [step, shown] of [
    [0, 'Read the contract'],
    [1, 'Tell us who’s riding'],
    [2, /school year/],
    [3, /route/],
  ] as const) {
    // Each step is loaded as if its address had been opened: with nothing in the memory of the page.
    await page.evaluate((kept) => sessionStorage.setItem('contract', kept), JSON.stringify(prepared.draft));
    await page.goto(`/contract?school=hm&step=${step}`);
    await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible();
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
    await expectStill(page, `step ${step}`);
  }
  await page.getByRole('radio', { name: 'Round trip' }).check();
  await page.getByRole('radio', { name: 'Two payments' }).check();
  await wizard.typeCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('table')).toBeVisible();
  await expectStill(page, 'the checkout');
});

const nextButton = (page: Page) =>
  page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true });

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function choose(page: Page, target: Locator, letters: string): Promise<void> {
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.type(letters);
}

/** To the chosen radio of a group, or its first, by Tab; from there by the arrows. */
async function pick(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const name = await target.getAttribute('name');
  for (let keystrokes = 0; keystrokes < 80; keystrokes += 1) {
    if ((await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)) === name)
      break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  for (let keystrokes = 0; keystrokes < 8 && !(await target.isChecked()); keystrokes += 1)
    await page.keyboard.press('ArrowDown');
  await expect(target).toBeChecked();
}

test(
  'the whole way from the school’s page to the signed contract needs only a keyboard',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(90_000);
    const family = wizard.newFamily();
    await page.goto('/hm');
    await press(page, page.getByRole('link', { name: 'Sign up' }));
    await pick(page, page.getByRole('radio', { name: /Lower Division/ }));
    await press(page, page.getByRole('button', { name: 'Continue to View Contract Terms' }));
    await press(page, page.getByRole('checkbox', { name: 'contract terms' }), 'Space');
    await press(page, nextButton(page));

    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await typeInto(page, dialog.getByLabel('First name'), 'Adaeze');
    await typeInto(page, dialog.getByLabel('Last name'), 'Okafor');
    await typeInto(page, dialog.getByLabel('Email'), family.email);
    await typeInto(page, dialog.getByRole('textbox', { name: 'Password', exact: true }), wizard.PASSWORD);
    await typeInto(page, dialog.getByRole('textbox', { name: 'Confirm password' }), wizard.PASSWORD);
    await press(page, dialog.getByRole('checkbox'), 'Space');
    await page.keyboard.press('Enter');

    const child = page.getByRole('group', { name: 'Student', exact: true });
    await expect(page.getByRole('heading', { level: 1, name: 'Tell us who’s riding' })).toBeFocused();
    await typeInto(page, child.getByLabel('First name'), 'Chidi');
    await typeInto(page, child.getByLabel('Last name'), 'Okafor');
    await pick(page, child.getByRole('radio', { name: 'Male', exact: true }));
    await typeInto(page, child.getByLabel('Date of birth'), '04092018');
    await typeInto(page, child.getByLabel('Home number'), '7185550188');
    await typeInto(page, page.getByRole('textbox', { name: 'Address', exact: true }), '120 Waldo Avenue');
    await typeInto(page, page.getByLabel('City'), 'Bronx');
    await choose(page, page.getByLabel('State'), 'NY');
    await typeInto(page, page.getByLabel('Zip'), '10471');
    await typeInto(
      page,
      page.getByRole('group', { name: 'Guardian 1' }).getByLabel('Work or cell number'),
      '7185550199',
    );
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1, name: /school year/ })).toBeFocused();
    await choose(page, page.getByLabel('Year entering'), '3rd');
    await press(page, nextButton(page));
    await expect(page.getByRole('heading', { level: 1, name: /route/ })).toBeFocused();
    await pick(page, page.getByRole('radio', { name: 'Round trip' }));
    await press(page, page.getByRole('checkbox', { name: 'Late bus' }), 'Space');
    await pick(page, page.getByRole('radio', { name: 'Two payments' }));
    await tabTo(page, page.getByRole('tab', { name: 'ACH' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Card' })).toHaveAttribute('aria-selected', 'true');
    await typeInto(page, page.getByLabel('Card number'), '4242424242424242');
    await typeInto(page, page.getByLabel('Name on card'), 'Adaeze Okafor');
    await choose(page, page.getByLabel('Month'), '12');
    await choose(page, page.getByLabel('Year', { exact: true }), '2031');
    await typeInto(page, page.getByLabel('Security code'), '123');
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1, name: /Review and sign/ })).toBeFocused();
    const checkout = page.getByRole('button', { name: 'Checkout', exact: true }).filter({ visible: true });
    await expect(checkout).toBeEnabled();
    await press(page, checkout);
    const sign = page.getByRole('button', { name: 'Confirm and Checkout' });
    await expect(sign).not.toHaveAttribute('aria-disabled', 'true');
    await press(page, sign);
    await page.waitForURL(/\/order\/success\/\d+/);
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Got it' }));
    await press(page, page.getByRole('link', { name: 'Go to your orders' }));
    await expect(page.getByRole('article')).toHaveCount(1);
  },
);

/** @shows B-341 */
test(
  'the wizard has five steps, whatever the address asks for',
  { tag: '@long' },
  async ({ page, request }) => {
    await openStep(page, await aFamilyInWizard(request, HM_LOWER), 2);
    const line = page.getByRole('list', { name: 'Contract progress' });
    await expect(line.getByRole('listitem')).toHaveCount(5);
    for (const asked of ['5', '-1', 'x', '1.5']) {
      await page.goto(`/contract?school=hm&step=${asked}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Read the contract' })).toBeVisible();
      await expect(page).toHaveURL(/step=(0|5|-1|x|1\.5)$/);
      await expect(line.getByRole('listitem')).toHaveCount(5);
    }
    await expectAccessible(page, 'the first step');
  },
);
