import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signIn } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { acceptTexts, chooseContract } from '#tests/support/browser/sale.ts';
import { aFamilyInWizard, HM_LOWER } from '#tests/support/browser/wizard/prepared-draft.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { startPortalWithClock, type PortalWithClock } from '#tests/support/portal/portal-with-clock.ts';

let own: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  own = await startPortalWithClock();
});
test.afterAll(() => own.stop());

const size = () => (test.info().project.name === 'phone' ? 'phone' : 'desktop');

async function grant(page: Page, last_name: string): Promise<void> {
  await page.getByRole('button', { name: 'New award' }).click();
  const dialog = page.getByRole('dialog', { name: 'New award' });
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Ottilie');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill(last_name);
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1,000.00');
  await dialog.getByRole('button', { name: 'Grant the award' }).click();
  await expect(page.getByText(`Ottilie ${last_name} was granted aid.`)).toBeVisible();
}

/** @shows OF7.3 OF7.4 OF3.7 */
test(
  'staff link an award by hand, sell with the award, and record the check on the order',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(240_000);
    const last_name = `Brandt${size()}`;
    const family = await aFamilyInWizard(own.api, HM_LOWER, { first_name: 'Ottilia', last_name });
    const page = await own.open(browser, size());
    await openBackOffice(page, own.api, '/admin/awards');
    await page.waitForURL(/school=/);
    // A list opens with the newest school year and its first school.
    const { id: school } = (await own.query("select id::int from program_groups where path = 'hm'"))[0];
    await page.goto(page.url().replace(/school=\d+/, `school=${school}`));
    await grant(page, last_name);
    const row = page.getByRole('row').filter({ hasText: `Ottilie ${last_name}` });
    await expect(row).toContainText('Child not found yet');
    await row.getByRole('button', { name: /^Link the award of/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox', { name: 'Search children' }).fill(`Ottilia ${last_name}`);
    await dialog.getByRole('button', { name: 'Search', exact: true }).click();
    const link = dialog.getByRole('button', { name: `Link the award to Ottilia ${last_name}` });
    await expect(link).toBeVisible();
    await expectAccessible(page, 'an award beside the children who may be meant');
    await picture(page, 'award-link');
    await link.click();
    await expect(page.getByText(`The award was linked to Ottilia ${last_name}.`)).toBeVisible();
    await expect(row).toContainText('Child found');

    const { user_id } = (
      await own.query('select id::int as user_id from users where email = $1', [family.email])
    )[0];
    await page.goto(`/admin/sell?family=${user_id}`);
    await chooseContract(page, { paid: 'A check is expected' });
    const granted = page.getByText(
      'Hillmark School (HM) has granted aid: the family pays $1,000.00 for the year.',
    );
    await expect(granted).toBeVisible();
    const total = page.getByText('Total for the year').locator('..');
    await expect(total).toContainText('$1,000.00');
    await expectAccessible(page, 'a sale with an award');
    await picture(page, 'sale-with-award');
    await page.getByRole('button', { name: 'Sign without aid' }).click();
    await expect(total).not.toContainText('$1,000.00');
    await page.getByRole('button', { name: /^Use the aid from/ }).click();
    await expect(total).toContainText('$1,000.00');
    await page.getByRole('button', { name: 'Send to the family' }).click();
    await dialog.getByRole('button', { name: /^Send to/ }).click();
    await page.waitForURL(/\/admin\/offers\/\d+$/);

    const home = await own.open(browser, size());
    await signIn(home, family.tokens);
    await home.goto(`/dashboard/offers/${/\d+$/.exec(page.url())![0]}`);
    await acceptTexts(home);
    await home.getByRole('button', { name: /^Accept, and mail a check of \$1,000\.00/ }).click();
    await expect(home.getByText('Accepted. We wait for your check of $1,000.00.')).toBeVisible();

    const { order_id } = (
      await own.query('select id::int as order_id from orders where user_id = $1', [user_id])
    )[0];
    await page.goto(`/admin/orders/${order_id}`);
    await expect(page.getByText('Waits for a check or cash').first()).toBeVisible();
    await page.getByRole('button', { name: 'Record the check' }).click();
    await dialog.getByRole('textbox', { name: 'Check number' }).fill('1042');
    await expectAccessible(page, 'the form of an awaited check on its order');
    await picture(page, 'order-awaited-check');
    await dialog.getByRole('button', { name: 'Record the check' }).click();
    await expect(page.getByText('Recorded. The order is active.')).toBeVisible();
  },
);

/** @shows OF3.2 */
test(
  'a sale of a full route adds the child to the waiting list in place of a price',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(120_000);
    await own.query("update routes set capacity = seats_taken where name = 'Morning only'");
    const family = await aFamilyInWizard(own.api, HM_LOWER);
    const { user_id } = (
      await own.query('select id::int as user_id from users where email = $1', [family.email])
    )[0];
    const page = await own.open(browser, size());
    await openBackOffice(page, own.api, `/admin/sell?family=${user_id}`);
    for (const [list, option] of [
      ['School', 'Hillmark'],
      ['Program', /Lower/],
      ['Route', /Morning only/],
    ] as const) {
      const field = page.getByRole('combobox', { name: list, exact: true });
      const wanted = field.locator('option', { hasText: option });
      await expect(wanted).toHaveCount(1);
      await field.selectOption((await wanted.getAttribute('value'))!);
    }
    await expect(page.getByText('Morning only is full.', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send to the family' })).toHaveCount(0);
    await expectAccessible(page, 'a sale of a full route');
    await picture(page, 'sale-full-route');
    await page.getByRole('button', { name: /^Add to a waiting list/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The family asked for this on the phone.');
    const add = dialog.getByRole('button', { name: 'Add to a waiting list' });
    await add.click();
    await expect(dialog.getByText(/^The family hasn’t verified its email address\./)).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Beyond the limit' }).check();
    await add.click();
    await expect(page.getByText(/is number \d on the waiting list of Morning only\./)).toBeVisible();
  },
);
