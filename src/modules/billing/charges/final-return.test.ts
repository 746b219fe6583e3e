import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
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
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());
beforeEach(() => {
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  shop.context.mail.sent.length = 0;
});

const laterAttempts = async ({ order_id }: PayingFamily) =>
  (await attemptsOf(shop, order_id)).slice(1).map((one) => [one.payment_number, one.state]);
const rowsOf = async ({ order_id }: PayingFamily) =>
  (
    await shop.context.db.execute<{ id: number; status: string }>(
      sql`select id::int, status from payments where order_id = ${order_id} order by payment_number`,
    )
  ).rows;
const mailsTo = (family: PayingFamily, about: string) =>
  shop.context.mail.sent.filter(
    (mail) => mail.to.includes(family.email) && mail.ref.startsWith(`billing.${about}.`),
  );

async function afterReturn(account: string): Promise<PayingFamily> {
  const family = await onFourPayments(shop, aCard());
  await chooseMethod(shop, family, 'bank', account);
  await untilDay(shop, addDays(family.due[1]!, 14));
  return family;
}

describe('after a bank has refused a debit for good', () => {
  /** @shows MB1.1 */
  it.each([
    ['R02', TEST_ACCOUNTS.returnedR02],
    ['R10', TEST_ACCOUNTS.returnedR10],
  ])('(%s) no other card of the family is charged by itself', async (_, account) => {
    const family = await afterReturn(account);
    await untilDay(shop, addDays(family.due[1]!, 25));
    expect(await laterAttempts(family)).toEqual([[2, 'returned']]);
    const [mail] = mailsTo(family, 'bank_return');
    expect(mail!.text).toContain('we won’t automatically charge any other card or account instead');
  });

  /** @shows MB1.2 */
  it('the next payment that the account would have made waits as well, and the family is told', async () => {
    const family = await afterReturn(TEST_ACCOUNTS.returnedR02);
    await untilDay(shop, addDays(family.due[2]!, 2));
    expect(await laterAttempts(family)).toEqual([[2, 'returned']]);
    expect((await rowsOf(family)).map(({ status }) => status)).toEqual([
      'paid',
      'returned',
      'needs_method',
      'scheduled',
    ]);
    expect(mailsTo(family, 'payment_upcoming').at(-1)!.text).toContain('select Pay now');
    const [due] = mailsTo(family, 'payment_failed');
    expect(due!.text).toContain('Your payment of $1,100.00 is due.');
    expect(due!.text).not.toContain('we have no card');
  });

  /** @shows MB1.3 */
  it('a card that the family makes the default afterwards is charged at once', async () => {
    const family = await afterReturn(TEST_ACCOUNTS.returnedR02);
    await chooseMethod(shop, family, 'card', TEST_CARDS.mastercard);
    await onDay(shop, addDays(family.due[1]!, 14), 11);
    await untilDay(shop, addDays(family.due[2]!, 1));
    expect(await laterAttempts(family)).toEqual([
      [2, 'returned'],
      [2, 'succeeded'],
      [3, 'succeeded'],
    ]);
  });

  it('a card that only a checkout has saved afterwards is not charged for it', async () => {
    const family = await afterReturn(TEST_ACCOUNTS.returnedR02);
    await ensureMethod(shop.context.billing, {
      user_id: family.user_id,
      program_group_id: null,
      instrument: typedCard(TEST_CARDS.mastercard),
      key: `checkout-of-${family.order_id}`,
    });
    await onDay(shop, addDays(family.due[1]!, 15));
    expect(await laterAttempts(family)).toEqual([[2, 'returned']]);
  });

  /** @shows MB1.4 */
  it('staff cannot charge another card of the family either, and read why', async () => {
    const family = await afterReturn(TEST_ACCOUNTS.returnedR10);
    const member = await aStaffMember(shop.app, shop.context.db);
    const staff = await staffPaymentsOf(shop, member, family.order_id);
    const payment = await staff.read(2);
    expect(payment).toMatchObject({ method: null });
    expect(payment.charge_refused).toContain('only the family can pay');
    const charged = await staff.charge(2);
    expect([charged.status, charged.errors]).toEqual([409, [payment.charge_refused]]);
    expect(await laterAttempts(family)).toEqual([[2, 'returned']]);
  });
});

describe('after a return for want of funds (R01)', () => {
  it('the same account is debited again on its day, and another card is not', async () => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.returnedR01);
    await untilDay(shop, addDays(family.due[2]!, -1));
    const tries = await laterAttempts(family);
    expect(tries.map(([payment_number]) => payment_number)).toEqual([2, 2, 2]);
  });
});

describe('after all of this', () => {
  it('the books are whole and no promise about payments is broken', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    expect(await brokenPromises(shop.context.db)).toEqual([]);
  });
});
