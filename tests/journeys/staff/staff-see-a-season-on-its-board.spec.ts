import { expect, test, type APIRequestContext } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { DEMO, logInByApi } from '#tests/support/browser/account.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';

/** @shows SE1.1 SE1.3 SE1.4 SE1.6 SE1.7 */
test(
  'staff see what a season sells, and open an object without losing their place',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin');
    await (await officeMenu(page)).getByRole('link', { name: 'Seasons' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seasons');
    const season = page.getByRole('link', { name: '2027–2028 school year', exact: true });
    await expect(page.getByRole('row').filter({ has: season })).toContainText('Open');
    await expectAccessible(page, 'the list of seasons');
    await season.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('2027–2028 school year');

    const school = page.getByRole('region', { name: 'Hillmark School (HM)', exact: true });
    const program = school.getByRole('region', { name: 'Lower Division, Nursery to 5th' });
    const route = program
      .getByRole('table', { name: /^Routes of/ })
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'Round trip', exact: true }) });
    await expect(school).toContainText('The school sells this school year now.');
    await expect(route).toContainText('Pay in full');
    await expect(route).toContainText('$');
    await expect(route).toContainText('Capacity');
    await expect(school.getByRole('button', { name: 'Close now Hillmark School (HM)' })).toBeVisible();
    await page.getByRole('button', { name: /^Checks\. / }).click();
    await expect(page.getByRole('heading', { name: 'Worth a look' })).toBeVisible();
    await expectAccessible(page, 'the board of a season');

    await program.getByRole('button', { name: /^Terms of .* as a table$/ }).click();
    await expect(program.getByRole('table', { name: /^Terms of/ })).toContainText('Due at signing');

    await page.getByRole('searchbox', { name: 'Search for names' }).fill('round trip hillmark lower');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/search=round/);
    await expect(
      page.getByRole('region', { name: 'Ridgeway Country School (RCS)', exact: true }),
    ).toBeHidden();
    await expect(route).toBeVisible();
    await route.getByRole('link', { name: 'Round trip' }).first().click();
    await expect(page).toHaveURL(/search=round.*object=route%3A\d+/);
    const form = page.getByRole('dialog');
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Round trip');
    await expectAccessible(page, 'the form of a route over the board');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(page).toHaveURL(/search=round/);
    await expect(route).toBeVisible();

    await school.getByRole('button', { name: 'Hide Hillmark School (HM)' }).click();
    await expect(page).toHaveURL(/folded=s\d+/);
    await page.reload();
    await expect(program).toBeHidden();
    await expect(school.getByRole('button', { name: 'Show Hillmark School (HM)' })).toBeVisible();
  },
);

/** Adds a season without schools, as a form does. */
async function aDraft(request: APIRequestContext, name: string): Promise<void> {
  const { access_token } = await logInByApi(request, DEMO.admin);
  const headers = {
    'X-Requested-With': 'XMLHttpRequest',
    Authorization: `Bearer ${access_token}`,
    'Idempotency-Key': `journey ${name}`,
  };
  const fields = { name, text: name, starts_on: '2039-09-01', ends_on: '2040-06-30', is_draft: true };
  const changes = [{ op: 'create', kind: 'period', parent: null, fields: { ...fields, is_current: false } }];
  const preview = await request.post('/api/admin/catalog/preview', { headers, data: { changes } });
  const seen = ((await preview.json()) as { items: [{ hash: string }] }).items[0].hash;
  const saved = await request.post('/api/admin/catalog/changes', { headers, data: { changes, seen } });
  expect(saved.status()).toBe(200);
}

