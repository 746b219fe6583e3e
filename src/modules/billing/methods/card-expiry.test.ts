import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { billingEmailsOf } from '#tests/support/billing/mailed-order.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_CARDS,
  typedAccount,
  typedCard,
  TEST_ACCOUNTS,
} from '#tests/support/billing/test-instruments.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { notifyExpiringCards } from './card-expiry.service.ts';
import type { TypedInstrument } from './typed-instrument.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const START = plainDate('2026-04-10');
beforeEach(async () => {
  t.clock.moveToDay(START, 10);
  await t.database.asOwner(`truncate outbox`);
  await t.database.db.execute(sql`update payments set status = 'cancelled'`);
});

/** A family with a second payment due on 10/10/2026. */
async function aFamilyThatOwes(instrument: TypedInstrument) {
  const opened = await openedCharge(t.billing, instrument);
  await collect(t.billing, opened.attempt_id);
  return opened;
}

const expiringIn = (exp_month: number, exp_year: number): TypedInstrument => {
  const card = typedCard(TEST_CARDS.good);
  return 'cc' in card ? { cc: { ...card.cc, exp_month, exp_year } } : card;
};

const notices = async () =>
  (
    await t.database.db.execute<{ ref: string; payload: { payment_method_id: number; payment_id: number } }>(
      sql`select ref, payload from outbox where kind = 'billing.card_expires' order by id`,
    )
  ).rows;

async function noticedOn(day: PlainDate): Promise<string[]> {
  t.clock.moveToDay(day, 7);
  await notifyExpiringCards(t.billing);
  return (await notices()).map(({ ref }) => ref);
}

const DUE = plainDate('2026-10-10');

describe('the notice of a card that will have expired', () => {
  it('goes out thirty days before the payment, once a card and month', async () => {
    const { method } = await aFamilyThatOwes(expiringIn(9, 2026));
    expect(await noticedOn(addDays(DUE, -31))).toEqual([]);
    expect(await noticedOn(addDays(DUE, -30))).toEqual([`${method.id}-2026-10`]);
    for (const day of [addDays(DUE, -30), addDays(DUE, -2), DUE])
      expect(await noticedOn(day)).toHaveLength(1);
  });

  it('is sent late when no job ran on the day, and not for a card valid to the month’s end', async () => {
    await aFamilyThatOwes(expiringIn(10, 2026));
    await aFamilyThatOwes(typedAccount(TEST_ACCOUNTS.settles));
    const { method } = await aFamilyThatOwes(expiringIn(9, 2026));
    expect(await noticedOn(addDays(DUE, -5))).toEqual([`${method.id}-2026-10`]);
  });

  it('is not for an overdue payment, whose card was good on its day', async () => {
    await aFamilyThatOwes(expiringIn(10, 2026));
    expect(await noticedOn(addDays(DUE, 25))).toEqual([]);
  });

  it('names card, expiry and payment; is not sent once the card is gone or the payment made', async () => {
    const { method, user_id } = await aFamilyThatOwes(expiringIn(9, 2026));
    await noticedOn(addDays(DUE, -30));
    const { payload } = (await notices())[0]!;
    const write = billingEmailsOf(t)['billing.card_expires']!;
    const mail = (await write(payload))!;
    expect(mail.subject).toBe('Visa ****4242 expires before your payment on 10/10/2026');
    for (const part of ['09/2026', '10/10/2026', 'make it the default']) expect(mail.text).toContain(part);
    expect(mail.html).toContain('https://bus.example/dashboard/payment-methods');
    await t.database.db.execute(
      sql`update payment_methods set is_active = false, is_default = false where id = ${method.id}`,
    );
    expect(await write(payload)).toBeUndefined();
    await t.database.db.execute(sql`update payment_methods set is_active = true where id = ${method.id}`);
    await t.database.db.execute(
      sql`update payments set paid_at = now(), status = 'paid'
        where order_id in (select id from orders where user_id = ${user_id})`,
    );
    expect(await write(payload)).toBeUndefined();
  });
});
