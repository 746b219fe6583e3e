import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { addDays, formatDate, formatDateWithWeekday, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { signIn } from '#tests/support/browser/account.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { mailsTo } from '#tests/support/browser/mails.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { expectTranslated, translate } from '#tests/support/browser/translator.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  moveClockTo,
  openClock,
  startPortalWithClock,
  type PortalWithClock,
} from '#tests/support/portal/portal-with-clock.ts';
import { importSeason } from '#tests/support/portal/portal-with-season.ts';
import { confirm, expectSigned, clickCheckout, typeCard } from '#tests/support/browser/wizard/steps.ts';
import { picture } from '#tests/support/browser/picture.ts';
import {
  aFamilyInWizard,
  buyByApi,
  HM_LOWER,
  openStep,
  type Chosen,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';

// One after the other, on one portal of their own: the clock only goes forward.
test.describe.configure({ mode: 'serial' });

let rehearsal: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  rehearsal = await startPortalWithClock();
});
test.afterAll(() => rehearsal.stop());

const PAID_IN_FULL: Chosen = { ...HM_LOWER, route: 'Round trip', term: 'Pay in full, early' };
const ROUTE = 'Hillmark School (HM) · Lower Division, Nursery to 5th · Round trip';
const REASON = 'The city has doubled the toll of the bridge.';
const ACCEPTED = 'I agree that the company may charge a congestion fee on this route.';

const orderOf = async (family: FamilyInWizard) => (await family.call('GET', '/order'))[0];
const mailsAbout = async (address: string, subject: RegExp) =>
  (await mailsTo(address, rehearsal.portal.dataDir)).filter((mail) => subject.test(mail.subject));
const schedule = (page: Page) => page.getByRole('list', { name: 'Payment schedule' }).getByRole('listitem');
/** From now on the route has surge pricing; what is signed by now never accepted it. */
const giveSurgePricing = () =>
  importSeason(rehearsal.portal.dataDir, (season) => {
    const { programs } = season.periods.find((period: any) => period.is_current);
    const program = programs.find((one: any) => one.program === 'hm-lower');
    program.routes.find((route: any) => route.name === 'Round trip').has_surge_pricing = true;
  });

async function buyAccepting(page: Page, family: FamilyInWizard): Promise<void> {
  await openStep(page, family, 3);
  await page.getByRole('region', { name: 'Surge pricing' }).getByRole('checkbox').check();
  await typeCard(page, '4242 4242 4242 4242');
  await clickCheckout(page);
  await confirm(page);
  await expectSigned(page);
}

async function typeFee(
  office: Page,
  { amount, day, reason }: { amount: string; day: PlainDate; reason: string },
): Promise<void> {
  await office.getByLabel('Amount per contract').fill(amount);
  await office.getByLabel('Charge date').fill(formatDate(day));
  await office.getByLabel('Reason').fill(reason);
  await office.getByRole('button', { name: 'Review fee' }).click();
}