/** @shows SE1.1 SE1.3 */
test('staff publish a draft, take it back and remove it', { tag: '@long' }, async ({ page, request }) => {
  const name = `Draft ${Date.now().toString(36)}`;
  await aDraft(request, name);
  await openBackOffice(page, request, '/admin/seasons');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Draft');
  await row.getByRole('button', { name: `Publish ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Families can then see ${name}. No school sells it yet.`);
  await expectAccessible(page, 'the question before a season is published');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(row).toContainText('Coming up');
  await row.getByRole('button', { name: `${name} back to draft` }).click();
  await dialog.getByRole('button', { name: 'Back to draft', exact: true }).click();
  await expect(row.getByRole('button', { name: `Publish ${name}` })).toBeVisible();
  await row.getByRole('button', { name: `Remove ${name}` }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row).toHaveCount(0);
});

/** @shows SE1.8 SE1.9 */
test('staff copy an add-on, and move it by the keyboard', { tag: '@long' }, async ({ page, request }) => {
  await openBackOffice(page, request, '/admin/seasons');
  await page.getByRole('link', { name: '2027–2028 school year', exact: true }).click();
  const arrange = page.getByRole('button', { name: /^Order and copies: add-ons of/ }).first();
  await arrange.click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'the order of add-ons');
  const rows = dialog.getByRole('listitem');
  const before = await rows.count();
  await rows
    .first()
    .getByRole('button', { name: /^Duplicate/ })
    .click();
  await expect(page).toHaveURL(/object=addon%3A\d+/);
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(/copy/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/object=/);
  await arrange.click();
  await expect(rows).toHaveCount(before + 1);
  const duplicate = rows.nth(1).getByRole('button', { name: /^Duplicate .* \(copy( \d+)?\)$/ });
  const copy = (await duplicate.getAttribute('aria-label'))!.replace(/^Duplicate /, '');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Move up/ })
    .press('Enter');
  await expect(rows.first()).toContainText(copy);
  await expect(rows.first()).toBeFocused();
  await rows
    .first()
    .getByRole('button', { name: /^Move down/ })
    .press('Enter');
  await expect(rows.nth(1)).toContainText(copy);
});

/** @shows SE1.9 */
test('staff drag a grade, and save once', { tag: ['@long', '@once'] }, async ({ page, request }) => {
  await openBackOffice(page, request, '/admin/seasons');
  await page.getByRole('link', { name: '2027–2028 school year', exact: true }).click();
  await page
    .getByRole('button', { name: /^Order of the grades of/ })
    .first()
    .click();
  const rows = page.getByRole('dialog').getByRole('listitem');
  const names = () =>
    rows
      .getByRole('button', { name: /^Move up/ })
      .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
  await expect(rows.nth(2)).toBeVisible();
  const [first, second, third, ...others] = await names();
  let saves = 0;
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/admin/catalog/changes')) saves += 1;
  });
  const { height } = (await rows.nth(2).boundingBox())!;
  await rows
    .first()
    .locator('[data-handle]')
    .dragTo(rows.nth(2), { targetPosition: { x: 60, y: height - 6 } });
  await expect.poll(names).toEqual([second, third, first, ...others]);
  await expect(rows.nth(2)).toBeFocused();
  expect(saves).toBe(1);
  await rows
    .nth(2)
    .locator('[data-handle]')
    .dragTo(rows.first(), { targetPosition: { x: 60, y: 6 } });
  await expect.poll(names).toEqual([first, second, third, ...others]);
});

/** @shows SE1.6 */
test(
  'staff see the routes with checks, and open the field that mends one',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/seasons');
    await page.getByRole('link', { name: '2027–2028 school year', exact: true }).click();
    const places = page.getByRole('group', { name: /^Checks of / });
    await expect(places.first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Routes shown' }).selectOption('With checks');
    await expect(page).toHaveURL(/show=checks/);
    const row = page
      .getByRole('table', { name: /^Routes of/ })
      .getByRole('row')
      .filter({ has: places })
      .first();
    await expect(row).toBeVisible();
    await expectAccessible(page, 'the routes with checks');
    await row
      .getByRole('group', { name: /^Checks of / })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(/show=checks.*object=/);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row).toBeVisible();
    await page.reload();
    await expect(row).toBeVisible();
  },
);
