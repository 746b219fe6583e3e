import type { Page } from '@playwright/test';
import * as wizard from '#tests/support/browser/wizard/steps.ts';
import type { Shoot } from './screenshot.ts';

/** The first two steps for a family that was here before, and where they go wrong. */
export async function shootFirstSteps(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/contract?school=hm');
  await page.getByRole('radio', { name: wizard.ROUND_TRIP.program }).check();
  await wizard.next(page);
  await page.getByText('Some fields are required to proceed.').waitFor();
  await shoot(page, 'wizard-0-not-read');
  await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
  await page.getByRole('button', { name: 'FAQ' }).click();
  await page.getByRole('button', { name: /check via US mail/ }).click();
  await shoot(page, 'wizard-0-contract');
  await wizard.acceptContract(page, { ...wizard.ROUND_TRIP, school: 'rcs', program: /Lower School/ });
  await page.getByRole('button', { name: 'Choose an existing student' }).click();
  await page
    .getByRole('button', { name: /^Select\b/ })
    .first()
    .click();
  await page.getByText('Existing student selected').waitFor();
  await shoot(page, 'wizard-1-student-chosen');
  await page.evaluate(() => sessionStorage.setItem('contract', '{'));
  await page.goto('/contract?school=nowhere');
  await page.getByRole('alert').waitFor();
  await shoot(page, 'wizard-unknown-school');
  await page.evaluate(() => sessionStorage.setItem('contract', '{'));
  await page.goto('/contract?school=hm');
  await page.getByRole('alert').waitFor();
  await shoot(page, 'wizard-0-damaged-draft');
  await page.evaluate(() => sessionStorage.removeItem('contract'));
}
