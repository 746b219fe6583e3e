import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { HOUR_MS } from '#kit/durations.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { endOrder } from '#tests/support/billing/active-order.ts';
import {
  aMailedOrder,
  closeAccountOf,
  MAIL_CONFIG,
  verifyEmailOf,
  type MailedOrder,
  billingEmailsOf,
  setPaymentStatus,
} from '#tests/support/billing/mailed-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { methodEmails } from './method-emails.service.ts';

let t: TestBilling;
let order: MailedOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void (order = await aMailedOrder(t)));

const ACT = { payment_methods: 'https://bus.example/dashboard/payment-methods' };
const setStatus = (status: string) => setPaymentStatus(t.database.db, order.later_id, status);
const pay = () =>
  t.database.db.execute(sql`update payments set status = 'paid', paid_at = now(), settled_at = now()
    where id = ${order.later_id}`);

describe('the notice of a card that expires before its payment', () => {
  const write = (changes: object = {}) =>
    billingEmailsOf(t)['billing.card_expires']!({
      payment_method_id: order.method.id,
      payment_id: order.later_id,
      ...changes,
    });
  const endCard = (month: number, year: number) =>
    t.database.db.execute(sql`update payment_methods set exp_month = ${month}, exp_year = ${year}
      where id = ${order.method.id}`);
  beforeEach(() => endCard(9, 2026));

  it('names the card, its last month and the day of the payment, and goes to whoever signed', async () => {
    await verifyEmailOf(t.database.db, order);
    const mail = (await write())!;
    expect(mail.to).toEqual([order.email]);
    const card = 'Visa ****4242';
    expect(mail.subject).toBe(m.mail_card_expires_subject({ card, due_on: '10/10/2026' }));
    const body = m.mail_card_expires_body({ card, expires: '09/2026', due_on: '10/10/2026' });
    for (const part of [body, order.contract_number, 'Hello Ada,', ACT.payment_methods])
      expect(mail.text).toContain(part);
  });

  it('greets nobody by name at an address that is not verified', async () => {
    expect((await write())!.text).not.toContain('Ada');
  });

  it('is not written of a card that is good on the day, as its bank may have renewed it', async () => {
    await endCard(10, 2026);
    expect(await write()).toBeUndefined();
    await endCard(1, 2027);
    expect(await write()).toBeUndefined();
  });

  it('follows the payment: moved to an earlier day, the card is good and nothing is written', async () => {
    await t.database.db.execute(sql`update payments set pay_on = '2026-09-30' where id = ${order.later_id}`);
    expect(await write()).toBeUndefined();
  });

  it('asks for nothing once the payment is made, waived, or its order has ended', async () => {
    await setStatus('cancelled');
    expect(await write()).toBeUndefined();
    await setStatus('scheduled');
    expect(await write()).toBeDefined();
    await pay();
    expect(await write()).toBeUndefined();
    order = await aMailedOrder(t);
    await endCard(9, 2026);
    await endOrder(t.database.db, order.order_id);
    expect(await write()).toBeUndefined();
  });

  it('is not written of a card of another family, nor to an account that was closed', async () => {
    const other = await aMailedOrder(t);
    expect(await write({ payment_method_id: other.method.id })).toBeUndefined();
    await closeAccountOf(t.database.db, order);
    expect(await write()).toBeUndefined();
  });
});

describe('the mail that asks for a card again after a change of the processor', () => {
  const write = (asked_at = t.clock.now()) =>
    methodEmails({ db: t.database.db, config: MAIL_CONFIG })['billing.enter_method_again']!({
      payment_id: order.later_id,
      asked_at: asked_at.toISOString(),
    });
  /** As after the change: what the family had saved is put away. */
  const putAway = async () => {
    await t.database.db.execute(
      sql`update payment_methods set is_active = false, is_default = false where user_id = ${order.user_id}`,
    );
    t.clock.advanceMs(HOUR_MS);
  };
  const saveCard = (program_group_id: number | null) =>
    ensureMethod(t.billing, {
      user_id: order.user_id,
      program_group_id,
      instrument: typedCard(TEST_CARDS.mastercard),
      key: `again-${program_group_id}`,
    });
  beforeEach(putAway);

  it('names the order, its contract and the next payment, and where to enter the card', async () => {
    const mail = (await write())!;
    expect([mail.to, mail.subject]).toEqual([[order.email], m.mail_enter_again_subject()]);
    const facts = [
      `${m.mail_card_expires_order()}: ${order.order_id}`,
      `${m.mail_card_expires_due()}: 10/10/2026`,
      order.contract_number,
      m.mail_enter_again_safe(),
    ];
    for (const fact of facts) expect(mail.text).toContain(fact);
    expect(mail.html).toContain(ACT.payment_methods);
  });

  it('is not written once the family has saved a card or account, for the school or for all', async () => {
    const asked_at = t.clock.now();
    await saveCard(order.program_group_id);
    expect(await write(asked_at)).toBeUndefined();
    order = await aMailedOrder(t);
    await putAway();
    const asked_later = t.clock.now();
    await saveCard(null);
    expect(await write(asked_later)).toBeUndefined();
  });

  it('is written although the family has saved a card for another school alone', async () => {
    const asked_at = t.clock.now();
    const other = await aMailedOrder(t);
    await saveCard(other.program_group_id);
    expect(await write(asked_at)).toBeDefined();
  });

  it('asks for nothing once the payment is made, waived, or its order has ended', async () => {
    await setStatus('cancelled');
    expect(await write()).toBeUndefined();
    await pay();
    expect(await write()).toBeUndefined();
    order = await aMailedOrder(t);
    await endOrder(t.database.db, order.order_id);
    expect(await write()).toBeUndefined();
  });

  it('is written for an order that waits for its aid, of which the first charge needs a method', async () => {
    await t.database.db.execute(sql`update orders set status = 'awaiting_aid' where id = ${order.order_id}`);
    expect(await write()).toBeDefined();
    await t.database.db.execute(sql`update orders set status = 'active' where id = ${order.order_id}`);
  });

  it('is not written to an account that was closed, nor of a payment that is not there', async () => {
    await closeAccountOf(t.database.db, order);
    expect(await write()).toBeUndefined();
    order = { ...order, later_id: 987_654 };
    expect(await write()).toBeUndefined();
  });
});
