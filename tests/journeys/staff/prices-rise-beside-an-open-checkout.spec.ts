import { expect, test, type Page } from '@playwright/test';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import {
  aFamilyInWizard,
  atCheckout,
  HM_TWO_PAYMENTS,
} from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm } from '#tests/support/browser/wizard/steps.ts';
import { startPortalWithClock, type PortalWithClock } from '#tests/support/portal/portal-with-clock.ts';

const SEASON = '2027–2028 school year';

// A portal of its own: all prices of its season change.
let own: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  own = await startPortalWithClock();
});
test.afterAll(() => own.stop());

/** Every value of every price, as the season's page in the office shows them. */
async function pricesOn(board: Page): Promise<string[]> {
  await board.goto('/admin/seasons');
  await board.getByRole('link', { name: SEASON, exact: true }).click();
  await expect(board.getByRole('link', { name: 'Two payments' }).first()).toBeVisible();
  return (
    await board
      .getByRole('main')
      .getByText(/\$[\d,]+\.\d\d/)
      .allInnerTexts()
  ).toSorted();
}

/** @shows AC5 */
test(
  'all prices rise beside an open checkout: staff read of one family, which is told, and undo the rise',
  { tag: ['@long', '@once'] },
  async ({ browser }) => {
    test.setTimeout(180_000);
    const parent = await own.open(browser, 'desktop');
    await atCheckout(parent, await aFamilyInWizard(own.api, HM_TWO_PAYMENTS));

    const office = await own.open(browser, 'desktop');
    await openBackOffice(office, own.api, '/admin');
    const before = await pricesOn(office);
    await (await officeMenu(office)).getByRole('link', { name: 'Seasons', exact: true }).click();
    await office.getByRole('link', { name: `Change many in ${SEASON}` }).click();
    await office.getByText(/^All shown \(\d+\)$/).click();
    await office.getByRole('textbox', { name: 'Percentage or amount' }).fill('4');
    await office.getByLabel('Round to', { exact: true }).selectOption({ label: '$5.00' });
    await office.getByRole('button', { name: 'Show values' }).click();
    await office.getByRole('button', { name: 'Review effects' }).click();
    const question = office.getByRole('dialog', { name: 'Apply these changes?' });
    await expect(question).toContainText(/1 family has .*Round trip.* in an open checkout\./);
    await question.getByRole('button', { name: /^Change \d+ objects$/ }).click();
    await expect(office.getByText(/^\d+ objects changed\.$/)).toBeVisible();
    expect(await pricesOn(office)).not.toEqual(before);

    await clickCheckout(parent);
    await confirm(parent);
    const told = parent.getByRole('alert').filter({ hasText: 'The price has changed.' });
    // 2,200.00 and 4 %, rounded to 5.00
    await expect(told).toContainText('Deposit (Two payments): now $2,290.00, was $2,200.00');

    await office.goto('/admin/changes');
    await office
      .getByRole('link', { name: /Up 4%, rounded to \$5\.00/ })
      .first()
      .click();
    await office.getByRole('button', { name: 'Undo', exact: true }).click();
    const undo = office.getByRole('dialog', { name: 'Undo this change?' });
    await undo.getByRole('button', { name: /^Undo \d+ changes$/ }).click();
    await expect(office.getByText('The change is undone.')).toBeVisible();
    expect(await pricesOn(office)).toEqual(before);
  },
);
