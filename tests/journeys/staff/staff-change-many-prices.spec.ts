import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { countEffort, expectAtMost } from '#tests/support/browser/effort.ts';

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
test(
  'staff raise all prices of a season on three screens with eight presses',
  { tag: '@long' },
  async ({ page, request, isMobile }) => {
    test.setTimeout(120_000);
    const sent = await keepSaves(page);
    const { effort, screen, click, fill, pick } = countEffort(page);
    await openBackOffice(page, request);
    await click((await officeMenu(page)).getByRole('link', { name: 'Seasons', exact: true }));
    await screen(page.getByRole('heading', { level: 1, name: 'Seasons' }));
    await click(page.getByRole('link', { name: 'Change many in 2027–2028 school year' }));
    await screen(page.getByRole('heading', { level: 1, name: 'Change many' }));
    await expectAccessible(page, 'the choice of many before a choice');
    await click(page.getByText(/^All shown \(\d+\)$/));
    // Twelve routes of the demo, and routes of other journeys.
    await expect(page.getByText(/^1[2-9] chosen$/)).toBeVisible();
    await fill('Percentage or amount', '4');
    await pick('Round to', { label: '$5.00' });
    await expectAccessible(page, 'the choice of many');
    await click(page.getByRole('button', { name: 'Show values' }));
    await expect(page.getByRole('heading', { name: 'Old and new values' })).toBeVisible();
    await expectAccessible(page, 'the values of many');
    await click(page.getByRole('button', { name: 'Review effects' }));
    const question = page.getByRole('dialog', { name: 'Apply these changes?' });
    await screen(question.getByRole('list').first());
    await expectAccessible(page, 'the question before many changes');
    await click(question.getByRole('button', { name: /^Change \d+ objects$/ }));
    await expect(page.getByText(/^\d+ objects changed\.$/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('2027–2028 school year');
    // On a phone the menu is opened first.
    expectAtMost(effort, { screens: 3, presses: isMobile ? 9 : 8, typed: 2 });
    expect(sent[0]!.changes.length).toBeGreaterThan(30);
    expect(sent[0]!.title).toContain('Up 4%, rounded to $5.00');
  },
);

/** @shows OF0.8 */
test(
  'staff who leave a choice of many, or pasted awards, are asked first',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/seasons');
    await page.getByRole('link', { name: 'Change many in 2027–2028 school year' }).click();
    await page.getByText(/^All shown \(\d+\)$/).click();
    await page.goBack();
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(leave).toBeVisible();
    await leave.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByText(/^1[2-9] chosen$/)).toBeVisible();
    await page.goBack();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Seasons' })).toBeVisible();
    await (await officeMenu(page)).getByRole('link', { name: 'Awards' }).click();
    await page.waitForURL(/school=/);
    await page.getByRole('button', { name: 'Many at once' }).click();
    await page.getByRole('textbox', { name: 'Lines' }).fill('Ada,Brandt,3rd,share,50%,');
    await page.goBack();
    await leave.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('textbox', { name: 'Lines' })).toHaveValue('Ada,Brandt,3rd,share,50%,');
  },
);
