import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { LATER_CHANGED } from '#modules/billing/methods/later/later-changes.queries.ts';
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
import { laterChangedEmails } from './later-changed-emails.service.ts';

let t: TestBilling;
let order: MailedOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void (order = await aMailedOrder(t)));

const aChange = ({ later_id }: MailedOrder = order) => ({
  payment_id: later_id,
  pay_on: '2026-10-10',
  before: { method: 'Visa ****4242', total_cents: 221_450 },
  after: { method: 'Bank account ****6789', total_cents: 215_000 },
});
const write = (changes: object[] = [aChange()]) =>
  laterChangedEmails({ db: t.database.db, config: MAIL_CONFIG })[LATER_CHANGED]!({ changes });
const setStatus = (status: string) => setPaymentStatus(t.database.db, order.later_id, status);
const tryBy = async (is_by_family: boolean) => {
  const { later_id, order_id, method } = order;
  const payment = { id: later_id, order_id };
  await anAttemptRow(t.database.db, payment, { method, state: 'declined', is_by_family });
};

describe('the mail of changed later payments', () => {
  it('goes to whoever signed alone, and to no guardian', async () => {
    const mail = (await write())!;
    expect([mail.to, mail.hasOthers]).toEqual([[order.email], undefined]);
    expect(`${mail.text}${mail.html}`).not.toContain(GUARDIANS.first);
    expect(mail.text).toContain(m.mail_later_charge({ total: '$2,150.00', method: 'Bank account ****6789' }));
  });

  it('leaves out what was waived or whose order has ended since, and counts the rest alone', async () => {
    const ended = await aMailedOrder(t);
    await endOrder(t.database.db, ended.order_id);
    const mail = (await write([aChange(ended), aChange()]))!;
    expect(mail.subject).toBe(m.mail_later_subject({ total: '$2,150.00', day: '10/10/2026' }));
    expect(mail.text).not.toContain(ended.contract_number);
    await setStatus('cancelled');
    expect(await write([aChange(ended), aChange()])).toBeUndefined();
  });

  it('is written of a payment that was charged by itself, and not of one the family has made', async () => {
    await setStatus('paid');
    await tryBy(false);
    expect(await write()).toBeDefined();
    await tryBy(true);
    expect(await write()).toBeUndefined();
  });

  it('is written while a payment is owed, whoever has tried it', async () => {
    await tryBy(true);
    for (const status of ['scheduled', 'failed', 'returned', 'needs_method']) {
      await setStatus(status);
      expect(await write()).toBeDefined();
    }
  });

  it('is not written to an account that was closed, nor from a payload without a day', async () => {
    await expect(write([{ ...aChange(), pay_on: 'soon' }])).rejects.toThrow();
    await closeAccountOf(t.database.db, order);
    expect(await write()).toBeUndefined();
  });
});
