import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import {
  chooseMethod,
  onDay,
  onFourPayments,
  attemptsOf,
  untilDay,
} from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { cancelOrder } from '#modules/orders/staff/staff-orders.service.ts';
import { collectDue } from './collect-due.service.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());
const start = new Date('2026-04-10T14:00:00Z');
beforeEach(() => {
  shop.context.clock.moveTo(start);
  shop.context.mail.sent.length = 0;
});

const orderOf = async (family: { call: any; order_id: number }) =>
  (await shop.app.context.db.execute(sql`select * from orders where id = ${family.order_id}`)).rows[0]!;
const rowsOf = async (order_id: number) =>
  (
    await shop.context.db.execute(
      sql`select payment_number, status, next_try_on, paid_at is not null as paid from payments
        where order_id = ${order_id} order by id`,
    )
  ).rows;
const mailsTo = (address: string, about: string) =>
  shop.context.mail.sent.filter(
    (mail) => mail.to.includes(address) && mail.ref.startsWith(`billing.${about}.`),
  );

describe('a family on four payments', () => {
  it('is charged on its days with the card’s fee, reminded five days before, and ends paid', async () => {
    const family = await onFourPayments(shop, aCard());
    expect(family.due).toEqual(['2026-04-10', '2026-06-19', '2026-07-19', '2026-08-19']);
    await untilDay(shop, addDays(family.due[1]!, -1));
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(1);
    expect(mailsTo(family.email, 'payment_upcoming').map((mail) => mail.subject)).toEqual([
      'Your payment of $1,133.00 is due on 06/19/2026',
    ]);
    await untilDay(shop, family.due[3]!);
    expect(await attemptsOf(shop, family.order_id)).toEqual([
      { payment_number: 1, day: '2026-04-10', state: 'succeeded', amount: 123_600 },
      ...[2, 3, 4].map((payment_number) => ({
        payment_number,
        day: family.due[payment_number - 1],
        state: 'succeeded',
        amount: 113_300,
      })),
    ]);
    const { items: orders } = await (await sessionOf(shop.app, family)).call('GET', '/order');
    expect(orders[0]).toMatchObject({ _order_due: 0, _order_total: 4635, next_payment_on: null });
    expect(
      orders[0].payments.map((payment: any) => [
        payment.is_success,
        payment.user_accounting_invoice_id !== null,
      ]),
    ).toEqual([1, 2, 3, 4].map(() => [true, true]));
    expect(orders[0].transactions.map((line: any) => [line.value, line.description_detail])).toEqual([
      [1200, null],
      [36, 'Payment surcharge'],
      ...[2, 3, 4].flatMap(() => [
        [1100, null],
        [33, 'Payment surcharge'],
      ]),
    ]);
    expect(mailsTo(family.email, 'receipt')).toHaveLength(4);
    expect(mailsTo(family.email, 'payment_upcoming')).toHaveLength(3);
  });

  it('is charged on the company’s day: not a minute before its midnight, and right after it', async () => {
    const family = await onFourPayments(shop, aCard());
    await onDay(shop, addDays(family.due[1]!, -1), 23.98);
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(1);
    await onDay(shop, family.due[1]!, 0.02);
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(2);
  });

  it('is charged for every day that the portal slept through, once', async () => {
    const family = await onFourPayments(shop, aCard());
    await onDay(shop, addDays(family.due[3]!, 9));
    await onDay(shop, addDays(family.due[3]!, 10));
    expect((await attemptsOf(shop, family.order_id)).map((one) => one.payment_number)).toEqual([1, 2, 3, 4]);
  });

  it('is charged once when four portals collect at the same moment', async () => {
    const family = await onFourPayments(shop, aCard());
    shop.context.clock.moveToDay(family.due[2]!, 9);
    await Promise.all([1, 2, 3, 4].map(() => collectDue(shop.context.billing)));
    expect((await attemptsOf(shop, family.order_id)).map((one) => one.payment_number)).toEqual([1, 2, 3]);
  });

  it('pays the lower of the signed and today’s card fee', async () => {
    const family = await onFourPayments(shop, aCard());
    const setFee = (milli: number) =>
      shop.context.db.execute(
        sql`update payment_type_surcharges set amount_percentage_milli_percent = ${milli}
          where amount_percentage_milli_percent is not null`,
      );
    await setFee(2000);
    await onDay(shop, family.due[1]!);
    await setFee(5000);
    await onDay(shop, family.due[2]!);
    await setFee(3000);
    expect((await attemptsOf(shop, family.order_id)).map((one) => one.amount)).toEqual([
      123_600, 112_200, 113_300,
    ]);
  });

  it('owes nothing more once staff have ended its order', async () => {
    const family = await onFourPayments(shop, aCard());
    await shop.context.db.transaction((tx) => cancelOrder(tx, shop.context.clock, family.order_id));
    await onDay(shop, family.due[3]!);
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(1);
  });
});

