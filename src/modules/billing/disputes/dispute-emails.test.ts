import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { disputes } from '#db/tables/billing/disputes.ts';
import { cents } from '#kit/money.ts';
import type { DisputeState } from '#modules/billing/dispute.states.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { MAIL_CONFIG } from '#tests/support/billing/mailed-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { disputeEmails } from './dispute-emails.service.ts';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => {
  t = await createTestBilling();
  order = await anActiveOrder(t);
});
afterAll(() => t.close());

const write = (payload: Record<string, unknown>) =>
  disputeEmails({ db: t.database.db, clock: t.clock, config: MAIL_CONFIG })['billing.dispute']!(payload);

let refs = 0;

/** A dispute of the first payment, of $2,884.00, to be answered until two in the morning in New York. */
async function aDispute(changes: Partial<typeof disputes.$inferInsert> = {}): Promise<number> {
  const [row] = await t.database.db
    .insert(disputes)
    .values({
      gateway_ref: `du_mailed_${(refs += 1)}`,
      order_id: order.order_id,
      payment_id: order.payment_id,
      charge_attempt_id: order.attempt_id,
      payment_method_id: order.method.id,
      amount_cents: cents(288_400),
      withdrawn_cents: cents(288_400),
      reinstated_cents: cents(0),
      fee_cents: cents(1_500),
      state: 'open',
      unknown_state: null,
      reason: 'fraudulent',
      due_at: new Date('2026-04-25T03:30:00Z'),
      opened_at: t.clock.now(),
      closed_at: null,
      ...changes,
    })
    .returning({ id: disputes.id });
  return row!.id;
}

const mailOf = async (state: DisputeState, changes: Partial<typeof disputes.$inferInsert> = {}) =>
  (await write({ dispute_id: await aDispute({ state, ...changes }), state }))!;

describe('the mail of a dispute', () => {
  it('goes to the office alone, never to whoever signed', async () => {
    expect((await mailOf('open')).to).toEqual(['office@bus.example']);
  });

  it('names the order, the payment, the sum of the bank and the page to work on', async () => {
    const { subject, text } = await mailOf('open');
    expect(subject).toBe(m.mail_dispute_subject_open({ order_id: order.order_id }));
    expect(text).toContain(`${m.mail_request_order()}: ${order.order_id}`);
    expect(text).toContain(`${m.mail_dispute_payment()}: 1`);
    expect(text).toContain(`${m.mail_dispute_amount()}: $2,884.00`);
    expect(text).toContain('https://bus.example/admin/money');
  });

  it('gives the last day to answer as a day of the company, not of Greenwich', async () => {
    expect((await mailOf('open')).text).toContain(`${m.mail_dispute_due()}: 04/24/2026`);
  });

  it('of a warning says that no money has moved, in words of its own', async () => {
    const { subject, text } = await mailOf('warning', { withdrawn_cents: cents(0) });
    expect(subject).toBe(m.mail_dispute_subject_warning({ order_id: order.order_id }));
    expect(text).toContain(m.mail_dispute_body_warning());
    expect(text).not.toContain(m.mail_dispute_body_open());
  });

  it('of a lost one names no day to answer any more', async () => {
    const { subject, text } = await mailOf('lost', { closed_at: t.clock.now() });
    expect(subject).toBe(m.mail_dispute_subject_lost({ order_id: order.order_id }));
    expect(text).toContain(m.mail_dispute_body_lost());
    expect(text).not.toContain(m.mail_dispute_due());
  });

  it('without a deadline of the bank names none', async () => {
    expect((await mailOf('open', { due_at: null })).text).not.toContain(m.mail_dispute_due());
  });

  it('says what it was queued for, also when the dispute has moved on meanwhile', async () => {
    const dispute_id = await aDispute({ state: 'lost', closed_at: t.clock.now() });
    const mail = (await write({ dispute_id, state: 'open' }))!;
    expect(mail.subject).toBe(m.mail_dispute_subject_open({ order_id: order.order_id }));
  });

  it('is not written of a dispute that is not there, nor of a state in which nothing is to do', async () => {
    expect(await write({ dispute_id: 987_654, state: 'open' })).toBeUndefined();
    const dispute_id = await aDispute({ state: 'won', closed_at: t.clock.now() });
    await expect(write({ dispute_id, state: 'won' })).rejects.toThrow();
  });
});
