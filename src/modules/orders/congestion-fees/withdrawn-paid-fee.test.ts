import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { anActiveOrder, mailsAbout, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { applyOutcome } from '#modules/billing/charges/outcomes.service.ts';
import { getFee, raiseFee } from '#modules/billing/congestion-fees/congestion-fees.service.ts';
import { chargePayment } from '#modules/billing/staff-edits/charge-payment.service.ts';
import { editPayment } from '#modules/billing/staff-edits/edit-payment.service.ts';
import { reverseEntry } from '#modules/billing/staff-edits/reverse-entry.service.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { OFFICE } from '#kit/endpoint/right.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { withdrawAnnouncedFee } from './congestion-fees.service.ts';

let t: TestBilling;
let staff: Viewer;
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
});
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-11-23T17:00:00Z'));

const DAY = plainDate('2026-12-15');
let lastKey = 0;

type Fee = { fee_id: number; payment_id: number; order: ActiveOrder };

async function aFee(order: ActiveOrder): Promise<Fee> {
  const fee_id = await t.database.db.transaction((tx) =>
    raiseFee(tx, t.billing, {
      route_id: order.route_id,
      amount_cents: cents(2_500),
      reason: 'Road works',
      charge_on: DAY,
      request_key: `paid-${(lastKey += 1)}`,
      staff_id: staff.user_id,
      order_ids: [order.order_id],
    }),
  );
  const { rows } = await t.database.db.execute<{ id: number }>(
    sql`select id::int from payments where congestion_fee_id = ${fee_id}`,
  );
  return { fee_id, payment_id: rows[0]!.id, order };
}

async function charge({ payment_id, order: { order_id } }: Fee): Promise<void> {
  const { rows } = await t.database.db.execute<{ version: number }>(
    sql`update payments set pay_on = '2026-11-23' where id = ${payment_id} returning version`,
  );
  await chargePayment(t.billing, staff, { order_id, payment_id, version: rows[0]!.version });
}

const withdraw = (fee_id: number, paid: 'refund' | 'later' | null) =>
  withdrawAnnouncedFee(t.billing, staff, { fee_id, paid });
const stateOf = async (payment_id: number) => {
  const { rows } = await t.database.db.execute(
    sql`select status, refunded_cents::int as refunded from payments where id = ${payment_id}`,
  );
  return rows[0];
};
const mattersOf = async (payment_id: number) =>
  (await listMatters(t.database.db, t.clock))
    .filter(({ payment }) => payment?.id === payment_id)
    .map(({ kind, amount_cents }) => [kind, amount_cents]);

