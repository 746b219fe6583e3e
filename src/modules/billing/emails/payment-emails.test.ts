import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anActiveOrder, aSignedContract, endOrder } from '#tests/support/billing/active-order.ts';
import {
  aMailedOrder,
  closeAccountOf,
  failPayment,
  GUARDIANS,
  MAIL_CONFIG,
  verifyEmailOf,
  type MailedOrder,
  setPaymentStatus,
} from '#tests/support/billing/mailed-order.ts';
import { anAttemptRow } from '#tests/support/billing/payment-rows.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { paymentEmails } from './payment-emails.service.ts';

let t: TestBilling;
let shared: MailedOrder;
beforeAll(async () => {
  t = await createTestBilling();
  shared = await aMailedOrder(t);
});
afterAll(() => t.close());

const render = (kind: string, payload: Record<string, unknown>) =>
  paymentEmails({ db: t.database.db, clock: t.clock, config: MAIL_CONFIG })[`billing.${kind}`]!(payload);

describe('the mail of a payment that is coming', () => {
  it('goes to whoever signed alone, with the sum, the day, the card and the contract', async () => {
    const { later_id, email, contract_number } = shared;
    await verifyEmailOf(t.database.db, shared);
    const mail = (await render('payment_upcoming', { payment_id: later_id }))!;
    expect(mail.to).toEqual([email]);
    expect(mail.subject).toBe('Your payment of $2,150.00 is due on 10/10/2026');
    for (const part of ['Visa ****4242', contract_number, 'Student: Bo', 'https://bus.example/dashboard'])
      expect(mail.text).toContain(part);
    await verifyEmailOf(t.database.db, shared, false);
  });

  it('shows no more of the card than its last four digits', async () => {
    const { later_id } = shared;
    const mail = (await render('payment_upcoming', { payment_id: later_id }))!;
    expect(`${mail.text}${mail.html}`).not.toContain('4242424242424242');
  });

  it('is not sent once the payment is made, failed, on its way or canceled', async () => {
    const { later_id } = await aMailedOrder(t);
    for (const status of ['paid', 'in_flight', 'failed', 'cancelled']) {
      await setPaymentStatus(t.database.db, later_id, status);
      expect(await render('payment_upcoming', { payment_id: later_id })).toBeUndefined();
    }
  });

  it('is not sent once the order has ended', async () => {
    const { later_id, order_id } = await aMailedOrder(t);
    await endOrder(t.database.db, order_id);
    expect(await render('payment_upcoming', { payment_id: later_id })).toBeUndefined();
  });
});

describe('the mail of a payment that failed', () => {
  it('goes to whoever signed and to both guardians, and names the card that was tried', async () => {
    const order = await aMailedOrder(t);
    const { later_id, email, method } = order;
    await failPayment(t.database.db, order, { next_try_on: '2026-10-13' });
    const about = { payment_id: later_id, method_id: method.id };
    const mails = await Promise.all(
      [0, 1, 2].map((reader) => render('payment_failed', { ...about, reader })),
    );
    expect(mails.map((mail) => mail?.to)).toEqual([[email], ['first@example.com'], ['second@example.com']]);
    for (const mail of mails) {
      expect(mail!.text).toContain('We’ll try again on 10/13/2026 and charge $2,150.00');
      expect(mail!.text).toContain('Visa ****4242');
    }
  });

  it('names no method where none was tried', async () => {
    const { later_id, user_id } = await aMailedOrder(t);
    await t.database.db.execute(
      sql`update payment_methods set is_active = false, is_default = false where user_id = ${user_id}`,
    );
    await setPaymentStatus(t.database.db, later_id, 'needs_method');
    const mail = (await render('payment_failed', { payment_id: later_id, method_id: null }))!;
    expect(mail.text).toContain('we have no card or bank account that we can charge for it');
    expect(mail.text).not.toContain('4242');
  });

  it('does not say why the bank refused: that is between it and its customer', async () => {
    const { later_id, method } = shared;
    const mail = (await render('payment_failed', { payment_id: later_id, method_id: method.id }))!;
    expect(mail.text).not.toMatch(/insufficient|expired/i);
  });
});

/** @shows MC3.3 */
it('a mail that a payment failed asks for nothing once the order has ended', async () => {
  const { later_id, order_id } = await aMailedOrder(t);
  await endOrder(t.database.db, order_id);
  expect(await render('payment_failed', { payment_id: later_id })).toBeUndefined();
});

describe('the mail of a change by the office', () => {
  const before = { amount_cents: 215_000, pay_on: '2026-10-10' };

  it('says what it was and what it is', async () => {
    const { later_id } = shared;
    const after = { amount_cents: 150_000, pay_on: '2026-11-10' };
    const change = { payment_id: later_id, before, after, reason: 'Half' };
    const mail = (await render('payment_changed', change))!;
    expect(mail.subject).toBe('Your payment is now $1,500.00, due on 11/10/2026');
    expect(mail.text).toContain('Half');
    expect((await render('payment_changed', { ...change, reader: 2 }))!.to).toEqual([GUARDIANS.second]);
  });

  /** @shows MC5.2 */
  it('promises no card that may not be tried again for the payment', async () => {
    const order = await aMailedOrder(t);
    const payment = { id: order.later_id, order_id: order.order_id };
    const refused = { method: order.method, state: 'declined', code: 'expired', next: 'never' } as const;
    await anAttemptRow(t.database.db, payment, refused);
    const after = { amount_cents: 215_000, pay_on: '2026-10-10' };
    const change = { payment_id: order.later_id, before: { ...before, pay_on: '2026-09-10' }, after };
    const mail = (await render('payment_changed', { ...change, reason: null }))!;
    expect(mail.subject).toBe('Your payment is now $2,150.00, due on 10/10/2026');
    expect(mail.text).not.toContain('4242');
  });

  it('says of one that is waived that it is no longer owed', async () => {
    const { later_id } = shared;
    const about = { payment_id: later_id, before, after: null, reason: 'Moved' };
    expect((await render('payment_changed', about))!.subject).toBe(
      'Your payment of $2,150.00 is no longer owed',
    );
  });

  it('is not made from a payload that names no day', async () => {
    const { later_id } = shared;
    const about = { payment_id: later_id, before: { ...before, pay_on: 'soon' }, after: null, reason: null };
    await expect(render('payment_changed', about)).rejects.toThrow();
  });
});

describe('any mail about a payment', () => {
  const KINDS = ['payment_upcoming', 'payment_failed', 'congestion_fee_withdrawn'] as const;

  it('is not sent to an account that was closed', async () => {
    const order = await aMailedOrder(t);
    await closeAccountOf(t.database.db, order);
    for (const kind of KINDS) expect(await render(kind, { payment_id: order.later_id })).toBeUndefined();
  });

  it.each(KINDS)('%s is not sent about a payment that is not there', async (kind) => {
    expect(await render(kind, { payment_id: 999_999 })).toBeUndefined();
  });

  it('goes to whoever signed where the contract names no guardian’s address', async () => {
    const order = await anActiveOrder(t);
    await aSignedContract(t.database.db, order);
    expect((await render('payment_failed', { payment_id: order.later_id }))!.to).toHaveLength(1);
  });

  it('names nothing of another family', async () => {
    const [one, other] = [await aMailedOrder(t), await aMailedOrder(t)];
    const mail = (await render('payment_failed', { payment_id: one.later_id }))!;
    expect(`${mail.to.join()}${mail.text}`).not.toContain(other.email);
    expect(mail.text).not.toContain(other.contract_number);
  });
});
