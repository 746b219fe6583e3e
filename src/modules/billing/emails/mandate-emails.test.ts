import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { authorizeDebits } from '#modules/billing/methods/mandates.service.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { closeAccountOf, MAIL_CONFIG, verifyEmailOf } from '#tests/support/billing/mailed-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { mandateEmails } from './mandate-emails.service.ts';

const TERMS =
  '<p>I authorize <strong>Harborline</strong> to debit my account.</p><ul><li>each payment</li></ul>';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => {
  t = await createTestBilling();
  order = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
});
afterAll(() => t.close());

/** Half past eleven at night in New York is the next day in Greenwich. */
const LATE = new Date('2026-04-11T03:30:00Z');

async function authorize(html: string): Promise<Record<string, unknown>[]> {
  const { user_id, method } = order;
  const signed = { user_id, payment_method_id: method.id, html, ip: '192.0.2.7', user_agent: 'a browser' };
  await t.billing.db.transaction((tx) => authorizeDebits(tx, { ...signed, now: LATE }));
  const { rows } = await t.database.db.execute<{ payload: Record<string, unknown> }>(sql`select payload
    from outbox where kind = 'billing.debit_authorized' order by id`);
  return rows.map(({ payload }) => payload);
}
const write = (payload: Record<string, unknown>) =>
  mandateEmails({ db: t.database.db, clock: t.clock, config: MAIL_CONFIG })['billing.debit_authorized']!(
    payload,
  );

describe('the copy of an authorization to debit an account', () => {
  it('is sent once for each wording, however often the same one is accepted', async () => {
    expect(await authorize(TERMS)).toHaveLength(1);
    expect(await authorize(TERMS)).toHaveLength(1);
    expect(await authorize('<p>Other words.</p>')).toHaveLength(2);
  });

  it('holds the accepted words, the account by its last digits and the company’s day', async () => {
    const [payload] = await authorize(TERMS);
    const mail = (await write(payload!))!;
    const account = 'Bank account ****6789';
    expect(mail.subject).toBe(m.mail_debit_subject({ account }));
    expect(mail.text).toContain(m.mail_debit_body({ account, day: '04/10/2026' }));
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('I authorize Harborline to debit my account.');
    expect(mail.text).toContain(m.mail_debit_revoke());
    expect(mail.text).not.toContain('000123456789');
  });

  it('greets by name at a verified address alone', async () => {
    const [payload] = await authorize(TERMS);
    expect((await write(payload!))!.text).not.toContain('Ada');
    await verifyEmailOf(t.database.db, order);
    expect((await write(payload!))!.text).toContain(m.mail_greeting({ name: 'Ada' }));
  });

  it('is not written of an authorization that is not there, nor to an account that was closed', async () => {
    const [payload] = await authorize(TERMS);
    expect(await write({ mandate_id: 987_654 })).toBeUndefined();
    await closeAccountOf(t.database.db, order);
    expect(await write(payload!)).toBeUndefined();
  });
});
