import { expect, test, type Page } from '@playwright/test';
import { PASSWORD } from '#tests/support/browser/account.ts';
import { expectAnswers, messageOf } from '#tests/support/browser/form-steps.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { holdCall } from '#tests/support/browser/changed-responses.ts';
import { confirm, expectSigned, clickCheckout } from '#tests/support/browser/wizard/steps.ts';
import {
  alter,
  anotherChild,
  aFamilyInWizard,
  buyByApi,
  HM_LOWER,
  HM_MORNING,
  HM_TWO_PAYMENTS,
  keptDraft,
  openStep,
  PERIOD_PROGRAMS,
  ROUTES,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';

const ORDER = '**/api/order';
const VERIFY = '**/api/period/program/financial_aid_code/verify/*';
const REQUIRED = 'Some fields are required to proceed.';
const NOT_APPLIED =
  'You must enter the financial aid amount and click the apply button to confirm financial aid';
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const checkout = (page: Page) =>
  page.getByRole('button', { name: 'Checkout', exact: true, includeHidden: true });
const signing = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Sign and pay?' });

/** Stands at the checkout; another child's contract has left a card, or an account, to pay with. */
async function atCheckout(
  page: Page,
  prepared: FamilyInWizard,
  { by = '4242424242424242', ...changes }: { by?: string; [field: string]: unknown } = {},
): Promise<void> {
  await buyByApi(prepared, HM_MORNING, by, await anotherChild(prepared));
  const [method] = await prepared.call('GET', '/accounting/payment-methods/read/all');
  const payment_type = by.startsWith('000') ? 'paymentTypeAch' : 'paymentTypeCreditCard';
  Object.assign(prepared.draft.program, {
    payment_type,
    is_payment_type_chosen: true,
    payment_method: method.id,
    ...changes,
  });
  await openStep(page, prepared, 4);
  await expect(page.getByRole('heading', { name: /Review and sign/ })).toBeVisible();
}

/** @shows B-078 B-080 B-081 B-082 B-085 B-086 B-087 B-088 B-090 B-211 */
test(
  'everything stands on one page, a dialog asks once more, and the draft is gone afterwards',
  { tag: '@phone' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS, {
      guardian_2_first_name: 'Obi',
      guardian_2_last_name: 'Okafor',
      guardian_2_phone_mobile: '914-555-0177',
      guardian_2_email: 'obi@okafor.example',
    });
    await atCheckout(page, prepared, { special_request: 'Front seat, please.' });
    const student = part(page, 'Student');
    for (const text of [
      'Chidi Okafor',
      '12 Elm Street',
      'Yonkers',
      'Adaeze Okafor, 914-555-0102',
      'Obi Okafor, 914-555-0177, obi@okafor.example',
    ])
      await expect(student).toContainText(text);
    for (const text of ['Lower Division', 'Round trip', 'Late bus', 'Two payments', 'Front seat, please.'])
      await expect(part(page, 'Contract')).toContainText(text);
    await expect(part(page, 'Payment method')).toContainText('Card');
    await expect(part(page, 'Payment method')).toContainText('Visa ****4242');
    await expect(part(page, 'Financial aid')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'ACH terms' })).toHaveCount(0);
    await expect.poll(async () => (await keptDraft(page)).student.first_name).toBe('Chidi');

    let posts = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(ORDER, async (route) => {
      if (route.request().method() === 'POST') {
        posts += 1;
        await held;
      }
      return route.fallback();
    });
    await clickCheckout(page);
    await expect(signing(page).getByRole('button')).toHaveText(['Close', 'Confirm and Checkout', 'Cancel']);
    await expectAccessible(page, 'the confirmation');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(signing(page)).toHaveCount(0);
    expect(posts).toBe(0);
    await clickCheckout(page);
    await confirm(page);
    await expect(page.getByText('Processing order... Please do not refresh this page.')).toBeVisible();
    for (const button of await checkout(page).all())
      await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, 'the order under way');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Processing order... Please do not refresh this page.')).toBeVisible();
    release();
    await expectSigned(page);
    const [order] = await prepared.call('GET', '/order');
    await expect(page).toHaveURL(new RegExp(`/order/success/${order.id}\\b`));
    expect(order.order_detail.contract.special_request).toBe('Front seat, please.');
    expect(await page.evaluate(() => sessionStorage.getItem('contract'))).toBeNull();
    await page.goto('/contract?school=hm&step=2');
    await expect(page).toHaveURL(/step=0/);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  },
);

