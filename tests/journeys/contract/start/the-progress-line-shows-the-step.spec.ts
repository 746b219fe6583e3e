import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { chooseRoute, next, ROUND_TRIP, typeBank } from '#tests/support/browser/wizard/steps.ts';
import {
  aFamilyOf,
  chooseOnlyChild,
  expectStep,
  missing,
  nextButton,
  previousButton,
  STEP_NAMES,
} from '#tests/support/browser/wizard/family.ts';

/** @shows B-017 B-018 B-019 B-020 B-032 B-061 B-177 */
test(
  'five stops, one after the other, and a step that lacks something holds the bus',
  { tag: '@phone' },
  async ({ page }) => {
    await aFamilyOf(page, [{}]);
    await page.goto('/contract?school=hm');
    const stops = page.getByRole('list', { name: 'Contract progress' }).getByRole('listitem');
    await expect(stops).toHaveCount(5);
    expect((await stops.allTextContents()).map((text) => text.split(',')[0])).toEqual(STEP_NAMES);
    await expect(previousButton(page)).toHaveCount(0);
    await next(page);
    await expect(missing(page)).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeFocused();
    await page.getByRole('radio', { name: ROUND_TRIP.program }).check();
    const read = page.getByRole('button', { name: 'Continue to View Contract Terms' });
    await expect(read).toBeVisible();
    await next(page);
    await expect(missing(page)).toBeVisible();
    await expect(read).toBeFocused();
    await expect(read).toHaveAccessibleDescription('Please read the contract and accept its terms.');
    await expectAccessible(page, 'a contract that was not read');
    await read.press('Enter');
    await next(page);
    const accept = page.getByRole('checkbox', { name: 'contract terms' });
    await expect(accept).toBeFocused();
    await expect(accept).toHaveAccessibleDescription('The contract terms field is required');
    await accept.check();
    await expect(missing(page)).toHaveCount(0);
    await next(page);

    await expectStep(page, 1);
    expect(new URL(page.url()).search).toBe('?school=hm&step=1');
    await expect(previousButton(page)).toBeVisible();
    await next(page);
    await expect(missing(page)).toBeVisible();
    await expect(
      page.getByRole('group', { name: 'Student', exact: true }).getByLabel('First name'),
    ).toBeFocused();
    await chooseOnlyChild(page);
    const grades = page.getByLabel('Year entering');
    await expect(grades.getByRole('option', { name: '3rd' })).toBeAttached();
    await next(page);
    await expect(missing(page)).toBeVisible();
    await expect(grades).toBeFocused();
    await previousButton(page).click();
    await expectStep(page, 1);
    await next(page);
    await expectStep(page, 2);
    await grades.selectOption('3rd');
    await next(page);
    await expectStep(page, 3);
    await next(page);
    await expect(missing(page)).toBeVisible();
    await previousButton(page).click();
    await expectStep(page, 2);
    await chooseRoute(page, ROUND_TRIP);
    await expect(nextButton(page)).toBeVisible();
    await typeBank(page);
    await expectStep(page, 4);
    await expect(nextButton(page)).toHaveCount(0);
    await previousButton(page).click();
    await expectStep(page, 3);
  },
);
