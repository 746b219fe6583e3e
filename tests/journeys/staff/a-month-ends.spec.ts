import { expect, test, type Page } from '@playwright/test';
import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, addMonthsClamped, formatDate, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { savedFile } from '#tests/support/browser/saved-file.ts';
import { aFamilyInWizard, buyByApi, HM_IN_FULL } from '#tests/support/browser/wizard/prepared-draft.ts';
import {
  moveClockTo,
  openClock,
  startPortalWithClock,
  type PortalWithClock,
} from '#tests/support/portal/portal-with-clock.ts';

/** An account whose debits come back for want of funds, three banking days later. */
const WITHOUT_FUNDS = '000222222227';

let own: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  own = await startPortalWithClock();
});
test.afterAll(() => own.stop());

const firstOf = (day: PlainDate): PlainDate => plainDate(`${day.slice(0, 7)}-01`);
const monthText = (day: PlainDate) => `${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** The last day of the first month whose debits of that day come back after the day of closing. */
function lastDayBefore(today: PlainDate): PlainDate {
  for (let first = addMonthsClamped(firstOf(today), 1); ; first = addMonthsClamped(first, 1)) {
    const last = addDays(first, -1);
    if (last >= today && addBusinessDays(last, 3) > addDays(first, 2)) return last;
  }
}

async function showMonth(page: Page, first: PlainDate): Promise<void> {
  await page.getByLabel('Through').fill(addDays(addMonthsClamped(first, 1), -1));
  await page.getByLabel('From').fill(first);
}

async function closeMonths(page: Page, thru: PlainDate): Promise<void> {
  const last = page.getByRole('button', { name: `Open ${monthText(thru)}` });
  while ((await last.count()) === 0) {
    const name = (await page
      .getByRole('button', { name: /^Close \d/ })
      .first()
      .textContent())!;
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${name}?` });
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('button', { name: name.replace('Close', 'Open') })).toBeVisible();
  }
}

/** @shows AC11 RP3.4 RP3.5 */
test(
  'a month is closed with both files, and a debit that comes back later is booked in the next',
  { tag: ['@once', '@long'] },
  async ({ browser }) => {
    test.setTimeout(600_000);
    const { api, open } = own;
    const family = await aFamilyInWizard(api, HM_IN_FULL);
    const [{ date: today }] = await family.call('GET', '/server/info');
    const clock = await openClock(own, browser);
    const last = lastDayBefore(today);
    const month = firstOf(last);
    const next = addMonthsClamped(month, 1);
    await moveClockTo(clock, last);
    const order = await buyByApi(family, HM_IN_FULL, WITHOUT_FUNDS);
    await moveClockTo(clock, addDays(next, 2));

    const page = await open(browser, 'desktop');
    await openBackOffice(page, api, '/admin/reports/ledger', 'superAdmin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger');
    await showMonth(page, month);
    await expect(page.getByRole('button', { name: /^Name / }).first()).toBeVisible();
    const unnamed = page.getByRole('button', { name: /^Name / });
    for (let left = await unnamed.count(); left > 0; left -= 1) {
      await unnamed.first().click();
      const dialog = page.getByRole('dialog', { name: /^Name / });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(`Account ${left}`);
      await dialog.getByRole('button', { name: 'Save name' }).click();
      await expect(dialog).toBeHidden();
      await expect(unnamed).toHaveCount(left - 1);
    }
    await closeMonths(page, month);
    const stem = month.slice(0, 7);
    const online = await savedFile(page, `quickbooks-online-${stem}.csv`);
    const iif = await savedFile(page, `quickbooks-desktop-${stem}.iif`);
    expect(online).toContain(last.slice(0, 4));
    expect(iif).toContain('GENERAL JOURNAL');

    const returned = addBusinessDays(last, 3);
    await moveClockTo(clock, returned);
    await page.reload();
    await showMonth(page, next);
    await expect(page.getByText(formatDate(returned)).first()).toBeVisible();
    expect(await savedFile(page, `quickbooks-online-${stem}.csv`)).toBe(online);
    expect(await savedFile(page, `quickbooks-desktop-${stem}.iif`)).toBe(iif);
    await page.goto(`/admin/reports/ledger/journal?from=${next}&thru=${returned}`);
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: `#${order.id}` })
        .first(),
    ).toBeVisible();
  },
);