/** @shows B-082 B-084 B-258 B-342 */
test(
  'a bank debit is not signed before its payer has said who they are and accepted the terms',
  { tag: '@long' },
  async ({ page, request }) => {
    await atCheckout(page, await aFamilyInWizard(request, HM_TWO_PAYMENTS), { by: '000123456789' });
    const consent = part(page, 'Confirm the bank debit');
    const email = consent.getByRole('textbox', { name: 'Email' });
    const password = consent.getByRole('textbox', { name: 'Password' });
    const terms = consent.getByRole('checkbox', { name: 'ACH terms' });
    await clickCheckout(page);
    await expect(page.getByText(REQUIRED)).toBeVisible();
    await expect(password).toBeFocused();
    await expect(messageOf(password)).toHaveText('The password field is required');
    await expect(messageOf(terms)).toHaveText('The authorization of bank debits field is required');
    await expectAccessible(page, 'a bank debit that is not confirmed');
    await expectAnswers(email, [
      ['', 'The email field is required'],
      ['nobody', 'The email field must be a valid email'],
      [`${'a'.repeat(250)}@b.example`, 'The email field must be a valid email'],
      ['a@b.example', null],
    ]);
    await expectAnswers(password, [
      ['12345', 'The password field must be at least 6 characters'],
      ['x'.repeat(256), 'The password field may not be greater than 255 characters'],
      [PASSWORD, null],
    ]);
    await clickCheckout(page);
    await expect(signing(page)).toHaveCount(0);
    await terms.check();
    await clickCheckout(page);
    await expect(signing(page)).toBeVisible();
  },
);

/** @shows B-090 */
test(
  'Checkout waits for all that its price is made of, and the price is asked for once',
  { tag: '@long' },
  async ({ page, request }) => {
    const quotes: string[] = [];
    page.on('request', (sent) => void (sent.url().endsWith('/api/order/quote') && quotes.push(sent.url())));
    const routes = await holdCall(page, ROUTES);
    await atCheckout(page, await aFamilyInWizard(request, HM_TWO_PAYMENTS));
    await expect(page.getByRole('region', { name: 'Payment method' })).toContainText('****4242');
    await expect(checkout(page).last()).toHaveAttribute('aria-disabled', 'true');
    expect(quotes).toEqual([]);
    routes.release();
    await clickCheckout(page);
    await expect(signing(page)).toBeVisible();
    expect(quotes).toHaveLength(1);
  },
);

/** @shows B-083 */
test(
  'the ACH terms are those of the program, else of the division',
  { tag: '@long' },
  async ({ page, request }) => {
    const chosen = {
      school: 'rcs',
      program: 'rcs-middle-upper',
      grade: true,
      route: 'AM and PM',
      term: 'Two payments',
    };
    const prepared = await aFamilyInWizard(request, chosen);
    await buyByApi(prepared, chosen, '000123456789', await anotherChild(prepared));
    const [method] = await prepared.call('GET', '/accounting/payment-methods/read/all');
    Object.assign(prepared.draft.program, {
      payment_type: 'paymentTypeAch',
      is_payment_type_chosen: true,
      payment_method: method.id,
    });
    await openStep(page, prepared, 4);
    const [program] = await prepared.call(
      'GET',
      `/period/program/read/all/${await periodOf(prepared, 'rcs')}/${prepared.draft.program.id}`,
    );
    const shown = part(page, 'ACH terms');
    await expect(shown).toHaveText(textOf(program.ach_terms));
    const other = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const [division] = await other.call('GET', '/division/read/all');
    const [lower] = await other.call(
      'GET',
      `/period/program/read/all/${await periodOf(other, 'hm')}/${other.draft.program.id}`,
    );
    expect(lower.ach_terms).toBe(division.ach_terms);
    expect(program.ach_terms).not.toBe(division.ach_terms);
    await alter(page, PERIOD_PROGRAMS, (programs) =>
      programs.map((each) => ({ ...each, ach_terms: division.ach_terms })),
    );
    await page.reload();
    await expect(shown).toHaveText(textOf(division.ach_terms));
  },
);

