import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { endOrder } from '#tests/support/billing/active-order.ts';
import {
  aMailedOrder,
  MAIL_CONFIG,
  type MailedOrder,
  setPaymentStatus,
} from '#tests/support/billing/mailed-order.ts';
import { anAttemptRow } from '#tests/support/billing/payment-rows.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { paymentEmails } from './payment-emails.service.ts';

let t: TestBilling;
let order: MailedOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void (order = await aMailedOrder(t)));

const AMOUNT = { amount: '$2,150.00' };
const write = (what: string, reference: string | null = null) =>
  paymentEmails({ db: t.database.db, clock: t.clock, config: MAIL_CONFIG })['billing.entry_reversed']!({
    payment_id: order.later_id,
    what,
    amount_cents: 215_000,
    reference,
  });

/** @shows MC9.4 */
describe('the mail of an entry that staff have taken back', () => {
  it('of a returned check says so, with its number, and names the charge that follows', async () => {
    const mail = (await write('check_returned', '1042'))!;
    expect(mail.subject).toBe(m.mail_check_returned_subject(AMOUNT));
    expect(mail.text).toContain(m.mail_check_returned_body(AMOUNT));
    for (const part of ['1042', 'Visa ****4242', '10/10/2026', '$2,150.00'])
      expect(mail.text).toContain(part);
    expect(mail.html).toContain(`payments/${order.later_id}/pay`);
  });

  it('of a mistake blames nobody but the office', async () => {
    expect((await write('received_by_mistake'))!.text).toContain(m.mail_received_mistake_body(AMOUNT));
    const waived = (await write('waived_by_mistake'))!;
    expect(waived.text).toContain(m.mail_waived_mistake_body(AMOUNT));
    expect(`${waived.subject}${waived.text}`).not.toContain('bank returned');
  });

  it('asks the family to act where nothing is charged by itself', async () => {
    await setPaymentStatus(t.database.db, order.later_id, 'failed');
    expect((await write('check_returned'))!.text).toContain(m.mail_failed_add_method());
    await setPaymentStatus(t.database.db, order.later_id, 'scheduled');
    await t.database.db.execute(
      sql`update payment_methods set is_active = false where user_id = ${order.user_id}`,
    );
    const body = m.mail_upcoming_body_no_method({ total: '$2,150.00', day: '10/10/2026' });
    expect((await write('check_returned'))!.text).toContain(body);
  });

  /** @shows MC5.4 */
  it('names a final refusal of the bank where a method waits for the family', async () => {
    const { db } = t.database;
    const payment = { id: order.later_id, order_id: order.order_id };
    const ended = { method: order.method, state: 'returned', code: 'R10' } as const;
    await anAttemptRow(db, payment, { ...ended, finished_at: t.clock.now() });
    const text = (await write('check_returned'))!.text;
    expect(text).toContain(m.mail_held_back_until({ day: '10/10/2026' }));
    expect(text).not.toContain('no card or bank account');
  });

  it('is not written once the payment was made or waived', async () => {
    for (const status of ['paid', 'processing', 'cancelled']) {
      await setPaymentStatus(t.database.db, order.later_id, status);
      expect(await write('received_by_mistake')).toBeUndefined();
    }
  });

  it('asks for nothing where the contract has ended', async () => {
    await setPaymentStatus(t.database.db, order.later_id, 'cancelled');
    await endOrder(t.database.db, order.order_id);
    for (const what of ['check_returned', 'received_by_mistake']) {
      const mail = (await write(what))!;
      expect(mail.text).toContain(m.mail_return_ended_next());
      expect(`${mail.text}${mail.html}`).not.toContain(`payments/${order.later_id}/pay`);
    }
  });
});

/** @shows MC8.2 */
describe('the mail of a withdrawn congestion fee', () => {
  const withdrawn = () =>
    paymentEmails({ db: t.database.db, clock: t.clock, config: MAIL_CONFIG })[
      'billing.congestion_fee_withdrawn'
    ]!({ payment_id: order.later_id });

  it('says that nothing is charged, or that what was paid comes back', async () => {
    await setPaymentStatus(t.database.db, order.later_id, 'cancelled');
    expect((await withdrawn())!.text).toContain('nothing will be charged');
    await setPaymentStatus(t.database.db, order.later_id, 'paid');
    const paid = (await withdrawn())!.text;
    expect(paid).toContain(m.mail_congestion_withdrawn_refund());
    expect(paid).not.toContain('nothing will be charged');
  });
});
