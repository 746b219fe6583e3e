import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { savedFile } from '#tests/support/browser/saved-file.ts';
import { queryPortal } from '#tests/support/portal/query-portal.ts';

async function asked<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const rows = await queryPortal(statement, values);
  return rows as Row[];
}

/** A fee of the processor on a day, by the portal's rule of months. @returns the day on which it is booked */
async function aFee(ref: string, cents: number, at: string): Promise<string> {
  const [row] = await asked<{ day: string }>(
    `with event as (
      insert into journal (kind, ref, at) select 'fee', $1, ${at} returning id, booked_on
    ), sides as (
      insert into postings (journal_id, account, amount_cents)
      select id, account, cents from event, (values ('gateway', -1), ('processor_fees', 1)) s (account, sign),
        lateral (select sign * $2::int as cents) c
    ) select booked_on::text as day from event`,
    [ref, cents],
  );
  return row!.day;
}

/** Before all other bookings, and so in the month that is closed first. */
const BEFORE_ALL = `coalesce((select min(at) from journal), now()) - interval '100 days'`;

async function nameUnnamed(page: Page, account: string): Promise<void> {
  await page.getByRole('button', { name: `Name ${account}` }).click();
  const dialog = page.getByRole('dialog', { name: `Name ${account}` });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Chart of ${account}`);
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(dialog).toBeHidden();
}

/** @shows RP3.1 RP3.2 RP3.5 */
test(
  'staff name the accounts, close a month and take its files along',
  { tag: ['@long', '@once'] },
  async ({ page, request }) => {
    const day = await aFee(`month-end-${Date.now()}`, 1250, BEFORE_ALL);
    const [year, month] = day.split('-') as [string, string];
    await openBackOffice(page, request, '/admin', 'superAdmin');
    await (await officeMenu(page)).getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Ledger' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger');
    await page.getByLabel('Through').fill(day);
    await page.getByLabel('From').fill(`${year}-${month}-01`);
    const fees = page.getByRole('row').filter({ hasText: 'Processor fees' }).first();
    await expect(fees).toContainText('$12.50');
    await expect(page.getByText('The files need a name for each account.')).toBeVisible();
    const byDay = page.getByRole('table', { name: 'By day' });
    await byDay.getByRole('button').last().click();
    await expect(
      byDay.getByRole('link', { name: /^\$12\.50, view the rows of Processor fees, / }),
    ).toHaveAttribute('href', /from=(.+)&thru=\1&account=processor_fees$/);
    await expectAccessible(page, 'the ledger');
    await nameUnnamed(page, 'Held by the processor');
    await nameUnnamed(page, 'Processor fees');
    const online = await savedFile(page, 'QuickBooks Online');
    expect(online).toContain('"Chart of Processor fees","12.50"');
    expect(await savedFile(page, 'QuickBooks Desktop')).toContain('GENERAL JOURNAL');

    await page.getByRole('button', { name: `Close ${month}/${year}` }).click();
    const dialog = page.getByRole('dialog', { name: `Close ${month}/${year}?` });
    await expect(dialog).toContainText(/is closed with \d+ entr/);
    await dialog.getByRole('button', { name: `Close ${month}/${year}` }).click();
    await expect(dialog).toBeHidden();
    const closed = page
      .getByRole('row')
      .filter({ hasText: `${month}/${year}` })
      .last();
    await expect(closed).toContainText('Closed');
    expect(await savedFile(page, `quickbooks-online-${year}-${month}.csv`)).toBe(online);

    const late = await aFee(`late-${Date.now()}`, 30, `'${day}'::date + time '12:00'`);
    expect(late > `${year}-${month}-31`).toBe(true);

    await page.getByRole('button', { name: `Open ${month}/${year}` }).click();
    const opening = page.getByRole('dialog', { name: `Open ${month}/${year} again?` });
    await opening.getByLabel('Reason').fill('A fee is missing.');
    await opening.getByRole('button', { name: `Open ${month}/${year}` }).click();
    await expect(opening).toBeHidden();
  },
);
