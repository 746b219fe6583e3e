import { expect, test } from '@playwright/test';
import {
  breakCall,
  holdCall,
  PERIOD_PROGRAMS,
  PROGRAMS,
  SEASON,
} from '#tests/support/browser/changed-responses.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';
import { aFamilyOf, toStudentStep } from '#tests/support/browser/wizard/family.ts';

const PROBLEM = 'There was a problem loading the programs.';

/** @shows B-021 B-041 */
test(
  'while the programs are on their way, the page keeps their place',
  { tag: '@long' },
  async ({ page }) => {
    const programs = await holdCall(page, PROGRAMS);
    await page.goto('/contract?school=hm');
    const loading = page.getByRole('status').filter({ hasText: 'Loading…' });
    await expect(loading).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    programs.release();
    await expect(page.getByRole('radio')).toHaveCount(2);
    const contract = await holdCall(page, PERIOD_PROGRAMS);
    await page.getByRole('radio', { name: ROUND_TRIP.program }).check();
    await expect(loading).toBeVisible();
    contract.release();
    await expect(page.getByRole('button', { name: 'Continue to View Contract Terms' })).toBeVisible();
  },
);

for (const [what, pattern] of [
  ['programs', PROGRAMS],
  ['seasons', SEASON],
] as const) {
  /** @shows B-022 B-042 B-312 */
  test(
    `a failure to load the ${what} is told, and trying again mends it`,
    { tag: ['@once', '@long'] },
    async ({ page }) => {
      const call = await breakCall(page, pattern, { status: 500, errors: ['Something broke.'] });
      await page.goto('/contract?school=hm');
      await expect(page.getByRole('alert')).toContainText(PROBLEM);
      await expect(page.getByRole('link', { name: 'Home Page' })).toBeVisible();
      await expectAccessible(page, `${what} that cannot be loaded`);
      call.mend();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('radio')).toHaveCount(2);
    },
  );
}

test(
  'an unknown school is told in plain words, a contract or a list that fails can be tried again',
  { tag: '@long' },
  async ({ page }) => {
    await aFamilyOf(page, [{}]);
    await page.goto('/contract?school=nowhere');
    await expect(page.getByRole('alert')).toContainText(PROBLEM);
    await expect(page.getByRole('alert')).toContainText('No programs were found for “nowhere”.');
    await expect(page.getByText('Program group path not found')).toHaveCount(0);

    const contract = await breakCall(page, PERIOD_PROGRAMS);
    await page.goto('/contract?school=hm');
    await page.getByRole('radio', { name: ROUND_TRIP.program }).check();
    await expect(page.getByRole('alert')).toContainText('The office is closed.');
    await expectAccessible(page, 'a contract that cannot be loaded');
    contract.mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Continue to View Contract Terms' })).toBeVisible();

    const students = await breakCall(page, '**/api/student');
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    await page.getByRole('checkbox', { name: 'contract terms' }).check();
    await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
    await expect(page.getByRole('alert')).toContainText('The office is closed.');
    await expectAccessible(page, 'students that cannot be loaded');
    students.mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Choose an existing student' })).toBeVisible();
  },
);

/** @shows B-044 */
test('a spinner turns while students and addresses are on their way', { tag: '@long' }, async ({ page }) => {
  await aFamilyOf(page, [{}]);
  const [students, addresses] = [
    await holdCall(page, '**/api/student'),
    await holdCall(page, '**/api/address'),
  ];
  const walk = toStudentStep(page, ROUND_TRIP);
  const spinner = page.getByRole('status').filter({ hasText: 'Loading students and addresses…' });
  await expect(spinner).toBeVisible();
  students.release();
  await expect(spinner).toBeVisible();
  addresses.release();
  await walk;
  await expect(spinner).toHaveCount(0);
});