/** @shows MD2.2 */
test(
  'staff raise a congestion fee: who accepted is told and charged it, who did not is left alone',
  { tag: ['@once', '@long'] },
  async ({ browser }) => {
    test.setTimeout(180_000);
    const { api, open, portal } = rehearsal;
    const second = `second-${Date.now()}@okafor.example`;
    const [other, family] = [
      await aFamilyInWizard(api, PAID_IN_FULL),
      await aFamilyInWizard(api, PAID_IN_FULL, {
        guardian_2_first_name: 'Obi',
        guardian_2_last_name: 'Okafor',
        guardian_2_phone_mobile: '914-555-0177',
        guardian_2_email: second,
      }),
    ];
    await buyByApi(other, PAID_IN_FULL);
    await giveSurgePricing();
    const home = await open(browser, 'phone');
    await buyAccepting(home, family);
    const otherBefore = await orderOf(other);
    expect(await orderOf(family)).toMatchObject({ _order_due: 0, _order_total: 4326 });
    await home.goto('/dashboard/orders');
    await expect(home.getByText('Fully paid')).toBeVisible();

    const office = await open(browser, 'desktop');
    await signInAsStaff(office, api);
    await translate(office);
    await office.goto('/admin');
    await office.getByRole('link', { name: 'Congestion fees' }).click();
    await expect(office.getByText('No fees yet.')).toBeVisible();
    await office.getByRole('combobox', { name: 'Route' }).selectOption({ label: ROUTE });
    await expect(office.getByText('Will be charged: 1 contract that accepted surge pricing')).toBeVisible();
    // The demo's own families ride here as well.
    await expect(
      office.getByText(/^Won’t be charged: \d+ contracts that did not accept it\.$/),
    ).toBeVisible();
    await expectAccessible(office, 'a new congestion fee');

    const [{ date: today }] = await family.call('GET', '/server/info');
    const day = addDays(plainDate(today), 3);
    await typeFee(office, { amount: '0.50', day: addDays(day, -1), reason: '' });
    for (const wrong of [
      'The amount per contract field must be $1.00 or more',
      'The reason field is required',
    ])
      await expect(office.getByText(wrong)).toBeVisible();
    await expectAccessible(office, 'a congestion fee that cannot be');
    await picture(office, 'fee-wrong');
    await typeFee(office, { amount: '25', day: addDays(day, -1), reason: REASON });
    await expect(
      office.getByText(`The earliest date you can charge this fee is ${formatDate(day)}`),
    ).toBeVisible();
    await typeFee(office, { amount: '25', day, reason: REASON });
    const dialog = office.getByRole('dialog');
    await expect(dialog).toContainText('Charge $25.00 to 1 contract?');
    await expect(dialog).toContainText(formatDateWithWeekday(day));
    await expectAccessible(office, 'the last look at a fee');
    await picture(office, 'fee-confirm');
    await dialog.getByRole('button', { name: 'Announce fee' }).click();
    await expect(
      office.getByText('Announced to the families of 1 contract. Notices are being sent.'),
    ).toBeVisible();
    const fee = office
      .getByRole('table', { name: 'Fees so far' })
      .getByRole('row')
      .filter({ hasText: REASON });
    await expect(fee).toContainText('Announced');
    await expectTranslated(office);
    await picture(office, 'fee-announced');

    const told = new RegExp(`^A congestion fee of \\$25.75 will be charged on ${formatDate(day)}$`);
    for (const guardian of [family.email, second])
      await expect.poll(async () => (await mailsAbout(guardian, told)).length, { timeout: 15_000 }).toBe(1);
    const [notice] = await mailsAbout(family.email, told);
    for (const said of [REASON, ACCEPTED, 'Visa ****4242', '$25.00', '$0.75'])
      expect(notice!.text.replaceAll(/\s+/g, ' ')).toContain(said);

    await home.goto('/dashboard/orders');
    await expect(home.getByRole('article')).toContainText('Next payment');
    await home.getByRole('link', { name: 'View order' }).click();
    await expect(schedule(home).nth(1)).toContainText(
      `Congestion fee, payment 2 · ${formatDateWithWeekday(day)}`,
    );
    await expect(schedule(home).nth(1)).toContainText('$25.00');
    await expectAccessible(home, 'an order with a fee');
    await picture(home, 'fee-order');

    const clock = await openClock(rehearsal, browser);
    await moveClockTo(clock, addDays(day, -1));
    expect((await orderOf(family)).payments[1].is_success).toBe(false);
    await moveClockTo(clock, day);
    await home.reload();
    await expect(schedule(home).nth(1)).toContainText('Paid on');
    const order = await orderOf(family);
    expect(order).toMatchObject({ _order_due: 0, _order_total: 4351.75 });

    await home.getByRole('link', { name: `View receipt for invoice #${order.invoices[1].id}` }).click();
    await expect(home.getByRole('article')).toContainText(
      'Congestion fee, Lower Division, Nursery to 5th, Round trip',
    );
    await expect(home.getByRole('row').last()).toContainText('$25.75');
    await picture(home, 'fee-receipt');
    const download = home.waitForEvent('download');
    await home.getByRole('link', { name: 'Download receipt (PDF)' }).click();
    const { text } = await readPdf(await readFile(await (await download).path()));
    for (const said of [
      'Congestion fee, Lower Division, Nursery to 5th, Round trip',
      '$25.00',
      '$0.75',
      '$25.75',
    ])
      expect(text).toContain(said);
    expect(await mailsAbout(family.email, /^Receipt for \$25\.75/)).toHaveLength(1);
    // The notice was as near as a reminder, and whoever never accepted heard and paid nothing.
    expect(await mailsAbout(family.email, /^Your payment of/)).toEqual([]);
    expect(await mailsAbout(other.email, /congestion/i)).toEqual([]);
    expect(await orderOf(other)).toEqual(otherBefore);

    await office.reload();
    await expect(fee).toContainText('Collected $25.00');
    await expect(fee.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0);
    expect(portal.output()).not.toContain('"level":50');
  },
);

