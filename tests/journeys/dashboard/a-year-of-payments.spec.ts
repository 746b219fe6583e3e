import { expect, test, type Page } from '@playwright/test';
import { addBusinessDays } from '#kit/business-days.ts';
import {
  addDays,
  addMonthsClamped,
  formatDate,
  formatDateWithWeekday,
  plainDate,
  type PlainDate,
} from '#kit/plain-date.ts';
import { PASSWORD } from '#tests/support/browser/account.ts';
import { mailsTo } from '#tests/support/browser/mails.ts';
import { METHODS, typeAccountOf, typeCardOf } from '#tests/support/browser/payment-methods.ts';
import { plantSecret } from '#tests/support/browser/planted-secret.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { expectReceipt, stop } from '#tests/support/browser/receipt-page.ts';
import { uploadDrawnPhoto } from '#tests/support/app/upload-photo.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { keptByBrowser, keptByPortal, keptIn } from '#tests/support/browser/stored-secrets.ts';
import { picture } from '#tests/support/browser/picture.ts';
import {
  moveClockTo,
  openClock,
  startPortalWithClock,
  type PortalWithClock,
} from '#tests/support/portal/portal-with-clock.ts';
import {
  confirm,
  expectSigned,
  newFamily,
  clickCheckout,
  typeBank,
  typeCard,
  walkToPayment,
  type Choice,
} from '#tests/support/browser/wizard/steps.ts';
import {
  anotherChild,
  aFamilyInWizard,
  openStep,
  type Chosen,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';

// One after the other, on one portal of their own: the clock only goes forward.
test.describe.configure({ mode: 'serial' });

let rehearsal: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  rehearsal = await startPortalWithClock({ LOG_LEVEL: 'trace' });
});
test.afterAll(() => rehearsal.stop());

const FOUR_PAYMENTS: Chosen = {
  school: 'rcs',
  program: 'rcs-lower',
  route: 'AM and PM',
  term: 'Four payments',
  grade: true,
};

const TWO_PAYMENTS: Chosen = {
  school: 'rcs',
  program: 'rcs-middle-upper',
  route: 'AM and PM',
  term: 'Two payments',
  grade: true,
};

// Typed with every card but Amex, whose codes have four digits; nothing else is written like them.
const CODE = '047';
const AMEX_CODE = '0839';

/** All that is typed in these stories. */
const SECRETS = {
  numbers: [
    '4000000000006629',
    '5555555555554444',
    '4000000000000002',
    '4000000000006603',
    '378282246310005',
    '000222222227',
    '000111111113',
    '000123456789',
    '000333333335',
  ],
  codes: [CODE, AMEX_CODE],
};

/** On no list and typed nowhere: the search is tried with it. */
const PLANTED = { numbers: ['4111111111111111'], codes: [] };

const subjectsTo = async (address: string) =>
  (await mailsTo(address, rehearsal.portal.dataDir)).map(({ subject }) => subject);
const orderOf = async (family: FamilyInWizard) => (await family.call('GET', '/order'))[0];
/** What the family sees while a bank works on a debit, and when it comes back. */
async function expectDebit(home: Page, order_id: number, sentOn: PlainDate): Promise<void> {
  await home.goto(`/dashboard/orders/${order_id}`);
  await expect(stop(home, 1)).toContainText(`Processing at the bank since ${formatDate(sentOn)}`);
  await expect(home.getByText('couldn’t collect')).toHaveCount(0);
}

