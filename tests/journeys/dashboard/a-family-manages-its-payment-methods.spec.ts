import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { leave, messageOf } from '#tests/support/browser/form-steps.ts';
import {
  buyOnTwoPayments,
  methodCard,
  METHODS,
  saveCard,
  typeAccountOf,
  typeCardOf,
} from '#tests/support/browser/payment-methods.ts';
import { loseFirstAnswer } from '#tests/support/browser/changed-responses.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

/** @shows A-063 A-080 B-117 B-120 B-122 B-156 B-256 B-257 B-290 S27.2 */
test('a family saves a card for its school and a bank account for every school', async ({
  page,
  request,
}) => {
  await signIn(page, (await newAccount(request)).tokens);
  await page.goto(METHODS);
  await expect(page.getByText("You don't have payment methods yet.")).toBeVisible();
  await expect(page).toHaveTitle(/Payment Methods$/);
  await expectAccessible(page, 'no payment methods');
  await page.getByRole('link', { name: 'Add' }).click();
  await expect(page).toHaveURL(`${METHODS}/create`);
  await expect(page).toHaveTitle(/Create Payment Method$/);

  const group = page.getByRole('combobox', { name: 'School' });
  await typeCardOf(page, '4242424242424242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(messageOf(group)).toHaveText('The school field is required');
  await expectAccessible(page, 'a card without its school');
  await group.selectOption({ label: 'Hillmark School (HM)' });
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page).toHaveURL(METHODS);
  const card = methodCard(page, 'Visa ****4242');
  for (const text of ['Adaeze Okafor', /^Expires 12\//, 'Hillmark School (HM)', 'Default'])
    await expect(card.getByText(text, { exact: typeof text === 'string' })).toBeVisible();

  await page.getByRole('link', { name: 'Add' }).click();
  await page.getByRole('tab', { name: 'ACH' }).click();
  await typeAccountOf(page);
  await page.getByRole('button', { name: 'Save bank account' }).click();
  await expect(messageOf(group)).toHaveText('The school field is required');
  await expect(messageOf(page.getByRole('textbox', { name: /phone/i })), 'no phone is needed').toHaveText('');
  await group.selectOption({ label: 'General usage: all schools' });
  await page.getByRole('tab', { name: 'Card' }).click();
  await expect(
    page.getByRole('form', { name: 'Card' }).getByRole('combobox', { name: 'School' }),
    'what both forms ask goes along',
  ).toHaveValue('general');
  await page.getByRole('tab', { name: 'ACH' }).click();
  await expect(
    page.getByRole('textbox', { name: 'Account number' }),
    'and what was typed is still there',
  ).toHaveValue('000123456789');
  const authorization = page.getByRole('checkbox', { name: 'I authorize these debits' });
  await expect(messageOf(authorization)).toHaveText('The authorization of bank debits field is required');
  await expect(page.getByRole('region', { name: 'ACH terms' })).toContainText(
    'I authorize Harborline School Bus, Inc. to debit the bank account',
  );
  await expect(page.getByText('Account to be debited: Checking ****6789', { exact: true })).toBeVisible();
  await authorization.check();
  await expectAccessible(page, 'a bank account that is typed');
  await page.getByRole('button', { name: 'Save bank account' }).click();
  await expect(page).toHaveURL(METHODS);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/\*\*\*\*6789$/, 'Visa ****4242']);
  await expect(methodCard(page, /6789/).getByText('General usage: all schools')).toBeVisible();
  await expectAccessible(page, 'two payment methods');
});

/** @shows S15.7 */
test(
  'an account that waits for its bank says until when, and cannot become the default',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    await page.goto(`${METHODS}/create`);
    await page.getByRole('tab', { name: 'ACH' }).click();
    await typeAccountOf(page, '000666666661');
    await page
      .getByRole('combobox', { name: 'School' })
      .selectOption({ label: 'General usage: all schools' });
    await page.getByRole('checkbox', { name: 'I authorize these debits' }).check();
    await page.getByRole('button', { name: 'Save bank account' }).click();
    await expect(page).toHaveURL(METHODS);
    const account = methodCard(page, /6661/);
    await expect(account.getByText(/^Waiting for your bank, deposit on \d\d\/\d\d$/)).toBeVisible();
    await expectAccessible(page, 'an account that waits');
    await account.getByRole('link', { name: /^Edit/ }).click();
    await expect(page.getByText('You can use this account once your bank has verified it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make default' })).toBeDisabled();
  },
);

