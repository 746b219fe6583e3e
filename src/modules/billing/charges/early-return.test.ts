import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, formatDate, type PlainDate } from '#kit/plain-date.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { brokenPromises } from '#tests/support/database/payment-promises.ts';
import {
  attemptsOf,
  chooseMethod,
  onDay,
  onFourPayments,
  untilDay,
  type PayingFamily,
} from '#tests/support/app/payment-days.ts';
import { send, sessionOf } from '#tests/support/app/people.ts';
import { aBankAccount, aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

// A season of months in a test.
vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());
beforeEach(() => {
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  shop.context.mail.sent.length = 0;
});

let presses = 0;

/** Pays the payment that is owed first, by a card or an account that is typed at Pay now. */
async function payNow(family: PayingFamily, typed: object, total_cents: number): Promise<number> {
  const person = await sessionOf(shop.app, family);
  const [first] = (await person.call('GET', `/order/${family.order_id}/charges-to-come`)).items as any[];
  const { status } = await send(shop.app, {
    method: 'POST',
    url: `/order/${family.order_id}/payment/${first.payment_id}/pay-now`,
    headers: {
      authorization: `Bearer ${person.tokens.access_token}`,
      'idempotency-key': `early ${(presses += 1)}`,
    },
    payload: { ...typed, total_cents },
  });
  return status;
}

const dueOf = ({ due }: PayingFamily): PlainDate => due[1]!;
const laterAttempts = async ({ order_id }: PayingFamily) =>
  (await attemptsOf(shop, order_id)).slice(1).map((one) => [one.day, one.state, one.amount]);
const rowOf = async ({ order_id }: PayingFamily) =>
  (
    await shop.context.db.execute(sql`select p.status, p.next_try_on::text, o.past_due from payments p
      join orders o on o.id = p.order_id where p.order_id = ${order_id} and p.payment_number = 2`)
  ).rows[0];
const mailsTo = (family: PayingFamily, about: string) =>
  shop.context.mail.sent.filter(
    (mail) => mail.to.includes(family.email) && mail.ref.startsWith(`billing.${about}.`),
  );

const DAYS_AHEAD = 30;

/** A family pays its second payment a month early from an account, and its bank returns the debit. */
async function afterEarlyReturn(account: string, card = aCard()): Promise<PayingFamily> {
  const family = await onFourPayments(shop, card);
  await onDay(shop, addDays(dueOf(family), -DAYS_AHEAD));
  const { ach } = aBankAccount(account);
  expect(await payNow(family, { ach }, 110_000)).toBe(200);
  await untilDay(shop, addDays(dueOf(family), -DAYS_AHEAD + 10));
  return family;
}

describe('a payment that a family paid early from an account whose bank returns the debit', () => {
  /** @shows MC5.1 MC5.2 MC5.3 */
  it('is charged on its day as planned, as its mail says, and is reminded of five days before', async () => {
    const family = await afterEarlyReturn(TEST_ACCOUNTS.returnedR01);
    expect(await rowOf(family)).toEqual({ status: 'scheduled', next_try_on: null, past_due: false });
    const [mail] = mailsTo(family, 'bank_return');
    const day = formatDate(dueOf(family));
    expect(mail!.text).toContain(`on ${day}, we’ll charge $1,133.00 to your Visa ****4242`);
    expect(mail!.text).not.toContain('try again');
    await untilDay(shop, addDays(dueOf(family), -6));
    expect(mailsTo(family, 'payment_upcoming')).toEqual([]);
    await untilDay(shop, addDays(dueOf(family), -5));
    const [reminder] = mailsTo(family, 'payment_upcoming');
    expect(reminder!.text).toContain(`On ${day}, we’ll charge $1,133.00 to your Visa ****4242`);
    await untilDay(shop, dueOf(family));
    expect((await laterAttempts(family)).slice(1)).toEqual([[dueOf(family), 'succeeded', 113_300]]);
  });

  /** @shows MC5.1 MC5.2 MC5.3 */
  it('is charged on its day to what the family chooses after a final return, and not before', async () => {
    const family = await afterEarlyReturn(TEST_ACCOUNTS.returnedR02);
    const day = formatDate(dueOf(family));
    const [mail] = mailsTo(family, 'bank_return');
    expect(mail!.text).toContain(`the default under Payment methods before ${day}`);
    await chooseMethod(shop, family, 'card', TEST_CARDS.mastercard);
    await untilDay(shop, addDays(dueOf(family), -5));
    expect(await laterAttempts(family)).toHaveLength(1);
    const [reminder] = mailsTo(family, 'payment_upcoming');
    expect(reminder!.text).toContain(`On ${day}, we’ll charge $1,133.00 to your MasterCard ****4444`);
    await untilDay(shop, dueOf(family));
    expect((await laterAttempts(family)).slice(1)).toEqual([[dueOf(family), 'succeeded', 113_300]]);
  });

  /** @shows MC5.1 MC5.3 */
  it('waits on its day where the family chooses nothing, as its mail and its reminder say', async () => {
    const family = await afterEarlyReturn(TEST_ACCOUNTS.returnedR02);
    await untilDay(shop, dueOf(family));
    const [reminder] = mailsTo(family, 'payment_upcoming');
    expect(reminder!.text).toContain('we won’t automatically charge any other card or account instead');
    expect(await laterAttempts(family)).toHaveLength(1);
    expect(await rowOf(family)).toMatchObject({ status: 'needs_method', past_due: true });
  });
});

