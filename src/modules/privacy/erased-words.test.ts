import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { onFourPayments } from '#tests/support/app/payment-days.ts';
import { send, sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';

let shop: SeasonApp;
let first: StaffMember;
let second: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  first = await aStaffMember(shop.app, shop.context.db);
  second = await aStaffMember(shop.app, shop.context.db, { first_name: 'Sam', last_name: 'Rivers' });
  await shop.context.db.execute(sql`update company set second_person_above_cents = 1000`);
});
afterAll(() => shop.close());

const WORDS = {
  asks: 'Ottilie asks for this',
  answers: 'Ottilie never called us',
  pays: 'Ottilie moved to Troy',
  waives: 'Ottilie lost her job',
  notes: 'Ottilie calls on Mondays',
};

const refund = (order_id: number, amount_cents: number, reason: string, check?: string) =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: {
      amount_cents,
      way: check ? 'check' : 'processor',
      reference: check,
      reason,
      cancel_order: false,
    },
    headers: { authorization: `Bearer ${first.tokens.access_token}`, 'idempotency-key': reason },
  });

async function decide(order_id: number, how: 'approve' | 'decline'): Promise<void> {
  const [{ rows }] = (await second.call('GET', '/admin/approvals')).items;
  const { id } = rows.find((row: { order_id: number }) => row.order_id === order_id);
  const body = how === 'decline' ? { reason: WORDS.answers } : undefined;
  expect((await second.call('POST', `/admin/approvals/${id}/${how}`, body)).errors).toEqual([]);
}

/** @shows H11.8 */
it('the reason for a changed payment leaves the outbox with the account', async () => {
  const { app, context } = shop;
  const { order_id, ...family } = await onFourPayments(shop, aCard());
  const payments = await staffPaymentsOf(shop, first, order_id);
  const { amount } = await payments.read(3);
  const raised = { amount: Number(amount) + 5, adjustment_reason: 'Ottilie takes the late bus' };
  expect((await payments.edit(3, raised)).status).toBe(200);
  const reasons = async () => {
    const { rows } = await context.db.execute(
      sql`select words ->> 'reason' as reason from outbox where kind = 'billing.payment_changed'
        and (payload ->> 'order_id')::int = ${order_id}`,
    );
    return new Set(rows.map(({ reason }) => reason));
  };
  expect(await reasons()).toEqual(new Set([raised.adjustment_reason]));
  await drainJobs(context, ['outbox.drain']);
  await context.db.execute(
    sql`update payments set status = 'paid', paid_at = now() where order_id = ${order_id}`,
  );
  await context.db.execute(sql`update orders set status = 'cancelled' where id = ${order_id}`);
  const returned = await sessionOf(app, family);
  const remove = { current_password: family.password };
  expect((await returned.call('POST', '/family-data/delete', remove)).errors).toEqual([]);
  expect(await reasons()).toEqual(new Set([null]));
});

/** @shows H11.8 */
it('words of staff to a second person go with the account, which is kept while one waits', async () => {
  const { app, context } = shop;
  const { db } = context;
  const { order_id, ...family } = await onFourPayments(shop, aCard());
  expect((await refund(order_id, 2000, WORDS.asks)).status).toBe(409);
  await decide(order_id, 'decline');
  expect((await refund(order_id, 3000, WORDS.pays)).status).toBe(409);
  await decide(order_id, 'approve');
  const payments = await staffPaymentsOf(shop, first, order_id);
  const waiver = { is_waived: true, adjustment_reason: WORDS.waives, notes: WORDS.notes };
  expect((await payments.edit(2, waiver)).status).toBe(409);
  await decide(order_id, 'decline');
  await drainJobs(context, ['outbox.drain', 'billing.resolve-refunds']);
  // All can be seen, or the test would show nothing.
  expect(findSecrets(await dumpDatabase(db), Object.values(WORDS))).toEqual(Object.values(WORDS));

  await db.execute(sql`update payments set status = 'paid', paid_at = now() where order_id = ${order_id}`);
  context.clock.moveToDay(plainDate('2027-08-15'));
  const returned = await sessionOf(app, family);
  const remove = () => returned.call('POST', '/family-data/delete', { current_password: family.password });
  first = { ...first, ...(await sessionOf(app, first)) };
  second = { ...second, ...(await sessionOf(app, second)) };
  expect((await refund(order_id, 4000, 'once more', '1001')).status).toBe(409);
  const waits = await remove();
  expect([waits.status, waits.errors.join()]).toEqual([409, expect.stringContaining('still in progress')]);
  await decide(order_id, 'decline');
  expect((await remove()).errors).toEqual([]);
  await drainJobs(context, ['outbox.drain']);
  expect(findSecrets(await dumpDatabase(db), [...Object.values(WORDS), 'once more'])).toEqual([]);
  const { rows } = await db.execute(sql`select kind, outcome, amount_cents::int as cents
    from second_person_requests where order_id = ${order_id} order by id`);
  // That two people decided, and about how much, stays with the books.
  expect(rows).toMatchObject([
    { kind: 'refund', outcome: 'declined', cents: 2000 },
    { kind: 'refund', outcome: 'approved', cents: 3000 },
    { kind: 'waiver', outcome: 'declined' },
    { kind: 'refund', outcome: 'declined', cents: 4000 },
  ]);
});
