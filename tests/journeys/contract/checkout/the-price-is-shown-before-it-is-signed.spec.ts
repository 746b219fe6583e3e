import { expect, test, type Page } from '@playwright/test';
import { PASSWORD } from '#tests/support/browser/account.ts';
import { changeTerm } from '#tests/support/season/change-season.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { amountBeside, confirm, expectSigned, clickCheckout } from '#tests/support/browser/wizard/steps.ts';
import {
  alter,
  anotherChild,
  atCheckout,
  aFamilyInWizard,
  buyByApi,
  HM_LOWER,
  HM_MORNING,
  HM_TWO_PAYMENTS,
  openStep,
  PERIOD_PROGRAMS,
  ROUTES,
  type Chosen,
} from '#tests/support/browser/wizard/prepared-draft.ts';

const FEES = 'What’s due today and later, by bank account and by card';
const row = (page: Page, name: string | RegExp) => amountBeside(page, FEES, name);
const CHANGED = 'The price has changed. Please check the new amounts. Nothing was charged.';

const useAid = async (page: Page, amount: string) => {
  await page.getByRole('button', { name: 'Use financial aid' }).click();
  await page.getByLabel('Financial aid code').fill('HM-AID-27');
  await page.getByRole('button', { name: 'Verify code' }).click();
  await page.getByLabel('Amount to be paid').fill(amount);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
};

/** @shows MB20.2 B-079 B-323 B-325 B-326 B-327 B-328 B-329 B-330 B-332 B-333 B-334 */
test(
  'one table has bank and card side by side for today, each later date and the year',
  { tag: '@phone' },
  async ({ page, request }) => {
    await atCheckout(page, await aFamilyInWizard(request, HM_TWO_PAYMENTS));
    const headings = page.getByRole('table', { name: FEES }).getByRole('columnheader');
    await expect(headings).toHaveText(['Item', 'By bank', /By card\s*Your choice/]);
    await expect(row(page, 'Deposit (Two payments)')).toHaveText(['$2,200.00', '$2,200.00']);
    await expect(row(page, /^Late bus/)).toHaveText(['$600.00', '$600.00']);
    await expect(row(page, 'Credit card convenience fee')).toHaveText(['$0.00', '$84.00']);
    await expect(row(page, 'Due today')).toHaveText(['$2,800.00', '$2,884.00']);
    // The Visa is the default, so it pays later whatever pays today (MP1).
    const byVisa = /^\$2,214\.50 ?includes a \$64\.50 fee$/;
    await expect(row(page, /^On \d\d\/\d\d\/\d{4}$/)).toHaveText([byVisa, byVisa]);
    await expect(row(page, 'Total for the year')).toHaveText(['$5,014.50', '$5,098.50']);
    await expect(page.getByText('Balance due on')).toHaveCount(0);

    await useAid(page, '2800.01');
    await expect(page.getByLabel('Amount to be paid')).toHaveAccessibleDescription(
      /must be \$2,800\.00 or less/,
    );
    await page.getByLabel('Amount to be paid').fill('2800');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(row(page, 'Due today')).toHaveText(['$1,400.00', '$1,442.00']);
    await page.getByLabel('Amount to be paid').fill('301');
    await expect(row(page, 'Due today')).toHaveText(['$2,800.00', '$2,884.00']);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    // 301.00 in two halves; the fee on half the payment amount of 2,800.00 (P).
    await expect(row(page, 'Financial aid')).toHaveText(['-$2,499.00', '-$2,499.00']);
    // A browser would break the line behind the minus.
    const wraps = (amounts: Element[]) => amounts.map((amount) => getComputedStyle(amount).whiteSpace);
    expect(new Set(await page.getByText(/^-\$/).evaluateAll(wraps))).toEqual(new Set(['nowrap']));
    await expect(row(page, 'Credit card convenience fee')).toHaveText(['$0.00', '$42.00']);
    await expect(row(page, 'Due today')).toHaveText(['$150.50', '$192.50']);
    const halfByVisa = /^\$155\.02 ?includes a \$4\.52 fee$/;
    await expect(row(page, /^On /)).toHaveText([halfByVisa, halfByVisa]);
    await expect(page.getByText('Balance due on June 30th').locator('..')).toContainText('$150.50');
    await expectAccessible(page, 'the fee table with aid');
  },
);

/** @shows B-326 B-331 B-333 */
test(
  'aid on a single payment is what is paid, and nothing is left',
  { tag: '@long' },
  async ({ page, request }) => {
    await atCheckout(
      page,
      await aFamilyInWizard(request, { ...HM_TWO_PAYMENTS, term: 'Pay in full, early' }),
    );
    await useAid(page, '300');
    await expect(row(page, 'Financial aid')).toHaveText(['-$4,500.00', '-$4,500.00']);
    await expect(row(page, 'Due today')).toHaveText(['$300.00', '$309.00']);
    await expect(row(page, /^On /)).toHaveCount(0);
    await expect(page.getByText('Balance due on')).toHaveCount(0);
    await page.getByLabel('Amount to be paid').fill('1');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(row(page, 'Due today')).toHaveText(['$1.00', '$1.03']);
    await clickCheckout(page);
    await expect(page.getByRole('dialog')).toContainText('$1.03');
    await confirm(page);
    await expectSigned(page);
  },
);