/** @shows B-246 B-247 B-248 B-249 B-250 B-252 B-254 B-255 B-256 */
test(
  'the forms name what is missing or wrong under its field, and save nothing',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await signIn(page, family.tokens);
    await page.goto(`${METHODS}/create`);
    await page.getByRole('button', { name: 'Save card' }).click();
    const box = (name: string) => page.getByRole('textbox', { name, exact: true });
    const list = (name: string) => page.getByRole('combobox', { name, exact: true });
    for (const field of [
      list('School'),
      box('Card number'),
      box('Name on card'),
      list('Month'),
      list('Year'),
      box('Security code'),
    ]) {
      await expect(messageOf(field)).toHaveText(/is required$/);
    }
    await expect(page.getByText('Visa, MasterCard, Amex, Discover')).toBeVisible();
    for (const [field, wrong, right] of [
      [box('Card number'), '3530111333300000', '378282246310005'],
      [box('Card number'), '4111111111111112', '4111111111111111'],
      [box('Name on card'), 'x'.repeat(256), 'x'.repeat(255)],
      [box('Security code'), 'ab', '123'],
      [box('Security code'), '1', '123'],
    ] as const) {
      await leave(field, wrong);
      await expect(messageOf(field), wrong).not.toHaveText('');
      await leave(field, right);
      await expect(messageOf(field), right).toHaveText('');
    }
    await page.getByRole('tab', { name: 'ACH' }).click();
    for (const name of ['First name', 'Last name', 'Email']) await box(name).fill('');
    await page.getByRole('button', { name: 'Save bank account' }).click();
    const required = [
      'Routing number',
      'Account number',
      'First name',
      'Last name',
      'Address',
      'City',
      'Zip',
      'Email',
    ];
    for (const name of required) await expect(messageOf(box(name)), name).toHaveText(/is required$/);
    await expect(messageOf(list('State'))).toHaveText(/is required$/);
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(messageOf(page.getByRole('radio', { name: 'Savings' }))).toHaveText(/is required$/);
    for (const name of required.slice(2, 7)) {
      await box(name).fill('x'.repeat(256));
      await expect(messageOf(box(name)), name).toHaveText(/may not be greater than 255 characters$/);
    }
    await box('Email').fill('nobody');
    await expect(messageOf(box('Email'))).not.toHaveText('');
    const phone = page.getByRole('textbox', { name: /phone/i });
    await phone.fill('123');
    await phone.blur();
    await expect(messageOf(phone)).toHaveText('Must be in format: 123-456-7890');
    expect(await family.call('GET', '/accounting/payment-methods/read/all')).toEqual([]);
  },
);

/** @shows A-063 B-119 B-121 B-219 B-291 B-292 B-316 */
test(
  'another card becomes the default, and one that is not needed is deleted after a question',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await saveCard(family);
    const second = await saveCard(family, { type: 'MasterCard', number: '5555555555554444' });
    await signIn(page, family.tokens);
    await page.goto(METHODS);
    await expect(methodCard(page, 'Visa ****4242').getByText('Default', { exact: true })).toBeVisible();
    await methodCard(page, /4444/).getByRole('link', { name: 'Edit' }).click();
    await expect(page).toHaveURL(`${METHODS}/edit/${second.id}`);
    await expect(page).toHaveTitle(/Edit Payment Method$/);
    const calls: { path: string; body: unknown }[] = [];
    page.on(
      'request',
      (sent) =>
        sent.method() === 'POST' &&
        calls.push({ path: new URL(sent.url()).pathname, body: sent.postDataJSON() }),
    );
    const makeDefault = page.getByRole('button', { name: 'Make default' });
    await expectAccessible(page, 'a payment method');
    await makeDefault.click();
    await expect(makeDefault).toHaveCount(0);
    expect(calls).toEqual([
      {
        path: '/api/accounting/payment-methods/defaultPaymentMethod',
        body: { data: { id: second.id, is_default: true, user_id: second.user_id } },
      },
    ]);
    await page.getByRole('link', { name: 'Back to your payment methods' }).click();
    await expect(methodCard(page, /4444/).getByText('Default', { exact: true })).toBeVisible();
    await expect(methodCard(page, /4242/).getByText('Default', { exact: true })).toHaveCount(0);

    await methodCard(page, /4242/).getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this payment method?' });
    await expectAccessible(page, 'the question before a payment method is deleted');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(calls).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(METHODS);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([/4444$/]);
  },
);

/** @shows B-317 */
test(
  'the only card of a payment to come is kept, and the screen says what to do',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const order = await buyOnTwoPayments(family);
    await signIn(page, family.tokens);
    await page.goto(METHODS);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const [year, month, day] = order.payments[1].pay_on.split('-');
    await expect(page.getByRole('alert')).toHaveText(
      `Failed to delete payment method: The payment for order ${order.id} due on ${month}/${day}/${year} ` +
        'has no other payment method. please add a new form of payment and mark it as default. ' +
        'The default form of payment will be used for the scheduled payment.',
    );
    await expectAccessible(page, 'a payment method that is needed');
    await saveCard(family, { type: 'MasterCard', number: '5555555555554444' }, 'general');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(METHODS);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['MasterCard ****4444']);
  },
);

