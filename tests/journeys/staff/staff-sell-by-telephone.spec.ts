import { expect, test, type Locator, type Page } from '@playwright/test';
import { PASSWORD, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { mailTo } from '#tests/support/browser/mails.ts';
import {
  aFamilyInWizard,
  HM_LOWER,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';

/** Counts what a person does; a choice of a list is a press. */
function counting(page: Page) {
  const count = { clicks: 0, typed: 0, screens: new Set<string>() };
  return {
    count,
    async press(target: Locator): Promise<void> {
      await target.click();
      count.clicks += 1;
    },
    async choose(name: string, option: string | RegExp): Promise<void> {
      const field = page.getByRole('combobox', { name, exact: true });
      const wanted = field.locator('option', { hasText: option });
      await expect(wanted).toHaveCount(1);
      await field.selectOption((await wanted.getAttribute('value'))!);
      count.clicks += 1;
    },
    async type(field: Locator, text: string): Promise<void> {
      await field.fill(text);
      count.typed += text.length;
    },
    see: (name: string) => count.screens.add(name),
  };
}

const emailWord = ({ email }: FamilyInWizard) => email.split('@')[0]!;

async function sell(page: Page, family: FamilyInWizard, paid: string) {
  const { press, choose, type, see, count } = counting(page);
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  const menu = await officeMenu(page);
  await press(menu.getByRole('link', { name: 'Offers', exact: true }));
  see('offers');
  await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible();
  await press(page.getByRole('link', { name: 'Sell', exact: true }).first());
  see('sell');
  const search = page.getByRole('searchbox', { name: 'Search families' });
  await type(search, emailWord(family));
  await search.press('Enter');
  count.clicks += 1;
  await expectAccessible(page, 'the search for the family of a sale');
  await press(page.getByRole('listitem').filter({ hasText: family.email }).getByRole('link'));
  await choose('School', 'Hillmark');
  await choose('Program', /Lower/);
  await choose('Grade', 'Kindergarten');
  await choose('Route', /Round trip/);
  await choose('Payment term', /^Pay in full, early/);
  await choose('How it is paid', paid);
  await expect(page.getByText('Total for the year')).toBeVisible();
  await expectAccessible(page, 'a sale with its price');
  await press(page.getByRole('button', { name: 'Send to the family' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    /gets an email\. The seat on Round trip is kept and \$[\d,.]+ is the price/,
  );
  await expectAccessible(page, 'the question before an offer is sent');
  await press(dialog.getByRole('button', { name: `Send to ${family.first_name}` }));
  await expect(page.getByRole('heading', { level: 1, name: /^Offer \d+ to/ })).toBeVisible();
  return { ...count, clicks: count.clicks + (isPhone ? 1 : 0) };
}

async function openMailedOffer(page: Page, family: FamilyInWizard): Promise<void> {
  const mail = await mailTo(family.email, 'Your offer for your child is ready');
  const link = new URL(/https?:\/\/\S+\/dashboard\/offers\/\d+/.exec(mail.text)![0]).pathname;
  await signIn(page, family.tokens);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: /^Offer for/ })).toBeVisible();
}

async function acceptTexts(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox', { name: /accept/ }).all()) await box.check();
}

/** @shows OF3.1 OF3.4 OF3.7 OF3.10 */
test('staff sell by telephone with a check to come, in twelve clicks on two screens', async ({
  page,
  browser,
  request,
}) => {
  const family = await aFamilyInWizard(request, HM_LOWER);
  await openBackOffice(page, request);
  const { clicks, typed, screens } = await sell(page, family, 'A check is expected');
  // The menu is behind one more button on a phone.
  expect(clicks).toBeLessThanOrEqual((page.viewportSize()?.width ?? 0) < 1024 ? 13 : 12);
  expect(typed).toBeLessThanOrEqual(50);
  expect(screens.size).toBeLessThanOrEqual(2);
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
test('a family accepts an offer from its bank account, and declines another', async ({
  page,
  browser,
  request,
}) => {
  const family = await aFamilyInWizard(request, HM_LOWER);
  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await openBackOffice(office, request);
  await sell(office, family, 'The family chooses');
  await openMailedOffer(page, family);
  await expectAccessible(page, 'an offer with its ways to pay');
  await acceptTexts(page);
  await page.getByRole('radio', { name: /New bank account/ }).check();
  const form = page.getByRole('form', { name: 'New bank account' });
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill('12 Elm Street');
  await form.getByRole('textbox', { name: 'City' }).fill('Bronx');
  await form.getByRole('combobox', { name: 'State' }).selectOption('NY');
  await form.getByRole('textbox', { name: 'ZIP' }).fill('10471');
  await form.getByRole('textbox', { name: 'Routing number' }).fill('110000000');
  await form.getByRole('textbox', { name: 'Account number' }).fill('000123456789');
  await form.getByRole('combobox', { name: 'Account type' }).selectOption('Checking');
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: /^Pay \$/ }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'the password before a debit');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Authorize and accept' }).click();
  await page.waitForURL(/\/order\/success\/\d+/);
});