test(
  'a bank returns a debit for want of funds, twice, and another account is closed: the family sees each step',
  { tag: ['@once', '@long'] },
  async ({ browser }) => {
    test.setTimeout(300_000);
    const { api, open } = rehearsal;
    const family = await aFamilyInWizard(api, TWO_PAYMENTS);
    const home = await open(browser, 'phone');
    const office = await openClock(rehearsal, browser);
    const returnMails = async () =>
      (await mailsTo(family.email, rehearsal.portal.dataDir)).filter(
        ({ subject }) => subject === 'Your bank returned your payment of $2,502.50',
      );

    await openStep(home, family, 3);
    await home.getByLabel('Phone').fill('718-555-0144');
    await typeBank(home, '000222222227');
    await home.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await home.getByRole('checkbox', { name: 'ACH terms' }).check();
    await clickCheckout(home);
    await confirm(home);
    await expectSigned(home);
    const { id, order_detail } = await orderOf(family);
    const [{ date: today }] = await family.call('GET', '/server/info');
    await expectDebit(home, id, today);
    await expectAccessible(home, 'an order that a bank works on');
    await picture(home, 'bank-processing');
    await home.getByRole('link', { name: 'View receipt', exact: true }).click();
    await expect(home.getByRole('main')).toContainText('$2,502.50');

    const firstReturn = addBusinessDays(today, 3);
    const secondAttempt = addBusinessDays(firstReturn, 5);
    await moveClockTo(office, addDays(firstReturn, -1));
    expect(await returnMails()).toEqual([]);
    await moveClockTo(office, firstReturn);
    await home.goto(`/dashboard/orders/${id}`);
    await expect(stop(home, 1)).toContainText(
      `Your bank returned $2,502.50. Next attempt: ${formatDateWithWeekday(secondAttempt)}`,
    );
    await expectAccessible(home, 'an order with a returned debit');
    await picture(home, 'bank-returned');
    const [told] = await returnMails();
    expect(told!.text).toContain('insufficient funds');
    expect(told!.text).toContain(`We’ll try again on ${formatDate(secondAttempt)} and charge $2,502.50`);
    // An order stays its family's although its first debit came back (M6).
    await home.goto('/dashboard/orders');
    await expect(home.getByRole('main')).toContainText('We couldn’t collect payment 1 ($2,502.50)');

    await moveClockTo(office, secondAttempt);
    await expectDebit(home, id, secondAttempt);
    const secondReturn = addBusinessDays(secondAttempt, 3);
    await moveClockTo(office, secondReturn);
    const payday = [
      `${secondReturn.slice(0, 7)}-15`,
      addMonthsClamped(plainDate(`${secondReturn.slice(0, 7)}-01`), 1),
    ].find((day) => day > secondReturn)!;
    await home.goto(`/dashboard/orders/${id}`);
    await expect(stop(home, 1)).toContainText(`Next attempt: ${formatDateWithWeekday(plainDate(payday))}`);
    expect(await returnMails()).toHaveLength(2);

    await home.goto(`${METHODS}/create`);
    await home.getByRole('tab', { name: 'ACH' }).click();
    await home
      .getByRole('combobox', { name: 'School' })
      .selectOption({ label: 'General usage: all schools' });
    await typeAccountOf(home, '000111111113');
    await home
      .getByRole('combobox', { name: 'School' })
      .selectOption({ label: 'Ridgeway Country School (RCS)' });
    await home.getByRole('checkbox', { name: 'Use as default' }).check();
    await home.getByRole('checkbox', { name: 'I authorize these debits' }).check();
    await home.getByRole('button', { name: 'Save bank account' }).click();
    await expect(home).toHaveURL(new RegExp(`${METHODS}$`));
    await expect
      .poll(async () => (await orderOf(family)).payments[0].is_processing, { timeout: 15_000 })
      .toBe(true);
    await expectDebit(home, id, secondReturn);
    await expect
      .poll(() => subjectsTo(family.email))
      .toContain('You authorized debits from your Bank account ****1113');

    const closed = addBusinessDays(secondReturn, 3);
    await moveClockTo(office, closed);
    await home.goto(`/dashboard/orders/${id}`);
    await expect(stop(home, 1)).toContainText(
      'Your bank returned $2,502.50. Waiting for another payment method',
    );
    await expect(home.getByText('We won’t charge anything for it automatically.')).toBeVisible();
    await expectAccessible(home, 'an order whose account is closed');
    await picture(home, 'bank-closed');
    expect((await returnMails()).at(-1)!.text).toContain('the account is closed');
    await home.getByRole('link', { name: 'Payment methods' }).last().click();
    await expect(home.getByRole('heading', { level: 2, name: '****2227' })).toBeVisible();
    await expect(home.getByRole('heading', { level: 2, name: '****1113' })).toHaveCount(0);

    // Nothing is tried again without the family, and staff see what is owed.
    const before = (await orderOf(family)).transactions.length;
    await moveClockTo(office, addDays(closed, 16));
    expect([(await orderOf(family)).transactions.length, (await returnMails()).length]).toEqual([before, 3]);
    await office.goto('/admin');
    await expect(office.getByText('$2,500.00', { exact: true })).toBeVisible();
    await office.getByRole('link', { name: 'View past-due payments' }).first().click();
    await expect(
      office.getByRole('row').filter({ hasText: order_detail.contract.contract_number }),
    ).toContainText(/\$2,500\.00.*account is closed.*no more attempts/s);
    await picture(office, 'past-due');
  },
);

