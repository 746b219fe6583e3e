import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { updatePayment } from '#modules/billing/payments/attempts.queries.ts';
import { recordReceived } from '#modules/billing/staff-edits/manual-entries.service.ts';
import type { ReceivedBy } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { anActiveOrder, paymentOf } from '#tests/support/billing/active-order.ts';
import { closeAccountOf, verifyEmailOf, billingEmailsOf } from '#tests/support/billing/mailed-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const emails = () => billingEmailsOf(t);
const write = (invoice_id: number) => emails()['billing.payment_received']!({ invoice_id });

/** The office has received payment 2, of $2,150.00, at eleven at night in New York. */
async function received(by: ReceivedBy) {
  const order = await anActiveOrder(t);
  const now = new Date('2026-04-11T03:00:00Z');
  await t.billing.db.transaction(async (tx) => {
    const paid = { status: 'paid' as const, paid_at: now, settled_at: now, reference: '1042' };
    await updatePayment(tx, order.later_id, paid);
    const payment = await paymentOf(tx, order.later_id);
    await recordReceived(tx, { order: { id: order.order_id }, payment }, { by, now });
  });
  const { rows } = await t.database.db.execute<{ id: number; email: string }>(sql`select max(i.id)::int as id,
      u.email from invoices i join orders o on o.id = i.order_id join users u on u.id = o.user_id
    where o.id = ${order.order_id} group by u.email`);
  const { id: invoice_id, email } = rows[0]!;
  return { order, invoice_id, email };
}

describe('the receipt of money that the office received', () => {
  it('by check names the check, the company’s day and the sum without a card fee', async () => {
    const { order, invoice_id } = await received('paymentTypeCheck');
    const mail = (await write(invoice_id))!;
    const { order_id } = order;
    expect(mail.subject).toBe(m.mail_receipt_subject({ total: '$2,150.00', order_id }));
    const facts = [
      `${m.mail_receipt_date()}: 04/10/2026`,
      `${m.mail_receipt_invoice()}: ${invoice_id}`,
      `${m.mail_receipt_method()}: ${m.contract_type_check()}`,
      `${m.mail_receipt_total_received()}: $2,150.00`,
      m.mail_receipt_body({ total: '$2,150.00' }),
    ];
    for (const fact of facts) expect(mail.text).toContain(fact);
    expect(mail.html).toContain(
      `https://bus.example/dashboard/orders/${order_id}/receipt?invoice=${invoice_id}`,
    );
  });

  it('in cash says so, and goes to whoever signed alone', async () => {
    const { email, invoice_id } = await received('paymentTypeCash');
    const mail = (await write(invoice_id))!;
    expect(mail.text).toContain(`${m.mail_receipt_method()}: ${m.contract_type_cash()}`);
    expect([mail.to, mail.hasOthers]).toEqual([[email], undefined]);
    expect(mail.text).not.toContain('4242');
  });

  it('greets by name at a verified address alone', async () => {
    const { order, invoice_id } = await received('paymentTypeCash');
    expect((await write(invoice_id))!.text).not.toContain('Ada');
    await verifyEmailOf(t.database.db, order);
    expect((await write(invoice_id))!.text).toContain(m.mail_greeting({ name: 'Ada' }));
  });

  it('is not written of an invoice that is not there, nor to an account that was closed', async () => {
    const { order, invoice_id } = await received('paymentTypeCheck');
    expect(await write(987_654)).toBeUndefined();
    await closeAccountOf(t.database.db, order);
    expect(await write(invoice_id)).toBeUndefined();
    expect(await emails()['billing.receipt']!({ charge_attempt_id: order.attempt_id })).toBeUndefined();
  });
});

describe('the receipt of a debit', () => {
  it('says that it is on its way, and is not written once its bank has returned it', async () => {
    const { attempt_id } = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    const receipt = () => emails()['billing.receipt']!({ charge_attempt_id: attempt_id });
    expect((await receipt())!.text).toContain(m.mail_receipt_body_bank({ total: '$2,800.00' }));
    await t.database.db.execute(
      sql`update charge_attempts set state = 'returned', code = 'R01' where id = ${attempt_id}`,
    );
    expect(await receipt()).toBeUndefined();
  });
});
