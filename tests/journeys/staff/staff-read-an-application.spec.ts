import { expect, test } from '@playwright/test';
import { aName, applyByApi, HIRING } from '#tests/support/browser/applicant.ts';
import { mailTo } from '#tests/support/browser/mails.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

test(
  'staff find an application by email, note, handle and print it; the log says who read it',
  { tag: '@long' },
  async ({ page, request }) => {
    const name = aName();
    await applyByApi(request, { name, was_convicted: 'Yes', charges: 'Speeding, 2012' });
    const mail = await mailTo(HIRING, `Application: Bus Driver, Queens, ${name}`);
    const path = new URL(/https?:\/\/\S+\/admin\/applications\/\d+/.exec(mail.text)![0]).pathname;
    await openBackOffice(page, request);
    await (await officeMenu(page)).getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('searchbox', { name: 'Search applications' }).fill(`driver ${name}`);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('New');
    await expectAccessible(page, 'the inbox');

    await row.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    for (const said of [
      'NY 512 884 093',
      '05/17/1988',
      'Speeding, 2012',
      'Driver, Bronx Transit Garage',
      '$26 an hour',
    ])
      await expect(page.getByRole('main')).toContainText(said);
    await expectAccessible(page, 'an application');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('main')).toContainText('The new note field is required');
    await page.getByRole('textbox', { name: 'New note' }).fill('Comes on Monday.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Comes on Monday.' })).toContainText(
      'Dana Cole',
    );
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add note' })).toBeHidden();
    await expect(page.getByText('NY 512 884 093')).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(page.getByText(/Handled .* by Dana Cole/)).toBeVisible();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: 'Mark as new' }).click();
    await page.waitForURL(/admin\/applications(\?|$)/);
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('New');

    await page.goto(`/admin/audit?subject=application:${path.split('/').at(-1)}`);
    await expect(page.getByRole('main')).toContainText('Viewed a job application');
    await expect(page.getByRole('main')).toContainText('Marked a job application');
    await expect(page.getByRole('main')).toContainText('State: from read to new');
    const last = page.getByRole('row').filter({ hasText: 'Marked a job application' }).first();
    const more = last.getByRole('button', { name: 'More' });
    if (await more.isVisible()) await more.click();
    await last.getByRole('button', { name: /^Details/ }).click();
    await expect(page.getByRole('main')).toContainText('action: application.mark');
  },
);

test(
  'what took the bait waits apart until staff say that it is from a person',
  { tag: '@long' },
  async ({ page, request }) => {
    const name = aName('Real');
    await applyByApi(request, { name, website: 'https://cheap.example' });
    await openBackOffice(page, request, `/admin/applications?search=${encodeURIComponent(name)}`);
    await expect(page.getByText('Nothing found')).toBeVisible();
    await page.getByRole('link', { name: 'Spam', exact: true }).click();
    await page.getByRole('link', { name }).click();
    await expectAccessible(page, 'a trapped application');
    await page.getByRole('button', { name: 'Not spam' }).click();
    await expect(page.getByRole('button', { name: 'Mark as handled' })).toBeVisible();
    await mailTo(HIRING, `Application: Bus Driver, Queens, ${name}`);
  },
);