test(
  'four payments: a card declines, is tried again on its days, is replaced, and all is paid',
  { tag: ['@once', '@long'] },
  async ({ browser }) => {
    test.setTimeout(300_000);
    const { api, open } = rehearsal;
    const second = `second-${Date.now()}@okafor.example`;
    const family = await aFamilyInWizard(api, FOUR_PAYMENTS, {
      guardian_2_first_name: 'Obi',
      guardian_2_last_name: 'Okafor',
      guardian_2_phone_mobile: '914-555-0177',
      guardian_2_email: second,
    });
    await uploadDrawnPhoto(rehearsal.api, family, family.student_id);
    const home = await open(browser, 'phone');
    const office = await openClock(rehearsal, browser);

    await openStep(home, family, 3);
    await home.getByRole('region', { name: 'Surge pricing' }).getByRole('checkbox').check();
    await typeCard(home, '4000 0000 0000 6629', CODE);
    await clickCheckout(home);
    await confirm(home);
    await expectSigned(home);
    const { id, payments, order_detail } = await orderOf(family);
    const days: PlainDate[] = payments.map(({ pay_on }: any) => plainDate(pay_on));
    const [, due] = days as [PlainDate, PlainDate];
    await home.goto(`/dashboard/orders/${id}`);
    await expect(stop(home, 1)).toContainText('Paid on');
    await expect(stop(home, 2)).toContainText(formatDateWithWeekday(due));
    await expect(home.getByText('Scheduled', { exact: true })).toHaveCount(3);

    // Nothing happens before its day but the reminder, five days ahead.
    await moveClockTo(office, addDays(due, -6));
    const reminder = `Your payment of $1,287.50 is due on ${formatDate(due)}`;
    expect(await subjectsTo(family.email)).not.toContain(reminder);
    await moveClockTo(office, addDays(due, -1));
    expect((await subjectsTo(family.email)).filter((subject) => subject === reminder)).toHaveLength(1);
    await expectAccessible(office, 'the clock');

    const declinedOn = [due, addDays(due, 3), addDays(due, 8)];
    for (const [at, day] of declinedOn.entries()) {
      await moveClockTo(office, day);
      await expect(office.getByRole('table', { name: 'What happened along the way' })).toBeVisible();
      await home.goto('/dashboard/orders');
      const next = formatDateWithWeekday(addDays(day, [3, 5, 7][at]!));
      await expect(home.getByRole('main')).toContainText('We couldn’t collect payment 2 ($1,287.50)');
      await expect(home.getByRole('main')).toContainText(`We’ll try again on ${next}.`);
      if (at === 0) await expectAccessible(home, 'orders with a declined payment');
      if (at === 0) await picture(home, 'declined-orders');
      await home.getByRole('link', { name: 'View order' }).click();
      await expect(stop(home, 2)).toContainText(`A charge of $1,287.50 was declined. Next attempt: ${next}`);
      if (at === 0) await expectAccessible(home, 'an order with a declined payment');
      if (at === 0) await picture(home, 'declined-order');
    }
    const failed = 'We couldn’t collect your payment of $1,287.50';
    for (const guardian of [family.email, second])
      expect(
        (await subjectsTo(guardian)).filter((subject) => subject === failed),
        guardian,
      ).toHaveLength(1);

    await home.getByRole('link', { name: 'Payment methods' }).last().click();
    await home.getByRole('link', { name: 'Add' }).click();
    await home
      .getByRole('combobox', { name: 'School' })
      .selectOption({ label: order_detail.contract.contract_detail.program_group.text });
    await home.getByRole('checkbox', { name: 'Use as default' }).check();
    await typeCardOf(home, '5555-5555-5555-4444', CODE);
    await home.getByRole('button', { name: 'Save card' }).click();
    await expect(home).toHaveURL(new RegExp(`${METHODS}$`));
    // At once, and while nobody moves the clock (M7).
    await expect
      .poll(async () => (await orderOf(family)).payments[1].is_success, { timeout: 15_000 })
      .toBe(true);
    await home.goto(`/dashboard/orders/${id}`);
    await expect(stop(home, 2)).toContainText('Paid on');
    await expect(home.getByText('couldn’t collect')).toHaveCount(0);
    await picture(home, 'replaced-order');

    await moveClockTo(office, days[3]!);
    await expect(office.getByText('$1,287.50')).toBeVisible();
    await home.goto('/dashboard/orders');
    await expect(home.getByText('Fully paid')).toBeVisible();
    await picture(home, 'fully-paid-orders');

    const order = await orderOf(family);
    const { _order_total: inAll, _order_due: owed, invoices } = order;
    expect([inAll, owed, invoices.length]).toEqual([5196.35, 0, 4]);
    const sums = [
      [1295, 38.85],
      [1250, 37.5],
      [1250, 37.5],
      [1250, 37.5],
    ];
    for (const [at, invoice] of invoices.entries()) await expectReceipt(home, order, invoice, sums[at]!);
    await expectAccessible(home, 'the receipt of a later charge');
    await picture(home, 'later-receipt');

    const subjects = await subjectsTo(family.email);
    const count = (start: string) => subjects.filter((subject) => subject.startsWith(start)).length;
    expect([
      count('Receipt for $1,333.85'),
      count('Receipt for $1,287.50'),
      count('Receipt'),
      count('Your payment of'),
      count('We couldn’t'),
    ]).toEqual([1, 3, 4, 3, 1]);
    expect(count('Your transportation contract')).toBe(1);
  },
);

