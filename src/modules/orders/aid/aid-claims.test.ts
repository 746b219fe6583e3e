import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeAidCode,
  checkOutWithAid,
  claimOf,
  confirmAid,
  declineAid,
  usesOfAidCode,
} from '#tests/support/app/aid-to-confirm.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { untilDay } from '#tests/support/app/payment-days.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { aBankAccount, aStudentOf, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { brokenPromises } from '#tests/support/database/payment-promises.ts';

let shop: SeasonApp;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const REASON = 'The school has not awarded this.';
const start = new Date('2026-04-10T14:00:00Z');

beforeEach(() => {
  shop.context.mail.sent.length = 0;
});

const mailsOf = async (kind: string, id: number) => {
  await drainJobs(shop.context, ['outbox.drain']);
  return shop.context.mail.sent.filter(({ ref }) => ref === `orders.${kind}.order-${id}`);
};
const orderOf = async (order_id: number) => (await staff.call('GET', `/order/${order_id}`)).items[0];
const aidOf = async (order_id: number) =>
  (await orderOf(order_id)).order_detail.contract.contract_detail.financial_aid;
const auditOf = async (order_id: number, action: string) =>
  (
    await shop.context.db.execute(sql`select actor_id::int, detail from audit_log
      where subject = ${`order:${order_id}`} and action = ${action} order by id`)
  ).rows;

describe('aid without an awarded amount', () => {
  /** @shows H6.1 */
  it('is a claim: the order goes through, the office is mailed once, the family reads of it', async () => {
    const { answer, order_id, ...family } = await checkOutWithAid(shop, { amount: 1.03 });
    expect([answer.status, answer.items[0].is_active]).toEqual([200, true]);
    expect(answer.items[0].order_detail.contract.contract_number).toMatch(/^\d\d-HM-/);
    const [mine] = (await family.call('GET', `/order/${order_id}`)).items;
    expect(mine.order_detail.contract.contract_detail.financial_aid).toMatchObject({
      amount: 1.03,
      state: 'to_confirm',
      is_awaited: false,
      reason: null,
    });
    const [mail, ...more] = await mailsOf('aid_to_confirm', order_id);
    expect(more).toEqual([]);
    expect(mail!.subject).toContain(String(order_id));
    expect(mail!.text).toContain('$1.03 as what they pay for the year instead of $4,200.00');
    expect(mail!.to).not.toContain(family.email);
  });

  /** @shows H6.2 */
  it('waits in a list, the oldest first, with its age, which Today says too', async () => {
    const now = shop.context.clock.now();
    const { order_id } = await checkOutWithAid(shop, { amount: 100 });
    const [before] = (await staff.call('GET', '/admin/today')).items;
    shop.context.clock.advanceMs(3 * 86_400_000);
    const reader = await sessionOf(shop.app, staff);
    const [today] = (await reader.call('GET', '/admin/today')).items;
    expect(today.waiting.claims).toBe(before.waiting.claims);
    expect(today.aid_oldest_days).toBe(before.aid_oldest_days + 3);
    expect(await claimOf(reader, order_id)).toMatchObject({
      code: 'HM-AID-27',
      amount_cents: 10_000,
      full_cents: 420_000,
      difference_cents: 410_000,
      days_open: 3,
      state: 'to_confirm',
      is_awaited: false,
    });
    const [{ rows }] = (await reader.call('GET', '/admin/aid')).items;
    expect(rows.map((row: any) => row.claimed_at)).toEqual(rows.map((row: any) => row.claimed_at).toSorted());
    expect(JSON.stringify(rows)).not.toContain('guardian');
    shop.context.clock.moveTo(now);
  });

  it('with an awarded amount is nobody’s to confirm', async () => {
    const { order_id } = await checkOutWithAid(shop, { amount: 1250.5, code: 'HM-AWARD' });
    expect((await aidOf(order_id)).state).toBe('awarded');
    expect(await claimOf(staff, order_id)).toBeUndefined();
    expect((await confirmAid(staff, order_id)).status).toBe(404);
    expect(await mailsOf('aid_to_confirm', order_id)).toEqual([]);
  });
});

