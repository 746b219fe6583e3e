import { expect, test, type Page } from '@playwright/test';
import { PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { officeMenu, openBackOffice, startImpersonating } from '#tests/support/browser/back-office.ts';
import { countEffort, expectAtMost } from '#tests/support/browser/effort.ts';
import { mailTo } from '#tests/support/browser/mails.ts';
import { acceptTexts, chooseContract, payFromBank } from '#tests/support/browser/sale.ts';
import { aScannedPaper } from '#tests/support/browser/scanned-paper.ts';
import {
  aFamilyInWizard,
  HM_LOWER,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';

const emailWord = ({ email }: FamilyInWizard) => email.split('@')[0]!;

/** Up to the price beside the form, counted. */
async function choose(page: Page, family: FamilyInWizard, paid?: string) {
  const counted = countEffort(page);
  const { click, fill, pick, screen } = counted;
  await click((await officeMenu(page)).getByRole('link', { name: 'Offers', exact: true }));
  await screen(page.getByRole('heading', { level: 1, name: 'Offers' }));
  await click(page.getByRole('link', { name: 'Sell', exact: true }).first());
  const search = page.getByRole('searchbox', { name: 'Search families' });
  await screen(search);
  await fill(search, emailWord(family));
  await search.press('Enter');
  await expectAccessible(page, 'the search for the family of a sale');
  await click(page.getByRole('listitem').filter({ hasText: family.email }).getByRole('link'));
  await chooseContract(page, { pick, paid });
  await expect(page.getByText('Total for the year')).toBeVisible();
  await expectAccessible(page, 'a sale with its price');
  return counted;
}

async function sell(page: Page, family: FamilyInWizard, paid: string) {
  const { click, effort } = await choose(page, family, paid);
  await click(page.getByRole('button', { name: 'Send to the family' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    /gets an email\. The seat on Round trip is kept and \$[\d,.]+ is the price/,
  );
  await expectAccessible(page, 'the question before an offer is sent');
  await click(dialog.getByRole('button', { name: `Send to ${family.first_name}` }));
  await expect(page.getByRole('heading', { level: 1, name: /^Offer \d+ to/ })).toBeVisible();
  return effort;
}

async function openMailedOffer(page: Page, family: FamilyInWizard): Promise<void> {
  const mail = await mailTo(family.email, 'Your offer for your child is ready');
  const link = new URL(/https?:\/\/\S+\/dashboard\/offers\/\d+/.exec(mail.text)![0]).pathname;
  await signIn(page, family.tokens);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: /^Offer for/ })).toBeVisible();
}

/** @shows OF3.1 OF3.4 OF3.7 OF3.10 */
test('staff sell by telephone with a check to come, in twelve clicks on two screens', async ({
  page,
  browser,
  request,
}) => {
  const family = await aFamilyInWizard(request, HM_LOWER);
  await openBackOffice(page, request);
  const effort = await sell(page, family, 'A check is expected');
  expectAtMost(effort, { screens: 2, presses: 12, typed: 50 });
  await expectAccessible(page, 'an open offer');

  const home = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await openMailedOffer(home, family);
  await expectAccessible(home, 'an offer to be paid by check');
  const accept = home.getByRole('button', { name: /^Accept, and mail a check of/ });
  await accept.click();
  await expect(home.getByText('Please read this text and check the box.').first()).toBeVisible();
  await acceptTexts(home);
  await accept.click();
  await expect(home.getByText(/^Accepted\. We wait for your check of \$/)).toBeVisible();
  await home.goto('/dashboard/orders');
  await expect(home.getByRole('heading', { name: 'Offers', exact: true })).toBeVisible();
  await expect(home.getByRole('heading', { name: /^Order #/ })).toHaveCount(0);
  await expectAccessible(home, 'orders with an offer that waits for its check');

  await page.reload();
  await page.getByRole('button', { name: 'Record the check' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Check number' }).fill('1042');
  await expectAccessible(page, 'the form of a received check');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  const due = await amount.inputValue();
  await amount.fill('1.00');
  await dialog.getByRole('button', { name: 'Record the check' }).click();
  await expect(dialog.getByText(/^The check is \$[\d,.]+ short of/).first()).toBeVisible();
  await amount.fill(due);
  await dialog.getByRole('button', { name: 'Record the check' }).click();
  await expect(page.getByText('Recorded. The order is active.')).toBeVisible();
  await home.reload();
  await expect(home.getByRole('heading', { name: /^Order #/ })).toHaveCount(1);
});

/** @shows OF3.6 */
test(
  'a family accepts an offer from its bank account, and declines another',
  { tag: '@long' },
  async ({ page, browser, request }) => {
    const family = await aFamilyInWizard(request, HM_LOWER);
    const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
    await openBackOffice(office, request);
    await sell(office, family, 'The family chooses');
    await openMailedOffer(page, family);
    await expectAccessible(page, 'an offer with its ways to pay');
    await acceptTexts(page);
    await payFromBank(page);
    const dialog = page.getByRole('dialog');
    await expectAccessible(page, 'the password before a debit');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Authorize and accept' }).click();
    await page.waitForURL(/\/order\/success\/\d+/);
  },
);

/** @shows OF3.8 OF3.9 */
test(
  'staff sell a contract that is here on paper, with its scan and its check',
  { tag: '@long' },
  async ({ page, browser, request }) => {
    const family = await aFamilyInWizard(request, HM_LOWER);
    await openBackOffice(page, request);
    await choose(page, family);
    await page.getByRole('button', { name: 'Signed on paper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Signed on paper' });
    await expectAccessible(page, 'the form of a paper that is sold');
    await dialog.getByRole('button', { name: 'Make the order' }).click();
    await expect(dialog.getByText('Please choose the scan.').first()).toBeVisible();
    await dialog.getByLabel('Scan of the signed paper').setInputFiles(aScannedPaper(21));
    const refused = 'Please choose a PDF, JPEG or PNG of at most 10 MB and 20 pages.';
    await expect(dialog.getByText(refused).first()).toBeVisible();
    await dialog.getByLabel('Scan of the signed paper').setInputFiles(aScannedPaper(3));
    await expect(dialog.getByText('Sent: 3 pages.')).toBeVisible();
    const received = await dialog.getByRole('textbox', { name: 'Received on' }).inputValue();
    await dialog.getByRole('textbox', { name: 'Signed on' }).fill(received);
    await dialog.getByRole('textbox', { name: 'Check number' }).fill('1042');
    await dialog.getByRole('button', { name: 'Make the order' }).click();
    await expect(page.getByText('Order made. The family gets the contract by email.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /^Offer \d+ to/ })).toBeVisible();

    const home = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
    await signIn(home, family.tokens);
    const [order] = await family.call('GET', '/order');
    await home.goto(`/dashboard/orders/${order.id}/contract`);
    await expect(home.getByText(`Signed on paper on ${received}.`, { exact: false })).toBeVisible();
    await expect(home.getByRole('link', { name: 'Download the scan' })).toBeVisible();
    await expectAccessible(home, 'a contract that was signed on paper');
  },
);

/** @shows OF3.12 */
test('staff who impersonate a family are led from the wizard to an offer', async ({ page, request }) => {
  const family = await aFamilyInWizard(request, HM_LOWER);
  await openBackOffice(page, request, `/admin/users/parents?search=${emailWord(family)}`);
  await page
    .getByRole('link', { name: new RegExp(family.first_name) })
    .first()
    .click();
  await startImpersonating(page);
  await page.goto('/contract?school=hm');
  await expect(page.getByText('Better: make an offer that the family accepts.')).toBeVisible();
  await expectAccessible(page, 'the wizard while impersonating');
  await page.getByRole('button', { name: 'Make an offer' }).click();
  await page.waitForURL(/\/admin\/sell\?family=\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Sell to/ })).toBeVisible();
});