/** @shows B-204 B-324 B-325 */
test(
  'a checked number takes off a flat amount or a percentage, and gives way to aid',
  { tag: '@long' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const contract = await atCheckout(page, prepared);
    await expect(row(page, /Second child/)).toHaveCount(0);
    for (const [name, discount, bank] of [
      ['Round trip', '-$250.00', '$1,950.00'],
      ['Morning only', '-$140.00', '$1,260.00'],
    ] as const) {
      await page.getByRole('button', { name: 'Change: Contract' }).click();
      await page.getByRole('group', { name: 'Route' }).getByRole('radio', { name }).check();
      for (const addon of await page.getByRole('checkbox', { checked: true }).all()) await addon.uncheck();
      await page.getByRole('radio', { name: 'Two payments' }).check();
      await page.getByRole('button', { name: 'Previous' }).click();
      if (name === 'Round trip') {
        await page.getByRole('textbox', { name: 'contract number' }).fill(contract.contract_number);
        await page.getByRole('button', { name: 'Check contract number' }).click();
      }
      await expect(page.getByText('The contract number is valid.')).toBeVisible();
      await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
      await expect(row(page, /Second child/)).toHaveText([discount, discount]);
      await expect(row(page, 'Due today').first()).toHaveText(bank);
    }
    await useAid(page, '1000');
    await page.getByRole('button', { name: 'Apply aid without the discount' }).click();
    await expect(page.getByRole('button', { name: 'Applied' })).toBeVisible();
    await expect(row(page, /Second child/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove financial aid' }).click();
    await expect(row(page, 'Due today').first()).toHaveText('$1,260.00');
  },
);

/** @shows B-328 B-330 */
test('each way of paying carries its own fee', { tag: '@long' }, async ({ page, request }) => {
  const RIDGEWAY: Chosen = {
    school: 'rcs',
    program: 'rcs-middle-upper',
    grade: true,
    route: 'AM and PM',
    term: 'Two payments',
  };
  const prepared = await aFamilyInWizard(request, RIDGEWAY);
  await buyByApi(prepared, RIDGEWAY, '4242424242424242', await anotherChild(prepared));
  const [method] = await prepared.call('GET', '/accounting/payment-methods/read/all');
  Object.assign(prepared.draft.program, {
    payment_type: 'paymentTypeCreditCard',
    is_payment_type_chosen: true,
    payment_method: method.id,
  });
  await openStep(page, prepared, 4);
  await expect(row(page, 'Bank transfer handling')).toHaveText(['$2.50', '$0.00']);
  await expect(row(page, 'Credit card convenience fee')).toHaveText(['$0.00', '$75.00']);
  await expect(row(page, 'Due today')).toHaveText(['$2,502.50', '$2,575.00']);
  // The Visa is the default, so it pays later whatever pays today (MP1).
  const byVisa = /^\$2,421\.27 ?includes a \$70\.52 fee$/;
  await expect(row(page, /^On /)).toHaveText([byVisa, byVisa]);
});

const CHEAPER = {
  deposit: 4750.75,
  text: '$4,750.75',
  fee: '$142.52',
  byCard: '$4,893.27',
  byBank: '$4,753.25',
};
const DEARER = { deposit: 4800, text: '$4,800.00', fee: '$144.00', byCard: '$4,944.00', byBank: '$4,802.50' };

/** @shows B-089 B-211 */
test(
  'a price that changes is shown anew, row by row, and nothing is charged until Checkout is pressed again',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const chosen: Chosen = {
      school: 'rcs',
      program: 'rcs-middle-upper',
      grade: true,
      route: 'AM and PM',
      term: 'Pay in full',
    };
    const prepared = await aFamilyInWizard(request, chosen);
    const before = await buyByApi(prepared, chosen, '4242424242424242', await anotherChild(prepared));
    const [was, now] =
      before.order_detail.contract.base_contract_cost === DEARER.deposit
        ? [DEARER, CHEAPER]
        : [CHEAPER, DEARER];
    const [method] = await prepared.call('GET', '/accounting/payment-methods/read/all');
    Object.assign(prepared.draft.program, {
      payment_type: 'paymentTypeCreditCard',
      is_payment_type_chosen: true,
      payment_method: method.id,
    });
    await openStep(page, prepared, 4);
    await expect(row(page, 'Due today')).toHaveText([was.byBank, was.byCard]);
    await clickCheckout(page);
    await expect(page.getByRole('dialog')).toContainText(was.byCard);
    await changeTerm('rcs-middle-upper', 'Pay in full', now.deposit);
    await confirm(page);
    await expect(
      page.getByText('Error encountered: The price has changed since you last saw it.'),
    ).toBeVisible();
    const notice = page.getByRole('alert').filter({ hasText: CHANGED });
    await expect(notice.getByRole('listitem')).toHaveText([
      `Deposit (Pay in full): now ${now.text}, was ${was.text}`,
      `Credit card convenience fee: now ${now.fee}, was ${was.fee}`,
      `Due today: now ${now.byCard}, was ${was.byCard}`,
      `Total for the year: now ${now.byCard}, was ${was.byCard}`,
    ]);
    await expect(row(page, 'Due today')).toHaveText([now.byBank, now.byCard]);
    await expect(page).toHaveURL(/step=4/);
    await expectAccessible(page, 'a price that has changed');
    expect(await prepared.call('GET', '/order')).toHaveLength(1);
    await clickCheckout(page);
    await expect(page.getByRole('dialog')).toContainText(now.byCard);
    await confirm(page);
    await expectSigned(page);
    expect((await prepared.call('GET', '/order'))[0]).toMatchObject({
      _order_total: Number(now.byCard.replace(/[$,]/g, '')),
    });
  },
);

test(
  'a contract that changes while the family decides is read and accepted again',
  { tag: '@long' },
  async ({ page, request }) => {
    await alter(page, PERIOD_PROGRAMS, (programs) =>
      programs.map((each) => ({
        ...each,
        contract_text: '<p>An older contract.</p>',
        contract_text_hash: 'older',
      })),
    );
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await atCheckout(page, prepared);
    await clickCheckout(page);
    await page.unroute(PERIOD_PROGRAMS);
    await confirm(page);
    await expect(
      page.getByRole('alert').filter({ hasText: 'The contract has changed since you accepted it.' }),
    ).toBeVisible();
    await expect(page).toHaveURL(/step=0/);
    await expectAccessible(page, 'a contract that has changed');
    expect(await prepared.call('GET', '/order')).toHaveLength(1);
    await page.getByRole('button', { name: 'Continue to View Contract Terms' }).click();
    await expect(page.getByText('An older contract.')).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'contract terms' }).check();
    await expect(page.getByText('The contract has changed since you accepted it.')).toHaveCount(0);
    for (let step = 0; step < 4; step += 1) {
      await expect(page).toHaveURL(new RegExp(`step=${step}`));
      await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
    }
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
  },
);

