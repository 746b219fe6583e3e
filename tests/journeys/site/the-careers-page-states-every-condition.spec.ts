import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const section = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true }).locator('..');

test.beforeEach(async ({ page }) => {
  await page.goto('/employment');
  await expect(page.getByRole('heading', { level: 1, name: 'Careers' })).toBeVisible();
});

/** @shows A-360 A-361 A-365 A-366 B-355 B-356 B-359 */
test('an applicant reads what the company offers', { tag: '@long' }, async ({ page }) => {
  const offer = section(page, 'What we offer');
  await expect(offer).toContainText('A guaranteed minimum of 30 hours per week.');
  await expect(offer).toContainText('A referral bonus');
  await expect(offer).toContainText('90-day probationary period');
  await expect(offer).toContainText('A company-paid medical exam, drug test and background check.');
  await expect(offer).toContainText('Paid training: SBDI and 19A.');
});

/** @shows A-030 A-362 A-363 A-364 B-357 B-358 */
test('a driver and a mechanic read what each needs', { tag: '@long' }, async ({ page }) => {
  await expect(section(page, 'Open positions').getByRole('heading', { level: 3 })).toHaveText([
    'Bus Driver',
    'School Bus Mechanic',
  ]);
  const driver = section(page, 'Bus Driver');
  await expect(driver).toContainText('afternoon charter work, from 12PM to 8PM');
  await expect(driver).toContainText(
    'A NY CDL Class A or B with P and S endorsements. Some Class C licenses are accepted',
  );
  await expect(driver).toContainText(
    'L, L2, N, N1 or N2 restrictions. We cannot accept these restrictions or permits.',
  );
  await expectAccessible(page, 'careers');
});

/** @shows A-029 */
test(
  'an applicant comes in person with a license, or applies on the job board',
  { tag: '@long' },
  async ({ page }) => {
    const apply = section(page, 'How to apply');
    await expect(apply).toContainText('1250 Harbor Yard Road, Bronx, NY 10474');
    await expect(apply).toContainText('bring your commercial driver license');
    const board = apply.getByRole('link', { name: /Apply on the job board/ });
    await expect(board).toHaveAttribute('href', /^https:\/\//);
    await expect(board).toHaveAttribute('rel', /noopener/);
    await expect(apply.getByRole('link', { name: 'careers@harborline.example' })).toHaveAttribute(
      'href',
      'mailto:careers@harborline.example',
    );
  },
);

/** @shows A-032 */
test('a sent application is confirmed and leads home', async ({ page }) => {
  await page.goto('/employment/success');
  await expect(page).toHaveURL(/\/employment\/succes$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Application sent successfully!' })).toBeVisible();
  await expectAccessible(page, 'application sent');
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});
