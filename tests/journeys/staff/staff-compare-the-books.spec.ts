import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { officeMenu, openBackOffice, openListTools } from '#tests/support/browser/back-office.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { queryPortal } from '#tests/support/portal/query-portal.ts';

/** What last night's comparison found: a charge of which only the processor knows, three days old. */
async function aDifference(ref: string): Promise<void> {
  await queryPortal(`insert into reconciliation_runs
    (began_at, ended_at, is_whole, ledger_cents, balance_cents, on_its_way_cents, open_count, open_cents)
    values (now(), now(), true, 100000, 104200, 0, 1, 4200)`);
  await queryPortal(
    `insert into reconciliation_differences
    (kind, class, ref, ours_cents, theirs_cents, happened_at, first_seen_at, last_seen_at)
    values ('theirs_only', 'charge', $1, 0, 4200, now() - interval '3 days', now(), now())`,
    [ref],
  );
}

/** @shows S18.13 */
test(
  'staff see where the books differ, ask the processor again, and note why',
  { tag: '@phone' },
  async ({ page, request }) => {
    const ref = `ch_sandbox_${Date.now()}`;
    await aDifference(ref);
    await openBackOffice(page, request, '/admin');
    await (await officeMenu(page)).getByRole('link', { name: 'Reconciliation' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reconciliation');
    const row = page.getByRole('row').filter({ hasText: ref });
    await expect(row).toContainText('Only at the processor');
    await expect(row).toContainText('$42.00');
    await expect(row).toContainText('3 days');
    await expect(page.getByRole('status').filter({ hasText: 'more than our ledger' })).toBeVisible();
    await expectAccessible(page, 'the comparison of the books');

    await row.getByRole('button', { name: `Sync ${ref}` }).click();
    const asking = page.getByRole('dialog', { name: 'Sync with the processor?' });
    await asking.getByRole('button', { name: 'Sync' }).click();
    await expect(asking.getByRole('status')).toHaveText('The processor has nothing with this reference.');
    await asking.getByRole('button', { name: 'Close' }).first().click();
    await expect(row).toContainText('synced');

    await row.getByRole('button', { name: `Explain ${ref}` }).click();
    const explaining = page.getByRole('dialog', { name: 'Explain this difference' });
    await explaining.getByRole('button', { name: 'Explain' }).click();
    await expect(explaining).toContainText('The explanation field is required');
    await explaining.getByLabel('Explanation').fill('Charged by hand for a field trip.');
    await explaining.getByRole('button', { name: 'Explain' }).click();
    await expect(explaining).toBeHidden();
    const closed = page.getByRole('table', { name: 'Explained or resolved in the last 30 days' });
    await expect(closed.getByRole('row').filter({ hasText: ref })).toContainText(
      'Charged by hand for a field trip.',
    );
  },
);

/** A payout of one charge, and one of which a line is missing, as last night's reading has them. */
async function twoPayouts(name: string): Promise<void> {
  for (const [ref, count] of [
    [`po_whole_${name}`, 2],
    [`po_lacking_${name}`, 3],
  ] as const) {
    await queryPortal(
      `insert into processor_payouts
        (ref, amount_cents, made_at, arrives_on, state, trace, movement_count, read_at)
      values ($1, $2, now(), current_date, 'arrived', $3, $4, now())`,
      [ref, count === 2 ? 97_070 : 95_000, `TRACE-${ref}`, count],
    );
    await queryPortal(
      `insert into processor_movements
        (id, kind, charge_ref, amount_cents, fee_cents, at, payout_ref, is_arrived, is_foreign, read_at)
      values ($1, 'charge', $2, 100000, 2930, now(), $3, true, true, now())`,
      [`txn_${ref}`, `ch_${ref}`, ref],
    );
  }
}

/** @shows S18.14 S18.15 S18.17 */
test(
  'staff see what was paid out, what of it is missing, and take the list along',
  { tag: ['@phone', '@long'] },
  async ({ page, request }) => {
    const name = String(Date.now());
    await twoPayouts(name);
    await openBackOffice(page, request, '/admin');
    await (await officeMenu(page)).getByRole('link', { name: 'Payouts' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payouts');
    const whole = page.getByRole('row').filter({ hasText: `TRACE-po_whole_${name}` });
    await expect(whole).toContainText('$970.70');
    await expect(whole).toContainText('-$29.30');
    await expect(whole).toContainText('Adds up');
    const lacking = page.getByRole('row').filter({ hasText: `TRACE-po_lacking_${name}` });
    await expect(lacking).toContainText('1 line missing: -$20.70');
    await expectAccessible(page, 'the payouts');

    await openListTools(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^payouts-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile((await file.path())!, 'utf8')).trimEnd().split('\r\n');
    expect(lines.find((line) => line.includes(`po_whole_${name}`))).toContain('"970.70"');
  },
);

/** @shows MS13.1 MS13.2 */
test(
  'staff open a payout, see its lines, and take them along',
  { tag: ['@phone', '@long'] },
  async ({ page, request }) => {
    const name = String(Date.now());
    await twoPayouts(name);
    await openBackOffice(page, request, '/admin/payouts');
    const row = page.getByRole('row').filter({ hasText: `TRACE-po_whole_${name}` });
    await row.getByRole('link', { name: /^View the lines of the payout of / }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payout of $970.70');
    await expect(page.getByRole('status').filter({ hasText: '1 line' })).toBeVisible();
    const line = page.getByRole('table').getByRole('row').filter({ hasText: '$1,000.00' });
    await expect(line).toContainText('Payment');
    await expect(line).toContainText('$29.30');
    await expect(line).toContainText('$970.70');
    await expectAccessible(page, 'the lines of a payout');

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^payout-lines-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile((await file.path())!, 'utf8')).toContain(`"txn_po_whole_${name}"`);

    await page.goto('/admin/payouts/po_nobody_knows');
    await expect(page).toHaveURL(/\/not-found/);
  },
);