/** @shows B-315 B-317 B-318 */
test(
  'what the server says is read where it belongs: one sentence of an addition, all of a default',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await saveCard(family);
    const { id } = await saveCard(family, { type: 'MasterCard', number: '5555555555554444' });
    await signIn(page, family.tokens);
    const refuse = (call: string, status: number, json: object) =>
      page.route(`**/api/accounting/payment-methods/${call}`, (route) =>
        route.fulfill({ status, json: { success: false, ...json } }),
      );
    await refuse('defaultPaymentMethod', 200, { del_errors: ['This card is locked.', 'Call the office.'] });
    await refuse('delete', 500, { errors: ['Something broke.'] });
    await refuse('add', 422, { errors: ['The first reason.', 'The second reason.'] });
    await page.goto(`${METHODS}/edit/${id}`);
    await page.getByRole('button', { name: 'Make default' }).click();
    await expect(page.getByRole('alert')).toContainText('This card is locked.');
    await expect(page.getByRole('alert')).toContainText('Call the office.');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      /^Failed to delete payment method: Something broke\. please add a new form of payment/,
    );

    await page.goto(`${METHODS}/create`);
    await page.getByRole('combobox', { name: 'School' }).selectOption({ index: 1 });
    await typeCardOf(page, '4242424242424242');
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByRole('alert')).toHaveText(/The first reason\.$/);
    await expect(page.getByRole('textbox', { name: 'Card number' }), 'nothing is lost').toHaveValue(
      '4242 4242 4242 4242',
    );
  },
);

test(
  'a card that is pressed again after a lost answer is saved once',
  { tag: '@once' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await signIn(page, family.tokens);
    const { keys } = await loseFirstAnswer(page, '**/api/accounting/payment-methods/add');
    await page.goto(`${METHODS}/create`);
    await page.getByRole('combobox', { name: 'School' }).selectOption({ index: 1 });
    await typeCardOf(page, '4242424242424242');
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page).toHaveURL(METHODS);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Visa ****4242']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept.replaceAll(/\D/g, '')).not.toContain('4242424242424242');
  },
);

/** @shows B-118 B-156 */
test(
  'the list is newest first, and a card that ends soon or has expired says so',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const method = await saveCard(family);
    const [{ date }] = await family.call('GET', '/server/info');
    const [year, month] = date.split('-').map(Number) as [number, number];
    const served = [
      {
        ...method,
        id: 1,
        ident: '****0001',
        created_at: '2026-01-02T10:00:00.000Z',
        exp_month: month,
        exp_year: year,
        program_group: null,
        is_default: false,
      },
      {
        ...method,
        id: 2,
        ident: '****0002',
        created_at: '2026-01-03T10:00:00.000Z',
        exp_month: 1,
        exp_year: year - 1,
        is_default: false,
      },
      {
        ...method,
        id: 3,
        ident: '****0003',
        created_at: '2026-01-01T10:00:00.000Z',
        exp_month: month,
        exp_year: year + 2,
      },
    ];
    await page.route('**/api/accounting/payment-methods/read/all', (route) =>
      route.fulfill({ json: { success: true, items: served } }),
    );
    await signIn(page, family.tokens);
    await page.goto(METHODS);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([/0002$/, /0001$/, /0003$/]);
    await expect(methodCard(page, /0002/).getByText(`Expired 01/${year - 1}`)).toBeVisible();
    await expect(methodCard(page, /0003/).getByText(/^Expires \d\d\/\d{4}$/)).toBeVisible();
    await expect(methodCard(page, /0001/).getByText('General usage: all schools')).toBeVisible();
    await expect(methodCard(page, /0003/).getByText(method.program_group.text)).toBeVisible();
    await expectAccessible(page, 'expired payment methods');
    await methodCard(page, /0002/).getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByRole('button', { name: 'Make default' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, 'an expired payment method');
  },
);

test(
  'staff who look through the eyes of a family can change none of its payment methods',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await saveCard(family);
    await saveCard(family, { type: 'MasterCard', number: '5555555555554444' });
    await signIn(page, family.tokens);
    await page.route('**/api/user', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...body, items: [{ ...body.items[0], is_impersonated: true }] },
      });
    });
    await page.goto(METHODS);
    await page.getByRole('link', { name: 'Edit' }).first().click();
    for (const name of ['Make default', 'Delete']) {
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
      await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
        'Only the parent can change payment methods.',
      );
    }
  },
);