const textOf = (html: string) => html.replace(/<[^>]+>/g, '');
const periodOf = async ({ call }: FamilyInWizard, path: string): Promise<number> =>
  (await call('GET', `/program_group_path/get/path/${path}`))[0].current_period_id;

/** @shows B-091 B-092 */
test(
  'Checkout waits for the consent to surge pricing and for an unchecked number, and says so',
  { tag: '@long' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, {
      ...HM_LOWER,
      route: 'Afternoon only',
      term: 'Two payments',
    });
    await atCheckout(page, prepared, { second_student_contract_number: '26-HM-000001-K' });
    const button = checkout(page).filter({ visible: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/^Accept surge pricing/);
    await expectAccessible(page, 'a Checkout that waits');
    await button.click({ force: true });
    await expect(signing(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Change: Contract' }).click();
    await page.getByRole('region', { name: 'Surge pricing' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/contract number/);
    await page.getByRole('button', { name: 'Use financial aid' }).click();
    await page.getByRole('button', { name: 'Remove financial aid' }).click();
    await expect(button).toBeEnabled();
  },
);

/** @shows B-204 B-205 B-206 B-207 B-208 B-209 B-210 B-259 B-260 B-261 B-309 B-327 B-342 */
test('financial aid goes from a click to a code, an amount and applied, and back', async ({
  page,
  request,
}) => {
  await atCheckout(page, await aFamilyInWizard(request, HM_TWO_PAYMENTS));
  const aid = part(page, 'Financial aid');
  const code = aid.getByLabel('Financial aid code');
  const amount = aid.getByLabel('Amount to be paid');
  const verify = aid.getByRole('button', { name: 'Verify code' });
  const apply = aid.getByRole('button', { name: 'Apply', exact: true });
  await aid.getByRole('button', { name: 'Use financial aid' }).click();
  await expect(code).toBeFocused();
  await clickCheckout(page);
  await expect(page.getByText(NOT_APPLIED)).toBeVisible();
  await expect(page.getByText(REQUIRED)).toBeVisible();
  await expect(signing(page)).toHaveCount(0);
  await expectAccessible(page, 'aid that is not applied');
  await verify.click();
  await expect(code).toHaveAccessibleDescription(/The financial aid code field is required/);
  await code.fill('C'.repeat(21));
  await verify.click();
  await expect(code).toHaveAccessibleDescription(
    /The financial aid code field may not be greater than 20 characters/,
  );

  for (const [answer, sentence] of [
    [
      { status: 422, json: { success: false, errors: ['No such code.', 'Ask your school.'] } },
      /No such code\. Ask your school\./,
    ],
    ['abort', /Network Error/],
    [null, /The financial aid code is not valid\./],
  ] as const) {
    if (answer)
      await page.route(VERIFY, (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)), {
        times: 1,
      });
    await code.fill('HM-NONE');
    await verify.click();
    await expect(code).toHaveAccessibleDescription(sentence);
    await expect(code).toHaveValue('');
  }
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(VERIFY, async (route) => held.then(() => route.continue()), { times: 1 });
  await code.fill(' hm-aid-27 ');
  await verify.click();
  await expect(aid.getByRole('button', { name: 'Verifying...' })).toBeVisible();
  release();
  for (const [typed, sentence] of [
    ['', /The amount to be paid field is required/],
    ['10.123', /must be numeric and may contain decimal points/],
    ['0.99', /must be \$1\.00 or more/],
    ['2800.01', /must be \$2,800\.00 or less/],
  ] as const) {
    await amount.fill(typed);
    await apply.click();
    await expect(amount).toHaveAccessibleDescription(sentence);
  }
  await amount.fill('10.12');
  await apply.click();
  await expect(aid.getByRole('button', { name: 'Applied' })).toBeVisible();
  await expect(page.getByText(NOT_APPLIED)).toHaveCount(0);
  await expectAccessible(page, 'aid that is applied');
  await amount.fill('11.12');
  await expect(aid.getByRole('button', { name: 'Applied' })).toHaveCount(0);
  await apply.click();
  await expect(aid.getByRole('button', { name: 'Applied' })).toBeVisible();
  await code.fill('HM-AID-2');
  await expect(verify).toBeVisible();
  await expect(amount).toHaveCount(0);
  await clickCheckout(page);
  await expect(signing(page)).toHaveCount(0);
  await aid.getByRole('button', { name: 'Remove financial aid' }).click();
  await expect(aid.getByRole('button', { name: 'Use financial aid' })).toBeVisible();
  await clickCheckout(page);
  await expect(signing(page)).toContainText('$2,884.00');
});

/** @shows B-089 B-211 B-303 B-304 B-305 */
test(
  'whatever shape an error has, it is said, and everything stays',
  { tag: '@long' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await atCheckout(page, prepared);
    const SORRY =
      'Sorry about that :(. We encountered an unexpected error in processing your order. ' +
      'Please come back again later.';
    const shapes: [unknown, string][] = [
      [['Card declined'], 'Card declined'],
      [['The first.', 'The second.'], 'The first.\nThe second.'],
      ['One sentence.', 'One sentence.'],
      [{ card: { is: 'odd' } }, SORRY],
    ];
    let answer: unknown;
    await page.route(ORDER, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { success: false, errors: answer } })
        : route.fallback(),
    );
    for (const [errors, said] of shapes) {
      answer = errors;
      await clickCheckout(page);
      await confirm(page);
      const box = page.getByRole('alert').filter({ hasText: 'Error encountered: ' });
      await expect(box).toBeVisible();
      expect(await box.innerText()).toBe(`Error encountered: ${said}`);
      await expect(page).toHaveURL(/step=4/);
      await expect(page.getByText('Processing order...')).toHaveCount(0);
    }
    await expect.poll(async () => (await keptDraft(page)).student.first_name).toBe('Chidi');
    await expectAccessible(page, 'a refused order');
  },
);