const MORNING: Chosen = {
  school: 'hm',
  program: 'hm-middle-upper',
  route: 'Morning only',
  term: 'Pay in full',
  grade: true,
};

const MORNING_BY_HAND: Choice = {
  school: 'hm',
  program: /Middle and Upper/,
  grade: '6th',
  route: 'Morning only',
  term: 'Pay in full',
};

/** A visitor signs up; its first card is declined, and of the second one the answer is lost. */
async function buyWithTwoCards(page: Page): Promise<void> {
  await walkToPayment(page, MORNING_BY_HAND, newFamily());
  await typeCard(page, '4000 0000 0000 0002', CODE);
  await expectNothingKept(page, 'while a card is typed');
  await clickCheckout(page);
  await confirm(page);
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  await expectNothingKept(page, 'after a declined card');
  await page.getByRole('button', { name: 'Previous' }).filter({ visible: true }).click();
  await typeCard(page, '4000-0000-0000-6603', CODE);
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);
}

async function expectNothingKept(page: Page, when: string): Promise<void> {
  expect(keptIn([await keptByBrowser(page)], SECRETS), when).toEqual([]);
}

/**
 * A family pays from its bank, then with the account that was saved by it, and adds a card and another
 * account.
 */
async function payFromTheBank(page: Page, family: FamilyInWizard): Promise<void> {
  await openStep(page, family, 3);
  await page.getByLabel('Phone').fill('718-555-0144');
  await typeBank(page, '000123456789');
  await authorize(page);
  await expectNothingKept(page, 'while an account is typed');
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);

  const draft = {
    ...family.draft,
    student: { ...family.draft.student, id: await anotherChild(family, 'Ngozi'), first_name: 'Ngozi' },
  };
  await page.evaluate((kept) => sessionStorage.setItem('contract', kept), JSON.stringify(draft));
  await page.goto('/contract?school=hm&step=3');
  await page.getByRole('radio', { name: /6789$/ }).check();
  await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).click();
  await authorize(page);
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);

  await page.goto(`${METHODS}/create`);
  await page.getByRole('combobox', { name: 'School' }).selectOption({ index: 1 });
  await typeCardOf(page, '3782 822463 10005', AMEX_CODE);
  await expectNothingKept(page, 'while a card is typed on the dashboard');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page).toHaveURL(new RegExp(`${METHODS}$`));
  await page.goto(`${METHODS}/create`);
  await page.getByRole('tab', { name: 'ACH' }).click();
  await page.getByRole('combobox', { name: 'School' }).selectOption({ index: 1 });
  await typeAccountOf(page, '000-333-333-335');
  await page.getByRole('checkbox', { name: 'I authorize these debits' }).check();
  await expectNothingKept(page, 'while an account is typed on the dashboard');
  await page.getByRole('button', { name: 'Save bank account' }).click();
  await expect(page).toHaveURL(new RegExp(`${METHODS}$`));
}