describe('aid that staff confirm', () => {
  /** @shows H6.3 */
  it('is confirmed once, with a row in the audit log and a mail to the family', async () => {
    const { order_id, email } = await checkOutWithAid(shop, { amount: 2000 });
    const { payments, transactions } = await orderOf(order_id);
    const presses = await Promise.all([confirmAid(staff, order_id), confirmAid(staff, order_id)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    expect(presses[0]!.items[0]).toMatchObject({ state: 'confirmed', decided_by: 'Dana Cole' });
    expect(await claimOf(staff, order_id)).toBeUndefined();
    expect(await claimOf(staff, order_id, 'decided')).toMatchObject({ state: 'confirmed' });
    expect(await auditOf(order_id, 'aid.confirm')).toEqual([
      {
        actor_id: staff.user_id,
        detail: {
          before: { outcome: null },
          after: { outcome: 'confirmed', amount_cents: 200_000, given_cents: 220_000 },
        },
      },
    ]);
    const mails = await mailsOf('aid_confirmed', order_id);
    expect(mails.map(shop.context.mail.readersOf)).toEqual([[email, 'second@okafor.example']]);
    expect(await orderOf(order_id)).toMatchObject({ payments, transactions });
    expect((await declineAid(staff, order_id, { reason: REASON, consequence: 'end' })).status).toBe(409);
  });

  /** @shows H6.8 */
  it('is for staff alone, and never for an order of their own account', async () => {
    const { order_id, ...parent } = await checkOutWithAid(shop, { amount: 2000 });
    const eyes = await impersonate(shop.app, staff, parent);
    const decline = { reason: REASON, consequence: 'difference' };
    for (const who of [parent, eyes]) {
      expect((await confirmAid(who, order_id)).status).toBe(403);
      expect((await declineAid(who, order_id, decline)).status).toBe(403);
    }
    const buyer = { ...staff, student_id: await aStudentOf(staff) };
    const own = await checkOutWithAid(shop, { amount: 1, buyer });
    for (const answer of [
      await confirmAid(staff, own.order_id),
      await declineAid(staff, own.order_id, decline),
      await declineAid(staff, own.order_id, { ...decline, consequence: 'end' }),
    ])
      expect([answer.status, answer.errors]).toEqual([
        403,
        [
          'This belongs to your own account, or to a child whose guardian you are. ' +
            'Please ask a colleague to do this.',
        ],
      ]);
    const other = await aStaffMember(shop.app, shop.context.db);
    expect((await confirmAid(other, own.order_id)).status).toBe(200);
    expect((await confirmAid(staff, 987_654)).status).toBe(404);
  });
});

describe('aid that staff decline while the order goes on', () => {
  /** @shows H6.4 */
  it('asks for the rest in 14 days, as one more payment that is booked and collected', async () => {
    shop.context.clock.moveTo(start);
    const { order_id, email } = await checkOutWithAid(shop, { amount: 1000, identifier: 'HML-RT-S2' });
    const uses = await usesOfAidCode(shop);
    const body = { reason: REASON, consequence: 'difference' };
    const presses = await Promise.all([declineAid(staff, order_id, body), declineAid(staff, order_id, body)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    // 2,200.00 and 2,150.00 without aid; the family had agreed to 1,000.00.
    const order = await orderOf(order_id);
    expect(order.payments.map((payment: any) => [payment.payment_number, payment.amount])).toEqual([
      [1, 500],
      [2, 500],
      [3, 3350],
    ]);
    expect(order.payments[2]).toMatchObject({ pay_on: '2026-04-24', is_aid_difference: true });
    expect(order).toMatchObject({ is_active: true, _order_due: 3850 });
    expect(order.transactions.filter((line: any) => line.is_adjustment)).toMatchObject([
      { value: 3350, is_credit: false, description: expect.stringContaining(REASON) },
    ]);
    expect(await aidOf(order_id)).toMatchObject({ state: 'declined', reason: REASON });
    expect(await usesOfAidCode(shop)).toBe(uses - 1);
    expect(await auditOf(order_id, 'aid.decline')).toEqual([
      {
        actor_id: staff.user_id,
        detail: {
          before: { outcome: null },
          after: { outcome: 'declined', consequence: 'difference', difference_cents: 335_000 },
        },
      },
    ]);
    const [mail, ...more] = await mailsOf('aid_declined', order_id);
    expect(more).toEqual([]);
    expect(shop.context.mail.readersOf(mail!)).toEqual([email, 'second@okafor.example']);
    for (const told of [REASON, '$3,350.00', '04/24/2026']) expect(mail!.text).toContain(told);
    await untilDay(shop, '2026-04-25' as never);
    staff = { ...staff, ...(await sessionOf(shop.app, staff)) };
    expect((await orderOf(order_id)).payments[2]).toMatchObject({ is_success: true });
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    expect(await brokenPromises(shop.context.db)).toEqual([]);
  });

  /** @shows S27.3 */
  it('asks for nothing where the rest is less than a processor charges', async () => {
    shop.context.clock.moveTo(start);
    const { order_id } = await checkOutWithAid(shop, { amount: 4199.51 });
    const body = { reason: REASON, consequence: 'difference' };
    expect((await declineAid(staff, order_id, body)).status).toBe(200);
    const order = await orderOf(order_id);
    expect(order).toMatchObject({ is_active: true });
    expect(order.payments.map((payment: any) => payment.is_aid_difference)).toEqual([false]);
    expect(order.transactions.filter((line: any) => line.is_adjustment)).toEqual([]);
    const [mail] = await mailsOf('aid_declined', order_id);
    expect(mail!.text).toContain(
      'The contract continues, and you don’t need to pay anything more because of this.',
    );
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });

  it('is told the reason it must give, and what came before it', async () => {
    const { order_id } = await checkOutWithAid(shop, { amount: 1000 });
    const ending = { reason: REASON, consequence: 'end' };
    const atFault = async (body: object) =>
      Object.keys((await declineAid(staff, order_id, { ...ending, ...body })).fields);
    expect(await atFault({ reason: ' ' })).toEqual(['reason']);
    expect(await atFault({ consequence: 'both' })).toEqual(['consequence']);
    expect(await atFault({ way: 'check' })).toEqual(['check_number']);
  });
});

describe('aid that staff decline with the order', () => {
  /** @shows H6.5 */
  it('ends the order, gives back what was paid, and frees the seat', async () => {
    const { order_id } = await checkOutWithAid(shop, { amount: 1000 });
    const uses = await usesOfAidCode(shop);
    const body = { reason: REASON, consequence: 'end' };
    const presses = await Promise.all([declineAid(staff, order_id, body), declineAid(staff, order_id, body)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await orderOf(order_id)).toMatchObject({ is_active: false, _order_due: 0 });
    const [{ refunds }] = (await staff.call('GET', `/admin/order/${order_id}/refunds`)).items;
    expect(refunds).toMatchObject([{ amount_cents: 103_000, is_whole: true, reason: REASON }]);
    expect(await usesOfAidCode(shop)).toBe(uses - 1);
    const [mail] = await mailsOf('aid_declined', order_id);
    expect(mail!.text).toContain('What you paid will be refunded');
    expect(await mailsOf('order_ended', order_id)).toEqual([]);
    expect((await confirmAid(staff, order_id)).status).toBe(409);
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  it('ends nothing while a bank debit has not settled', async () => {
    const { order_id } = await checkOutWithAid(shop, { amount: 1000, payment: aBankAccount() });
    const { status } = await declineAid(staff, order_id, { reason: REASON, consequence: 'end' });
    expect([status, (await orderOf(order_id)).is_active]).toEqual([409, true]);
    expect((await aidOf(order_id)).state).toBe('to_confirm');
  });
});

describe('a code with a floor', () => {
  /** @shows H6.6 */
  it('takes no smaller amount, and says so at the amount', async () => {
    await changeAidCode(shop, { least_amount_cents: 50_000 });
    const { answer } = await checkOutWithAid(shop, { amount: 499.99 });
    expect([answer.status, answer.fields]).toEqual([
      422,
      { 'financial_aid.amount': ['The minimum amount with this code is $500.00.'] },
    ]);
    expect((await checkOutWithAid(shop, { amount: 500 })).answer.status).toBe(200);
    await changeAidCode(shop, { least_amount_cents: null });
  });
});

describe('after all of this', () => {
  it('the books, the orders and the processor agree', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
