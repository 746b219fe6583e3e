import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { createRefund, type RefundCommand } from '#modules/billing/refunds/refunds.service.ts';
import {
  aMailedOrder,
  closeAccountOf,
  GUARDIANS,
  MAIL_CONFIG,
  verifyEmailOf,
  type MailedOrder,
} from '#tests/support/billing/mailed-order.ts';
import { aRefund, dollars } from '#tests/support/billing/refunds.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { refundEmails } from './refund-emails.service.ts';

let t: TestBilling;
let order: MailedOrder;
beforeAll(async () => {
  t = await createTestBilling();
  order = await aMailedOrder(t);
  await verifyEmailOf(t.database.db, order);
});
afterAll(() => t.close());

const write = (payload: Record<string, unknown>) =>
  refundEmails({ db: t.database.db, config: MAIL_CONFIG })['billing.refund_issued']!(payload);
const give = async (changes: Partial<RefundCommand>, of = order) =>
  (await createRefund(t.billing, aRefund(of, changes))).order_refund_id;
const setState = (order_refund_id: number, state: string) =>
  t.database.db.execute(sql`update refunds set state = ${state}
    where order_refund_id = ${order_refund_id}`);

describe('the mail of money that went back', () => {
  it('goes to whoever signed and to both guardians, and names the child to the signer alone', async () => {
    const order_refund_id = await give({ amount_cents: dollars(100) });
    const mails = await Promise.all([0, 1, 2].map((reader) => write({ order_refund_id, reader })));
    expect(mails.map((mail) => mail?.to)).toEqual([[order.email], [GUARDIANS.first], [GUARDIANS.second]]);
    const student = `${m.mail_order_student()}: Bo`;
    expect(mails.map((mail) => mail!.text.includes(student))).toEqual([true, false, false]);
    expect(mails.map((mail) => mail!.text.includes('Ada'))).toEqual([true, false, false]);
    for (const mail of mails) {
      expect(mail!.subject).toBe(m.mail_refund_subject({ total: '$100.00' }));
      expect(mail!.text).toContain(order.contract_number);
    }
  });

  it('names the card that is refunded, and none by check or to the driver fund', async () => {
    const through = (await write({ order_refund_id: await give({ amount_cents: dollars(1) }) }))!;
    expect(through.text).toContain('Visa ****4242');
    for (const way of ['check', 'driver_fund'] as const) {
      const id = await give({ amount_cents: dollars(1), way, reference: '1042' });
      expect((await write({ order_refund_id: id }))!.text).not.toContain('4242');
    }
  });

  it('says nothing to the family of what staff noted as the reason', async () => {
    const reason = 'The father was rude on the phone.';
    const mail = (await write({ order_refund_id: await give({ amount_cents: dollars(1), reason }) }))!;
    expect(`${mail.text}${mail.html}`).not.toContain('rude');
  });

  it('is not written of what was refused, has come back or is not carried out yet', async () => {
    const order_refund_id = await give({ amount_cents: dollars(1) });
    for (const state of ['failed', 'bounced', 'pending', 'unknown']) {
      await setState(order_refund_id, state);
      expect(await write({ order_refund_id })).toBeUndefined();
    }
    await setState(order_refund_id, 'succeeded');
  });

  it('is not written of a refund that is not there, nor to an account that was closed', async () => {
    expect(await write({ order_refund_id: 987_654 })).toBeUndefined();
    const closed = await aMailedOrder(t);
    const order_refund_id = await give({ amount_cents: dollars(1) }, closed);
    await closeAccountOf(t.database.db, closed);
    expect(await write({ order_refund_id })).toBeUndefined();
  });
});
