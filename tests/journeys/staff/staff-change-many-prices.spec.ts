import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

type Sent = { title: string; changes: { op: string }[] };

/** Families of other journeys buy this season meanwhile, so the save itself is kept from the server. */
async function keepSaves(page: Page): Promise<Sent[]> {
  const sent: Sent[] = [];
  await page.route('**/api/admin/catalog/changes', async (route) => {
    sent.push(route.request().postDataJSON() as Sent);
    const items = [{ id: null, rows: [], effects: [], more: 0 }];
    await route.fulfill({ json: { success: true, errors: [], items } });
  });
  return sent;
}

/** @shows SE12.1 SE12.2 SE12.4 */
test('staff raise all prices of a season on three screens with eight clicks', async ({ page, request }) => {
  const sent = await keepSaves(page);
  await openBackOffice(page, request, '/admin/seasons');
  await page.getByRole('link', { name: '2027–2028 school year', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2027–2028 school year');
  // From the board on: seven clicks, and one choice of a list.
  await page.getByRole('link', { name: 'Change many' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change many');
  await page.getByText(/^All shown \(\d+\)$/).click();
  // Twelve routes of the demo, and routes of other journeys.
  await expect(page.getByText(/^1[2-9] chosen$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Percentage or amount' }).fill('4');
  await page.getByRole('combobox', { name: 'Round to' }).selectOption({ label: '$5.00' });
  await page.getByRole('button', { name: 'Add this change' }).click();
  await expectAccessible(page, 'the choice of many');
  await page.getByRole('button', { name: 'Show values' }).click();
  await expect(page.getByRole('heading', { name: 'Old and new values' })).toBeVisible();
  await expectAccessible(page, 'the values of many');
  await page.getByRole('button', { name: 'Review effects' }).click();
  const question = page.getByRole('dialog', { name: 'Apply these changes?' });
  await expect(question.getByRole('list').first()).toBeVisible();
  await question.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText(/^\d+ objects changed\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2027–2028 school year');
  expect(sent[0]!.changes.length).toBeGreaterThan(30);
  expect(sent[0]!.title).toContain('Up 4%, rounded to $5.00');
});