/** @shows B-306 B-307 */
test(
  'what the server says of a field stands at that field, all else above the form',
  { tag: '@long' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, HM_LOWER);
    await openStep(page, prepared, 1);
    const name = page.getByRole('group', { name: 'Student', exact: true }).getByLabel('First name');
    await expect(name).toHaveValue('Chidi');
    const SAVE = `**/api/student/${prepared.student_id}`;
    const answers = {
      success: false,
      errors: ['The first name field is odd'],
      field_errors: { first_name: ['The first name field is odd'] },
    };
    await page.route(
      SAVE,
      (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: answers }) : route.fallback(),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
    await expect(messageOf(name)).toHaveText('The first name field is odd');
    await page.route(
      SAVE,
      (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 422, json: { success: false, errors: ['The office is closed.'] } })
          : route.fallback(),
      { times: 1 },
    );
    await name.fill('Chidi B.');
    await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The office is closed.' })).toBeVisible();
    await expect(page).toHaveURL(/step=1/);
  },
);

/** @shows B-093 B-094 B-095 B-096 */
test(
  'a signed contract is thanked for once, and leads to the orders and to the next child',
  { tag: '@long' },
  async ({ page, request, browser }) => {
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await atCheckout(page, prepared);
    await clickCheckout(page);
    await confirm(page);
    await page.waitForURL(/\/order\/success\/\d+/);
    const thanks = page.getByRole('dialog');
    await expect(thanks).toContainText(
      'Route information will be emailed to you one week before the first day of school.',
    );
    await expectAccessible(page, 'the thank-you');
    await thanks.getByRole('button', { name: 'Got it' }).click();
    const [order] = await prepared.call('GET', '/order');
    const today = (await prepared.call('GET', '/server/info'))[0].date_human;
    for (const [label, value] of [
      ['Order number', String(order.id)],
      ['Contract number', order.order_detail.contract.contract_number],
      ['Ordered item', 'Transportation Contract'],
      ['Student', 'Chidi Okafor'],
      ['Order date', today],
    ]) {
      await expect(
        page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]'),
      ).toHaveText(value);
    }
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The contract is signed' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page, 'the success page');
    await page.getByRole('link', { name: 'Purchase another contract' }).click();
    await expect(page).toHaveURL(/\/contract\?school=hm/);
    await page.goBack();
    await page.getByRole('link', { name: 'Go to your orders' }).click();
    await expect(page).toHaveURL(/\/dashboard\/orders$/);
    const stranger = await browser.newPage();
    await stranger.goto(`/order/success/${order.id}`);
    await expect(stranger).toHaveURL(/\/login/);
    await stranger.close();
  },
);
