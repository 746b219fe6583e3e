import { expect, test } from '@playwright/test';
import { siteMenu } from '#tests/support/browser/menu.ts';

/** @shows A-098 A-099 A-100 A-102 */
test('the footer has address, dispatch, partners and the builder', async ({ page }) => {
  await page.goto('/about-us');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('1250 Harbor Yard Road');
  await expect(footer).toContainText('Bronx, NY 10474');
  await expect(footer.getByRole('link', { name: '718-555-0100' })).toHaveAttribute(
    'href',
    'tel:+1-718-555-0100',
  );
  await expect(footer.getByRole('link', { name: 'dispatch@harborline.example' })).toHaveAttribute(
    'href',
    'mailto:dispatch@harborline.example',
  );
  const picture = footer.getByRole('figure');
  for (const school of [
    'Eastcliff Fieldschool',
    'Hillmark School',
    'Ridgeway Country School',
    'Northgate Academy',
  ])
    await expect(picture).toContainText(school);
  await expect(footer).toContainText('Site by Schoolrun.');
  await footer.getByRole('link', { name: 'News' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
});

/** @shows A-101 */
test(
  'the year in the footer is the visitor’s, not that of the build',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.clock.setFixedTime(new Date('2031-06-15T12:00:00Z'));
    await page.goto('/');
    await expect(page.getByRole('contentinfo')).toContainText('© 2031');
  },
);

/** @shows A-088 */
test('the bar leads to each public page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const menu = await siteMenu(page);
  for (const [path, name] of [
    ['/', 'Home'],
    ['/about-us', 'About us'],
    ['/technology', 'Technology'],
    ['/employment', 'Careers'],
    ['/contact-us', 'Contact'],
    ['/privacy-policy', 'Privacy'],
  ] as const) {
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
});