describe('a card that has no money just now', () => {
  /** @shows MB22.2 */
  it('is tried on days 0, 3, 8, 15, told at first and last; then the order is past due', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    const day = family.due[1]!;
    await untilDay(shop, addDays(day, 14));
    expect((await orderOf(family)).past_due).toBe(false);
    await untilDay(shop, addDays(day, 20));
    const attempts = (await attemptsOf(shop, family.order_id)).slice(1);
    expect(attempts.map((one) => one.day)).toEqual([day, addDays(day, 3), addDays(day, 8), addDays(day, 15)]);
    const [emailed, last, ...more] = mailsTo(family.email, 'payment_failed');
    expect(more).toEqual([]);
    expect(last!.subject).toBe('Your payment of $1,133.00 is past due');
    expect(shop.context.mail.readersOf(last!)).toContain('second@okafor.example');
    expect(shop.context.mail.readersOf(emailed!)).toContain('second@okafor.example');
    expect(emailed!.text).toContain('We’ll try again on 06/22/2026');
    expect((await orderOf(family)).past_due).toBe(true);
    expect((await rowsOf(family.order_id))[1]).toMatchObject({ status: 'failed', next_try_on: null });
  });

  it('gives way to a new default at once, and the order is in order again', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, family.due[1]!);
    await chooseMethodOfSchool(family, TEST_CARDS.good);
    await onDay(shop, family.due[1]!, 11);
    await onDay(shop, family.due[1]!, 12);
    expect((await attemptsOf(shop, family.order_id)).slice(1).map((one) => [one.day, one.state])).toEqual([
      [family.due[1], 'declined'],
      [family.due[1], 'succeeded'],
    ]);
    expect((await orderOf(family)).past_due).toBe(false);
  });
});

const chooseMethodOfSchool = (family: { user_id: number }, number: string) =>
  chooseMethod(shop, family, 'card', number);

describe('a card that is refused for good', () => {
  it('is not tried again; another one is tried at once', async () => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethodOfSchool(family, TEST_CARDS.declinesCharges);
    await untilDay(shop, addDays(family.due[1]!, 16));
    expect((await attemptsOf(shop, family.order_id)).slice(1).map((one) => one.state)).toEqual(['declined']);
    expect((await orderOf(family)).past_due).toBe(true);
    expect(mailsTo(family.email, 'payment_failed')[0]!.text).toContain('We won’t try again automatically');
    await chooseMethodOfSchool(family, TEST_CARDS.mastercard);
    await onDay(shop, addDays(family.due[1]!, 17));
    await onDay(shop, addDays(family.due[1]!, 18));
    expect((await attemptsOf(shop, family.order_id)).slice(1).map((one) => [one.day, one.state])).toEqual([
      [family.due[1], 'declined'],
      [addDays(family.due[1]!, 17), 'succeeded'],
    ]);
    expect((await orderOf(family)).past_due).toBe(false);
  });
});

describe('a family without any method', () => {
  it('is told once, and charged as soon as it has one', async () => {
    const family = await onFourPayments(shop, aCard());
    await shop.context.db.execute(
      sql`update payment_methods set is_active = false where user_id = ${family.user_id}`,
    );
    await untilDay(shop, addDays(family.due[1]!, 3));
    expect((await rowsOf(family.order_id))[1]).toMatchObject({ status: 'needs_method' });
    expect(mailsTo(family.email, 'payment_failed')).toHaveLength(1);
    await chooseMethodOfSchool(family, TEST_CARDS.good);
    await onDay(shop, addDays(family.due[1]!, 4));
    expect((await rowsOf(family.order_id))[1]).toMatchObject({ status: 'paid' });
  });
});

describe('a bank debit', () => {
  const byBank = async (account: string) => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethod(shop, family, 'bank', account);
    return family;
  };

  it('without funds is repeated twice at most: five banking days later, and on a 1st or 15th', async () => {
    const family = await byBank(TEST_ACCOUNTS.returnedR01);
    await untilDay(shop, addDays(family.due[2]!, -1));
    // Sent on Friday the 19th, returned on the 24th, sent five banking days later; returned on July 6th, sent
    // on the 15th.
    expect((await attemptsOf(shop, family.order_id)).slice(1).map((one) => [one.day, one.state])).toEqual([
      ['2026-06-19', 'returned'],
      ['2026-07-01', 'returned'],
      ['2026-07-15', 'processing'],
    ]);
    expect(mailsTo(family.email, 'bank_return')).toHaveLength(2);
    await untilDay(shop, addDays(family.due[2]!, 1));
    const second = (await attemptsOf(shop, family.order_id)).filter((one) => one.payment_number === 2);
    expect(second.map((one) => one.state)).toEqual(['returned', 'returned', 'returned']);
    expect((await orderOf(family)).past_due).toBe(true);
    expect(
      mailsTo(family.email, 'bank_return').every((mail) =>
        shop.context.mail.readersOf(mail).includes('second@okafor.example'),
      ),
    ).toBe(true);
    expect(mailsTo(family.email, 'bank_return')).toHaveLength(3);
    expect(mailsTo(family.email, 'payment_failed')).toEqual([]);
  });

  it('from a closed account is never debited again, also not for the next payment', async () => {
    const family = await byBank(TEST_ACCOUNTS.returnedR02);
    await untilDay(shop, addDays(family.due[2]!, 1));
    const attempts = (await attemptsOf(shop, family.order_id)).slice(1);
    expect(attempts.map((one) => [one.payment_number, one.state])).toEqual([[2, 'returned']]);
    expect(mailsTo(family.email, 'bank_return')[0]!.text).toContain('the account is closed');
  });
});

describe('after all of this', () => {
  it('the books are whole', async () =>
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]));
});