async function authorize(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'ACH terms' }).check();
}

/** The family opens every document of its order; staff open all of them. */
async function lookAtEverything(home: Page, office: Page, family: FamilyInWizard): Promise<void> {
  for (const { id } of await family.call('GET', '/order')) {
    for (const path of ['', '/receipt', '/contract']) {
      for (const page of [home, office]) {
        await page.goto(`/dashboard/orders/${id}${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
    }
    const [documents] = await family.call('GET', `/order/${id}/documents`);
    for (const path of [
      documents.signed_copy.path,
      ...documents.receipts.map((receipt: any) => receipt.path),
    ]) {
      const { text } = await readPdf(await (await rehearsal.api.get(path)).body());
      expect(keptIn([text], SECRETS), path).toEqual([]);
    }
  }
  await office.goto(`/admin/users/parents?search=${family.email}`);
  await office.getByRole('link', { name: 'Adaeze Okafor' }).click();
  await expect(office.getByRole('button', { name: 'Impersonate' })).toBeVisible();
  for (const path of ['/admin/audit', '/admin']) {
    await office.goto(path);
    await office.waitForLoadState('networkidle');
  }
}

test(
  'no card number, security code or account number is kept anywhere',
  { tag: ['@once', '@long'] },
  async ({ browser }) => {
    test.setTimeout(300_000);
    const { portal, api, open, pages, heard } = rehearsal;
    const visitor = await open(browser, 'desktop');
    await buyWithTwoCards(visitor);
    const family = await aFamilyInWizard(api, MORNING);
    const home = await open(browser, 'desktop');
    await payFromTheBank(home, family);
    const office = await openClock(rehearsal, browser);
    await moveClockTo(office, addDays((await family.call('GET', '/server/info'))[0].date, 2));
    await lookAtEverything(home, office, family);

    for (const page of pages) await expectNothingKept(page, page.url());
    expect(keptIn(await heard(), SECRETS), 'answered to a browser').toEqual([]);
    expect(await keptByPortal(portal, SECRETS)).toEqual([]);

    // The search finds what is there: else it would say nothing of what is not.
    const leftNumbers = await plantSecret(rehearsal.portal.dataDir, home);
    const found = (
      await keptByPortal({ ...portal, output: () => `${portal.output()}\n4111 1111 1111 1111` }, PLANTED)
    ).map((one) => one.replace(/postgres.*: /, 'disk: '));
    await leftNumbers.pull();
    expect([...new Set(found)].toSorted()).toEqual([
      'database: 4111-1111-1111-1111',
      'disk: 4111-1111-1111-1111',
      'log: 4111 1111 1111 1111',
      'mail/planted.eml: 4111 1111 1111 1111',
    ]);
    const inBrowser = [
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '411-111-111-111-111-1',
      '4111111111111111',
    ];
    expect(keptIn([await keptByBrowser(home)], PLANTED).toSorted()).toEqual(inBrowser.toSorted());
  },
);