describe('a payment that a family paid by Pay now on its day or later', () => {
  /** @shows MC5.1 */
  it('is charged at once to what the family makes its default after a final return', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, dueOf(family));
    const { ach } = aBankAccount(TEST_ACCOUNTS.returnedR02);
    expect(await payNow(family, { ach }, 110_000)).toBe(200);
    await untilDay(shop, addDays(dueOf(family), 14));
    expect(mailsTo(family, 'bank_return')[0]!.text).toContain('and we’ll charge that one.');
    expect((await laterAttempts(family)).map(([, state]) => state)).toEqual(['declined', 'returned']);
    await chooseMethod(shop, family, 'card', TEST_CARDS.mastercard);
    await onDay(shop, addDays(dueOf(family), 15));
    expect((await laterAttempts(family)).slice(2)).toEqual([
      [addDays(dueOf(family), 15), 'succeeded', 113_300],
    ]);
  });

  /** @shows MC5.1 */
  it('names the card of the next attempt where it is not the account that was returned', async () => {
    const family = await onFourPayments(shop, aCard());
    shop.context.clock.moveToDay(dueOf(family), 6);
    const { ach } = aBankAccount(TEST_ACCOUNTS.returnedR01);
    expect(await payNow(family, { ach }, 110_000)).toBe(200);
    await untilDay(shop, addDays(dueOf(family), 7));
    const { next_try_on } = (await rowOf(family)) as { next_try_on: PlainDate };
    const [mail] = mailsTo(family, 'bank_return');
    const day = formatDate(next_try_on);
    expect(mail!.text).toContain(`try again on ${day} and charge $1,133.00 to your Visa ****4242`);
    await untilDay(shop, next_try_on);
    expect((await laterAttempts(family)).slice(1)).toEqual([[next_try_on, 'succeeded', 113_300]]);
  });

  /** @shows MC5.1 */
  it('is promised no attempt where no card or account would be charged', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, dueOf(family));
    await shop.context.db.execute(sql`update charge_attempts set code = 'declined', next = 'new_method'
      where state = 'declined'
        and payment_id in (select id from payments where order_id = ${family.order_id})`);
    const { ach } = aBankAccount(TEST_ACCOUNTS.returnedR01);
    expect(await payNow(family, { ach }, 110_000)).toBe(200);
    await untilDay(shop, addDays(dueOf(family), 9));
    expect(await rowOf(family)).toEqual({ status: 'returned', next_try_on: null, past_due: true });
    const [mail] = mailsTo(family, 'bank_return');
    expect(mail!.text).toContain('We won’t try again automatically.');
    await untilDay(shop, addDays(dueOf(family), 20));
    expect((await laterAttempts(family)).map(([, state]) => state)).toEqual(['declined', 'returned']);
  });
});

describe('a payment that a family tried to pay early and whose planned card refuses it for good', () => {
  /** @shows MC5.1 MC5.3 */
  it('is told and reminded of as one that needs another card, and is not charged to that one', async () => {
    const family = await onFourPayments(shop, aCard());
    const chosen = await chooseMethod(shop, family, 'card', TEST_CARDS.declinesCharges);
    await onDay(shop, addDays(dueOf(family), -10));
    expect(await payNow(family, { payment_method_id: chosen }, 113_300)).toBe(402);
    await untilDay(shop, dueOf(family));
    for (const about of ['payment_failed', 'payment_upcoming'])
      expect(mailsTo(family, about)[0]!.text).toContain('no card or bank account that we can charge for it');
    expect((await laterAttempts(family)).map(([, state]) => state)).toEqual(['declined']);
  });
});

describe('after all of this', () => {
  it('the books are whole and no promise about payments is broken', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    expect(await brokenPromises(shop.context.db)).toEqual([]);
  });
});
