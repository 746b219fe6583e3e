import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { reasonOfReturn } from '#modules/billing/charges/return-reasons.ts';
import { endOrder } from '#tests/support/billing/active-order.ts';
import {
  aMailedOrder,
  closeAccountOf,
  GUARDIANS,
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

/** The bank has sent a debit of $1,000.00 and a fee of $30.00 for payment 2 back with a code. */
async function aReturn(code: string, changes: object = {}): Promise<Record<string, unknown>> {
  const { later_id, order_id, method } = order;
  const payment = { id: later_id, order_id };
  const returned = { method, state: 'returned', code, finished_at: t.clock.now() } as const;
  const attempt = await anAttemptRow(t.database.db, payment, returned);
  await setStatus('returned');
  return { payment_id: later_id, charge_attempt_id: attempt.id, method_id: method.id, ...changes };
}

const planAttempt = (day: string | null) =>
  t.database.db.execute(sql`update payments set next_try_on = ${day} where id = ${order.later_id}`);

const setStatus = (status: string) => setPaymentStatus(t.database.db, order.later_id, status);
const write = (payload: Record<string, unknown>) =>
  paymentEmails({ db: t.database.db, clock: t.clock, config: MAIL_CONFIG })['billing.bank_return']!(payload);

describe('the mail of a debit that a bank has returned', () => {
  it('goes to whoever signed and to both guardians, each by a mail of its own', async () => {
    const payload = await aReturn('R01');
    const mails = await Promise.all([0, 1, 2, 3].map((reader) => write({ ...payload, reader })));
    expect(mails.map((mail) => mail?.to)).toEqual([
      [order.email],
      [GUARDIANS.first],
      [GUARDIANS.second],
      undefined,
    ]);
  });

  it('says why in words, what is owed, and leads to the page of the payment', async () => {
    const mail = (await write(await aReturn('R02')))!;
    const reason = reasonOfReturn('R02');
    expect(mail.subject).toBe(m.mail_return_subject({ amount: '$1,030.00' }));
    expect(mail.text).toContain(m.mail_return_body({ amount: '$1,030.00', reason }));
    const { order_id, later_id } = order;
    expect(mail.html).toContain(`https://bus.example/dashboard/orders/${order_id}/payments/${later_id}/pay`);
  });

  it('names the day of the next debit, or says that the family has to act', async () => {
    const payload = await aReturn('R01');
    await planAttempt('2026-10-17');
    const next = { day: '10/17/2026', total: '$2,150.00', method: 'Visa ****4242' };
    expect((await write(payload))!.text).toContain(m.mail_failed_again(next));
    await planAttempt(null);
    const final = (await write(await aReturn('R10')))!;
    expect(final.text).toContain(m.mail_held_back());
    expect(final.text).not.toContain('try again on');
  });

  it('is not written once the payment was made, is on its way again or was waived', async () => {
    const payload = await aReturn('R01');
    for (const status of ['paid', 'processing', 'cancelled']) {
      await setStatus(status);
      expect(await write(payload)).toBeUndefined();
    }
    await setStatus('returned');
    expect(await write(payload)).toBeDefined();
  });

  /** @shows MC4.2 */
  it('of an order that has ended asks for nothing, and leads to the order', async () => {
    const payload = await aReturn('R01');
    await setStatus('cancelled');
    await endOrder(t.database.db, order.order_id);
    const mail = (await write(payload))!;
    expect(mail.text).toContain(m.mail_return_ended_next());
    for (const absent of ['try again', m.mail_pay_now_button(), `payments/${order.later_id}/pay`])
      expect(`${mail.text}${mail.html}`).not.toContain(absent);
    expect(mail.html).toContain(`https://bus.example/dashboard/orders/${order.order_id}`);
  });

  it('is not written to an account that was closed', async () => {
    const payload = await aReturn('R01');
    await closeAccountOf(t.database.db, order);
    expect(await write(payload)).toBeUndefined();
  });
});

describe('the mail of a payment that failed', () => {
  const failed = (payload: Record<string, unknown>) =>
    paymentEmails({ db: t.database.db, clock: t.clock, config: MAIL_CONFIG })['billing.payment_failed']!(
      payload,
    );
  const aDecline = async (code: string, next: 'later' | 'never') => {
    const { later_id, order_id, method } = order;
    const payment = { id: later_id, order_id };
    const attempt = await anAttemptRow(t.database.db, payment, { method, state: 'declined', code, next });
    await setStatus('failed');
    return { payment_id: later_id, charge_attempt_id: attempt.id, method_id: method.id };
  };

  it('asks the payer to confirm where the bank wants it, and not where it said never', async () => {
    const asked = (await failed(await aDecline('authentication_required', 'later')))!;
    expect(asked.subject).toBe(m.mail_confirm_subject({ amount: '$1,030.00' }));
    expect(asked.text).toContain(m.mail_confirm_next());
    const never = (await failed(await aDecline('authentication_required', 'never')))!;
    expect(never.subject).toBe(m.mail_failed_subject({ amount: '$1,030.00' }));
  });

  it('says of the last try that the payment is past due', async () => {
    const payload = await aDecline('insufficient_funds', 'later');
    const mail = (await failed({ ...payload, next_try_on: null, is_last: true }))!;
    expect(mail.subject).toBe(m.mail_failed_last_subject({ amount: '$1,030.00' }));
    expect(mail.text).toContain(m.mail_failed_last_body({ amount: '$1,030.00', method: 'Visa ****4242' }));
  });

  it('is not written once the payment was made, is on its way or was waived', async () => {
    const payload = await aDecline('insufficient_funds', 'later');
    for (const status of ['paid', 'processing', 'cancelled']) {
      await setStatus(status);
      expect(await failed(payload)).toBeUndefined();
    }
  });
});