test(
  'staff withdraw a fee before its day: nothing is charged, and everybody who was told hears of it',
  { tag: ['@once', '@long'] },
  async ({ browser }) => {
    test.setTimeout(120_000);
    const { api, open } = rehearsal;
    const family = await aFamilyInWizard(api, PAID_IN_FULL);
    await buyByApi(family, PAID_IN_FULL);
    const office = await open(browser, 'phone');
    await signInAsStaff(office, api);
    await office.goto('/admin/congestion-fees');
    await office.getByRole('combobox', { name: 'Route' }).selectOption({ label: ROUTE });
    const [{ date: today }] = await family.call('GET', '/server/info');
    const day = addDays(plainDate(today), 8);
    await typeFee(office, { amount: '40.50', day, reason: 'A road is closed.' });
    await office.getByRole('dialog').getByRole('button', { name: 'Announce fee' }).click();
    const fee = office
      .getByRole('table', { name: 'Fees so far' })
      .getByRole('row')
      .filter({ hasText: 'A road is closed.' });
    await expect(fee).toContainText('$40.50');
    await expectAccessible(office, 'the fees on a phone');
    await picture(office, 'fees-phone');
    expect((await orderOf(family)).next_payment_on).toBe(day);

    await fee.getByRole('button', { name: /^Withdraw/ }).click();
    const dialog = office.getByRole('dialog', { name: 'Withdraw the fee of $40.50?' });
    await expect(dialog).toContainText(`Nothing is charged on ${formatDate(day)}`);
    await expectAccessible(office, 'a fee that is withdrawn');
    await picture(office, 'fee-withdraw-phone');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(fee).toContainText('Withdrawn');
    await expect
      .poll(
        async () => (await mailsAbout(family.email, /^The congestion fee for .* has been withdrawn$/)).length,
        {
          timeout: 15_000,
        },
      )
      .toBe(1);
    expect(await orderOf(family)).toMatchObject({ _order_due: 0, next_payment_on: null });
  },
);

/** @shows MC8.5 */
test(
  'staff who withdraw a fee that a family has paid are asked what becomes of the money, and it goes back',
  { tag: ['@once', '@long'] },
  async ({ browser }) => {
    test.setTimeout(120_000);
    const { api, open } = rehearsal;
    const family = await aFamilyInWizard(api, PAID_IN_FULL);
    await buyByApi(family, PAID_IN_FULL);
    const office = await open(browser, 'desktop');
    await signInAsStaff(office, api);
    await office.goto('/admin/congestion-fees');
    await office.getByRole('combobox', { name: 'Route' }).selectOption({ label: ROUTE });
    const [{ date: today }] = await family.call('GET', '/server/info');
    await typeFee(office, { amount: '25', day: addDays(plainDate(today), 9), reason: 'A bridge is closed.' });
    await office.getByRole('dialog').getByRole('button', { name: 'Announce fee' }).click();
    const fee = office
      .getByRole('table', { name: 'Fees so far' })
      .getByRole('row')
      .filter({ hasText: 'A bridge is closed.' });
    await expect(fee).toContainText('Announced');

    const { id, payments } = await orderOf(family);
    const home = await open(browser, 'phone');
    await signIn(home, family.tokens);
    await home.goto(`/dashboard/orders/${id}/payments/${payments.at(-1).id}/pay`);
    await home.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(home.getByText('Thank you. You paid $25.75')).toBeVisible();

    await office.reload();
    await fee.getByRole('button', { name: /^Withdraw/ }).click();
    const dialog = office.getByRole('dialog', { name: 'Withdraw the fee of $25.00?' });
    await expect(dialog).toContainText('Families that have already paid: 1, together $25.75 with card fees.');
    await expectAccessible(office, 'a paid fee that is withdrawn');
    await dialog.getByRole('button', { name: 'Withdraw and refund $25.75' }).click();
    await expect(fee).toContainText('Withdrawn');
    await expect
      .poll(async () => (await mailsAbout(family.email, /^Your refund of \$25\.75$/)).length, {
        timeout: 15_000,
      })
      .toBe(1);
  },
);