test('so is a text about surge pricing', { tag: '@long' }, async ({ page, request }) => {
  const older = (routes: any[]) =>
    routes.map((each) => ({
      ...each,
      ...(each.has_surge_pricing && {
        surge_pricing_text: '<p>An older fee.</p>',
        surge_pricing_text_hash: 'older',
      }),
    }));
  await alter(page, ROUTES, older);
  const prepared = await aFamilyInWizard(request, {
    ...HM_LOWER,
    route: 'Afternoon only',
    term: 'Two payments',
  });
  await atCheckout(page, prepared, { is_surge_accepted: true });
  await clickCheckout(page);
  await page.unroute(ROUTES);
  await confirm(page);
  await expect(
    page.getByRole('alert').filter({ hasText: 'The surge pricing text has changed since you accepted it.' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/step=3/);
  const box = page.getByRole('region', { name: 'Surge pricing' }).getByRole('checkbox');
  await expect(box).not.toBeChecked();
  await box.check();
  await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);
});

test('and so are the terms of a bank debit, in place', { tag: '@long' }, async ({ page, request }) => {
  await alter(page, PERIOD_PROGRAMS, (programs) =>
    programs.map((each) => ({ ...each, ach_terms: '<p>Older terms.</p>', ach_terms_hash: 'older' })),
  );
  const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
  await buyByApi(prepared, HM_MORNING, '000123456789', await anotherChild(prepared));
  const [method] = await prepared.call('GET', '/accounting/payment-methods/read/all');
  Object.assign(prepared.draft.program, {
    payment_type: 'paymentTypeAch',
    is_payment_type_chosen: true,
    payment_method: method.id,
  });
  await openStep(page, prepared, 4);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  const box = page.getByRole('checkbox', { name: 'ACH terms' });
  await box.check();
  await clickCheckout(page);
  await page.unroute(PERIOD_PROGRAMS);
  await confirm(page);
  await expect(
    page.getByRole('alert').filter({ hasText: 'The ACH terms have changed since you accepted them.' }),
  ).toBeVisible();
  await expect(box).not.toBeChecked();
  await expect(box).toBeFocused();
  await expectAccessible(page, 'ACH terms that have changed');
  await box.check();
  await expect(page.getByText('The ACH terms have changed')).toHaveCount(0);
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);
});
