import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { aScannedPaper, printDraft } from '#tests/support/browser/scanned-paper.ts';
import { aFamilyInWizard, HM_TWO_PAYMENTS } from '#tests/support/browser/wizard/prepared-draft.ts';

const dollars = (cents: number) => (cents / 100).toFixed(2);

const code = (page: Page) => page.getByRole('textbox', { name: 'Code on the contract' });

const today = (page: Page) => page.getByRole('textbox', { name: 'Check received on' }).inputValue();

/** @shows AC3 OF4.1 OF4.2 OF4.3 OF4.4 OF4.6 */
test('staff work off an envelope: a short check is put aside, the right one makes the order', async ({
  page,
  request,
}) => {
  const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
  const printed = await printDraft(family);
  await openBackOffice(page, request, '/admin/paper');
  await expect(code(page)).toBeFocused();
  await expectAccessible(page, 'the paper desk');
  // A hand scanner types where the focus is, and presses Enter.
  await page.keyboard.type('7KQ4M2XD9RTV');
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is no printed contract with this code.')).toBeVisible();
  await code(page).focus();
  await page.keyboard.type(printed.code.toLowerCase().replaceAll('-', ''));
  await page.keyboard.press('Enter');
  const prices = page.getByRole('table', { name: 'Price' });
  await expect(prices.getByRole('row', { name: /^Due with the contract/ })).toBeVisible();
  expect(page.url()).not.toContain(printed.code);
  await expectAccessible(page, 'a printed contract that is found');

  const form = page.getByRole('form', { name: 'Check and paper' });
  await form.getByRole('textbox', { name: 'Check number' }).fill('1042');
  await form.getByRole('textbox', { name: 'Amount' }).fill(dollars(printed.due_cents - 1500));
  await form.getByLabel('Scan of the signed paper').setInputFiles(aScannedPaper());
  await expect(form.getByText('Sent: 2 pages.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Signed on' }).fill(await today(page));
  await form.getByRole('button', { name: 'Make the order' }).click();
  await expect(form.getByText(/^The check is \$15\.00 short of \$/).first()).toBeVisible();
  await expectAccessible(page, 'a check that is short');
  await form.getByRole('button', { name: 'Put aside' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'What to talk about' }).fill('$15.00 are missing');
  await expectAccessible(page, 'the note of a check put aside');
  await dialog.getByRole('button', { name: 'Put aside' }).click();
  await expect(page.getByText('$15.00 are missing')).toBeVisible();

  // Another day: the family has sent another check.
  await page.goto('/admin/paper');
  const waiting = page.getByRole('row').filter({ hasText: '$15.00 are missing' }).last();
  await expectAccessible(page, 'checks that are put aside');
  await waiting.getByRole('button', { name: /^Open the paper of/ }).click();
  await form.getByRole('textbox', { name: 'Check number' }).fill('1043');
  await form.getByRole('textbox', { name: 'Amount' }).fill(dollars(printed.due_cents));
  await form.getByLabel('Scan of the signed paper').setInputFiles(aScannedPaper());
  await expect(form.getByText('Sent: 2 pages.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Signed on' }).fill(await today(page));
  await form.getByRole('button', { name: 'Make the order' }).click();
  const made = page.getByRole('status').filter({ hasText: /^Order made: contract \d\d-HM-/ });
  await expect(made).toBeVisible();
  await expect(code(page)).toBeFocused();
  const number = /\d\d-HM-\d+-\w/.exec((await made.textContent())!)![0];
  await page.keyboard.type(printed.code);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Already an order: ${number}.`)).toBeVisible();
  const [order] = await family.call('GET', '/order');
  expect(order.order_detail.contract.contract_number).toBe(number);
});
