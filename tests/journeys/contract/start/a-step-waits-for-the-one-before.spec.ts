import { expect, test, type Page } from '@playwright/test';
import { changeItems, SCHOOL, SEASON } from '#tests/support/browser/changed-responses.ts';
import { chooseRoute, next, ROUND_TRIP, typeCard } from '#tests/support/browser/wizard/steps.ts';
import {
  aFamilyOf,
  chooseOnlyChild,
  draftText,
  expectStep,
  previousButton,
  toStudentStep,
} from '#tests/support/browser/wizard/family.ts';

const open = (page: Page, step: number) => page.goto(`/contract?school=hm&step=${step}`);
const accepted = (page: Page) => page.getByRole('checkbox', { name: 'contract terms' });
const saved = (page: Page, text: string) => expect.poll(() => draftText(page)).toContain(text);

/** @shows B-023 B-024 B-025 */
test('each step waits for the one before it, also after a reload', { tag: '@long' }, async ({ page }) => {
  await aFamilyOf(page, [{}]);
  for (const step of [1, 2, 3, 4]) {
    await open(page, step);
    await expectStep(page, 0);
  }
  await toStudentStep(page, ROUND_TRIP);
  await saved(page, '"isAccepted":true');
  for (const step of [2, 3, 4]) {
    await open(page, step);
    await expectStep(page, 1);
  }
  await page.reload();
  await expectStep(page, 1);
  await chooseOnlyChild(page);
  await saved(page, '"Chidi"');
  await open(page, 4);
  await expectStep(page, 3);
  await page.reload();
  await expectStep(page, 3);
  await open(page, 2);
  await chooseRoute(page, ROUND_TRIP);
  await typeCard(page, '4242 4242 4242 4242');
  await expectStep(page, 4);
  // The card is only in memory, so the reloaded step asks for it again.
  await page.reload();
  await expectStep(page, 3);
  await expect(page.getByRole('radio', { name: 'Two payments' })).toBeChecked();
});

/** @shows B-026 */
test(
  'the browser’s Back and Forward walk the steps, and the contract is accepted anew',
  { tag: '@long' },
  async ({ page }) => {
    await aFamilyOf(page, [{}]);
    await toStudentStep(page, ROUND_TRIP);
    await chooseOnlyChild(page);
    await page.goBack();
    await expectStep(page, 1);
    await expect(page.getByText('Existing student selected')).toBeVisible();
    await page.goForward();
    await expectStep(page, 2);
    await page.goBack();
    await page.goBack();
    await expectStep(page, 0);
    await expect(page.getByRole('radio', { name: ROUND_TRIP.program })).toBeChecked();
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    await expect(accepted(page)).not.toBeChecked();
    // Forward leads past a contract that is no longer accepted.
    await page.goForward();
    await expectStep(page, 0);
    await accepted(page).check();
    await next(page);
    await expectStep(page, 1);
    await previousButton(page).click();
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    await expect(accepted(page)).not.toBeChecked();
    await accepted(page).check();
    await saved(page, '"isAccepted":true');
    await page.reload();
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    await expect(accepted(page)).not.toBeChecked();
  },
);

/** @shows A-293 B-031 */
test('a visitor does not pass the contract, whatever the address or the draft says', async ({ page }) => {
  await open(page, 0);
  await page.getByRole('radio', { name: ROUND_TRIP.program }).check();
  await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
  await accepted(page).check();
  await saved(page, '"isAccepted":true');
  for (const step of [1, 2, 3, 4]) {
    await open(page, step);
    await expectStep(page, 0);
  }
  await expect(page.getByRole('radio', { name: ROUND_TRIP.program })).toBeChecked();
});

/** @shows B-027 */
test(
  'a school or season that is closed leads to its page, and Back does not return',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/contract?school=nga');
    await expect(page).toHaveURL('/nga');
    let [isGroupActive, isSeasonActive] = [true, false];
    await changeItems(page, SCHOOL, (group) => ({ ...group, is_active: isGroupActive }));
    await changeItems(page, SEASON, (season) => ({ ...season, is_active: isSeasonActive }));
    for (const [group, season] of [
      [true, false],
      [false, true],
    ] as const) {
      [isGroupActive, isSeasonActive] = [group, season];
      await page.goto('/about-us');
      await page.goto('/contract?school=hm&step=2');
      await expect(page).toHaveURL('/hm');
      await expect(page.getByText('Hillmark contracts are closed.')).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/about-us');
    }
  },
);