/** @shows MC8.1 MC8.3 */
describe('a congestion fee that some families have paid already', () => {
  it('is withdrawn only after staff have said what becomes of the money', async () => {
    const fee = await aFee(await anActiveOrder(t));
    await charge(fee);
    const refused = await withdraw(fee.fee_id, null).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).sentences.join()).toContain('1, together $25.00');
    expect(await getFee(t.database.db, t.clock, fee.fee_id)).toMatchObject({
      state: 'announced',
      taken: 1,
      taken_cents: 2_500,
    });
    expect(await mailsAbout(t.database.db, 'billing.congestion_fee_withdrawn', fee.payment_id)).toEqual([]);
  });

  it('is refunded on the spot where staff choose so, and that family is told of both', async () => {
    const fee = await aFee(await anActiveOrder(t));
    await charge(fee);
    await withdraw(fee.fee_id, 'refund');
    expect(await stateOf(fee.payment_id)).toEqual({ status: 'paid', refunded: 2_500 });
    expect(await mattersOf(fee.payment_id)).toEqual([]);
    expect(await mailsAbout(t.database.db, 'billing.congestion_fee_withdrawn', fee.payment_id)).toHaveLength(
      1,
    );
    const { rows } = await t.database.db.execute(sql`select o.amount_cents::int as amount, o.reason
      from order_refunds o join refunds r on r.order_refund_id = o.id
      join outbox x on x.kind = 'billing.refund_issued' and x.ref = o.id::text
      where r.payment_id = ${fee.payment_id}`);
    expect(rows).toEqual([{ amount: 2_500, reason: 'Congestion fee withdrawn' }]);
  });

  it('gives back the fee of the card with it, and nothing of another payment', async () => {
    const fee = await aFee(await anActiveOrder(t));
    await charge(fee);
    await t.database.db.execute(
      sql`update charge_attempts set surcharge_cents = 75 where payment_id = ${fee.payment_id}`,
    );
    expect(await getFee(t.database.db, t.clock, fee.fee_id)).toMatchObject({ taken_cents: 2_575 });
    await t.database.db.execute(
      sql`update charge_attempts set surcharge_cents = 0 where payment_id = ${fee.payment_id}`,
    );
    await withdraw(fee.fee_id, 'refund');
    const { rows } = await t.database.db.execute(
      sql`select sum(refunded_cents)::int as refunded from payments where order_id = ${fee.order.order_id}`,
    );
    expect(rows).toEqual([{ refunded: 2_500 }]);
  });

  it('stands among the payment issues where staff refund it later', async () => {
    const fee = await aFee(await anActiveOrder(t));
    await charge(fee);
    await withdraw(fee.fee_id, 'later');
    expect(await stateOf(fee.payment_id)).toEqual({ status: 'paid', refunded: 0 });
    expect(await mattersOf(fee.payment_id)).toEqual([['withdrawn_fee_paid', 2_500]]);
  });

  it('stands among the payment issues where it came by check, or its debit is on its way', async () => {
    const byCheck = await aFee(await anActiveOrder(t));
    await t.database.db.transaction((tx) =>
      editPayment(tx, t.billing, staff, {
        order_id: byCheck.order.order_id,
        payment_id: byCheck.payment_id,
        edit: { version: 1, received_by: 'paymentTypeCheck', reference: '1042' },
      }),
    );
    const byBank = await aFee(await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles)));
    await charge(byBank);
    for (const { fee_id, payment_id } of [byCheck, byBank]) {
      await withdraw(fee_id, 'refund');
      expect(await mattersOf(payment_id)).toEqual([['withdrawn_fee_paid', 2_500]]);
    }
  });

  it('is owed by nobody when its check comes back after it, and its receipt says so', async () => {
    const { fee_id, payment_id, order } = await aFee(await anActiveOrder(t));
    const place = { order_id: order.order_id, payment_id };
    const check = { version: 1, received_by: 'paymentTypeCheck' as const, reference: '1042' };
    await t.database.db.transaction((tx) => editPayment(tx, t.billing, staff, { ...place, edit: check }));
    await withdraw(fee_id, 'later');
    const returned = { version: 2, why: 'returned_by_bank' as const, reason: 'No money' };
    await t.database.db.transaction((tx) => reverseEntry(tx, t.billing, staff, { ...place, ...returned }));
    expect(await stateOf(payment_id)).toMatchObject({ status: 'cancelled' });
    const { invoices } = (await moneyOfOrders(t.database.db, [order.order_id], OFFICE)).get(order.order_id)!;
    expect(invoices.map(({ is_owed_by_nobody }) => is_owed_by_nobody)).toEqual([false, true]);
  });

  it('is owed by nobody when its debit comes back after the withdrawal', async () => {
    const fee = await aFee(await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles)));
    await charge(fee);
    await withdraw(fee.fee_id, 'later');
    const { rows } = await t.database.db.execute<{ id: number; ref: string }>(
      sql`select id::int, gateway_ref as ref from charge_attempts where payment_id = ${fee.payment_id}`,
    );
    const { id: attempt_id, ref } = rows[0]!;
    await t.database.db.transaction((tx) =>
      applyOutcome(tx, t.billing, {
        attempt_id,
        gatewayResult: { k: 'returned', ref, code: 'R01', next: 'later' },
      }),
    );
    expect(await stateOf(fee.payment_id)).toEqual({ status: 'cancelled', refunded: 0 });
    expect(await mattersOf(fee.payment_id)).toEqual([]);
  });

  it('leaves the books whole', async () => {
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });
});
