import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { loseFirstAnswer } from '#tests/support/browser/changed-responses.ts';
import {
  fieldsOf,
  press,
  test,
  typeAccountAtProcessor,
  typeCardAtProcessor,
} from '#tests/support/browser/processor-fields.ts';

const METHODS = '/dashboard/payment-methods';

/** @shows S20.11 S27.2 */
test(
  'a family saves a card and an account, each once, whatever is lost',
  { tag: '@phone' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const { email, tokens } = await newAccount(request);
    await signIn(page, tokens);
    const { keys } = await loseFirstAnswer(page, '**/accounting/payment-methods/add');
    await page.goto(`${METHODS}/create`);
    const card = page.getByRole('form', { name: 'Card' });
    await expect(fieldsOf(page, 'card').getByLabel('Card number')).toBeVisible();
    await expectAccessible(page, 'a new card');
    await typeCardAtProcessor(page, '4242424242424242');
    await press(card.getByRole('button', { name: 'Save card' }));
    await expect(card.getByText('The school field is required')).toBeVisible();
    await card.getByRole('combobox', { name: 'School' }).selectOption({ label: 'Hillmark School (HM)' });
    await press(card.getByRole('button', { name: 'Save card' }));
    await expect(card.getByRole('alert').first()).toBeVisible();
    await press(card.getByRole('button', { name: 'Save card' }));
    await expect(page).toHaveURL(METHODS);
    await expect(page.getByText('Visa ****4242')).toHaveCount(1);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);

    await page.getByRole('link', { name: 'Add' }).click();
    await page.getByRole('tab', { name: 'ACH' }).click();
    const bank = page.getByRole('form', { name: 'ACH' });
    await typeAccountAtProcessor(page, 'Log in at your bank');
    await bank
      .getByRole('combobox', { name: 'School' })
      .selectOption({ label: 'General usage: all schools' });
    await expect(bank.getByText('Account to be debited: the one you entered above')).toBeVisible();
    await bank.getByRole('checkbox', { name: 'I authorize these debits' }).press(' ');
    await press(bank.getByRole('button', { name: 'Save bank account' }));
    await expect(page).toHaveURL(METHODS);
    await expect(page.getByText('****6789')).toHaveCount(1);
    const { world } = portal.stripe.simulator;
    const [customer] = world.store.list('customer').filter((one) => one.email === email);
    const entries = world.store.list('setup_intent').filter((one) => one.customer === customer?.id);
    expect(entries.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  },
);
