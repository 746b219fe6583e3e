import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import {
  anActiveOrder,
  endOrder,
  orderOf,
  paymentOf,
  type ActiveOrder,
} from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { SecondPersonNeeded } from '#modules/billing/second-person/concessions.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { OFFICE } from '#kit/endpoint/right.ts';
import { editPayment } from './edit-payment.service.ts';
import type { PaymentEdit } from './payment-edit.contract.ts';
import { readPayment } from './read-payment.service.ts';
import { reverseEntry } from './reverse-entry.service.ts';

let t: TestBilling;
let staff: Viewer;
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
});
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-04-10T14:00:00Z'));

const DUE = plainDate('2026-10-10');
const AGAIN = plainDate('2026-05-04');
const placeOf = ({ order_id, later_id }: ActiveOrder) => ({ order_id, payment_id: later_id });
const seen = async (order: ActiveOrder) => ({
  ...placeOf(order),
  version: (await paymentOf(t.database.db, order.later_id)).version,
});
const receive = async (order: ActiveOrder, changes: Partial<PaymentEdit>) => {
  const { version, ...place } = await seen(order);
  const edit = { version, received_by: 'paymentTypeCheck' as const, reference: '1042', ...changes };
  return t.database.db.transaction((tx) => editPayment(tx, t.billing, staff, { ...place, edit }));
};
const takeBack = async (payment_id: number, why: 'returned_by_bank' | 'entered_by_mistake') => {
  const { order_id, version } = await paymentOf(t.database.db, payment_id);
  const command = { order_id, payment_id, version, why, reason: 'No money', pay_on: AGAIN };
  return t.database.db.transaction((tx) => reverseEntry(tx, t.billing, staff, command));
};
const refused = (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Refusal ? error.kind.code : String(error)),
  );
/** A second order of the same family, for another child. */
const aSibling = async ({ order_id }: ActiveOrder): Promise<ActiveOrder> => {
  const other = await anActiveOrder(t);
  await t.database.db.execute(sql`update orders
    set user_id = (select user_id from orders where id = ${order_id}) where id = ${other.order_id}`);
  return other;
};
const rowsOf = async ({ order_id }: ActiveOrder) => {
  const { rows } = await t.database.db.execute<{ id: number; status: string; cents: number }>(
    sql`select id::int, payment_number as number, part_of, is_surplus, status, amount_cents::int as cents,
      reference from payments where order_id = ${order_id} and payment_number > 1 order by payment_number`,
  );
  return rows;
};
const linesOf = async (payment_id: number) => {
  const { rows } = await t.database.db.execute<{ line: string }>(
    sql`select coalesce(line, description) as line, is_credit, value_cents::int as cents
      from transactions left join transaction_words on transaction_id = id
      where payment_id = ${payment_id} order by id`,
  );
  return rows;
};
const officeOf = async ({ order_id }: ActiveOrder) => {
  const { rows } = await t.database.db.execute(
    sql`select sum(amount_cents)::int as cents from postings p join journal j on j.id = p.journal_id
      where j.order_id = ${order_id} and account = 'office'`,
  );
  return rows[0]!.cents;
};
const totalOf = async ({ order_id }: ActiveOrder) =>
  (await moneyOfOrders(t.database.db, [order_id], OFFICE)).get(order_id)!.sums;
const mailsOf = async ({ order_id }: ActiveOrder, kind: string) => {
  const { rows } = await t.database.db.execute(
    sql`select id from outbox where kind = ${kind} and ((payload->>'invoice_id')::int in
      (select id from invoices where order_id = ${order_id}) or (payload->>'order_refund_id')::int in
      (select id from order_refunds where order_id = ${order_id}))`,
  );
  return rows.length;
};

/** @shows MC12.1 */
describe('a check over a part of a payment', () => {
  it('is a receipt over what came, and the rest stays due on its day', async () => {
    const order = await anActiveOrder(t);
    const before = await totalOf(order);
    expect(await receive(order, { received: 500 })).toMatchObject({
      amount: 1650,
      pay_on: DUE,
      status: 'scheduled',
    });
    const [rest, part] = await rowsOf(order);
    expect(rest).toMatchObject({ status: 'scheduled', cents: 165_000, part_of: null, reference: null });
    expect(part).toMatchObject({ status: 'paid', cents: 50_000, part_of: 2, reference: '1042' });
    expect(await linesOf(part!.id)).toMatchObject([
      { line: expect.stringMatching(/^Part of .*, payment 2, check 1042$/), is_credit: false, cents: 50_000 },
    ]);
    expect(await officeOf(order)).toBe(50_000);
    expect(await totalOf(order)).toEqual({
      ...before,
      dueCents: before.dueCents - 50_000,
    });
    expect(await mailsOf(order, 'billing.payment_received')).toBe(1);
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });

  it('leaves the rest to be charged on its day, or to a later check', async () => {
    const order = await anActiveOrder(t);
    await receive(order, { received: 500 });
    await receive(order, { received: 650, reference: '1043' });
    t.clock.moveToDay(DUE, 10);
    await collectDue(t.billing);
    expect(await rowsOf(order)).toMatchObject([
      { status: 'paid', cents: 100_000 },
      { status: 'paid', cents: 50_000, part_of: 2 },
      { status: 'paid', cents: 65_000, part_of: 2 },
    ]);
    expect((await totalOf(order)).dueCents).toBe(0);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });

  it('may leave the rest for another day, which a bank account needs for another amount', async () => {
    const order = await anActiveOrder(t);
    const pay_on = plainDate('2026-11-02');
    expect(await receive(order, { received: 500, pay_on })).toMatchObject({ amount: 1650, pay_on });
    const debited = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    t.clock.moveTo('2026-10-05T14:00:00Z');
    expect(await refused(receive(debited, { received: 500 }))).toBe('notice_needed');
    expect(await receive(debited, { received: 500, pay_on })).toMatchObject({ pay_on });
  });

  it('in cash is one too', async () => {
    const order = await anActiveOrder(t);
    await receive(order, { received_by: 'paymentTypeCash', received: 0.5, reference: null });
    expect(await rowsOf(order)).toMatchObject([{ cents: 214_950 }, { cents: 50, status: 'paid' }]);
  });

  it('is refused where too little would be left to charge, and beside another amount', async () => {
    const order = await anActiveOrder(t);
    expect(await refused(receive(order, { received: 2149.75 }))).toBe('charge_too_small');
    const lowered = { received: 500, amount: 1000, adjustment_reason: 'agreed' };
    expect(await refused(receive(order, lowered))).toBe('one_change_at_a_time');
    expect(await refused(receive(order, { received: 500, received_by: null }))).toBe('one_change_at_a_time');
    expect(await rowsOf(order)).toMatchObject([{ cents: 215_000, status: 'scheduled' }]);
  });
});

/** @shows MC12.2 */
describe('one check for two payments', () => {
  it('pays two children of a family, the last payment in part', async () => {
    const first = await anActiveOrder(t);
    const second = await aSibling(first);
    const page = await readPayment(t.database.db, t.billing, placeOf(first));
    expect(page.owed_beside).toMatchObject([
      { id: second.later_id, amount: 2150, order_id: second.order_id },
    ]);
    await receive(first, { received: 3000, also: [await seen(second)] });
    expect(await rowsOf(first)).toMatchObject([{ status: 'paid', cents: 215_000, reference: '1042' }]);
    expect(await rowsOf(second)).toMatchObject([
      { status: 'scheduled', cents: 130_000 },
      { status: 'paid', cents: 85_000, part_of: 2, reference: '1042' },
    ]);
    expect([await officeOf(first), await officeOf(second)]).toEqual([215_000, 85_000]);
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });

  it('is refused for another family, a payment named twice, and one that it does not reach', async () => {
    const order = await anActiveOrder(t);
    const stranger = await seen(await anActiveOrder(t));
    expect(await refused(receive(order, { also: [stranger] }))).toBe('other_payment_edited');
    expect(await refused(receive(order, { also: [await seen(order)] }))).toBe('other_payment_edited');
    const sibling = await aSibling(order);
    const { version, ...place } = await seen(sibling);
    const old = { ...place, version: version + 1 };
    expect(await refused(receive(order, { also: [old] }))).toBe('other_payment_edited');
    expect(await refused(receive(order, { received: 2150, also: [{ ...place, version }] }))).toBe(
      'received_too_little',
    );
    expect(await rowsOf(order)).toMatchObject([{ status: 'scheduled', cents: 215_000 }]);
  });

  /** @shows MH2.1 */
  it('needs a colleague where what was given away of any of its orders is above the limit', async () => {
    const first = await anActiveOrder(t);
    const second = await aSibling(first);
    const { db } = t.database;
    await db.execute(sql`update payments set amount_cents = 10000 where id = ${first.later_id}`);
    await db.execute(sql`update company set second_person_above_cents = 200000`);
    const asked = await receive(first, { also: [await seen(second)] }).catch((error: unknown) => error);
    await db.execute(sql`update company set second_person_above_cents = null`);
    expect(asked).toBeInstanceOf(SecondPersonNeeded);
    expect((asked as SecondPersonNeeded).asking).toMatchObject({
      order_id: first.order_id,
      subject: `payment:${first.later_id}`,
      kind: 'received',
      amount_cents: 225_000,
      reason: 'Check 1042',
    });
    expect(await rowsOf(second)).toMatchObject([{ status: 'scheduled' }]);
  });

  it('received twice at the same moment from both sides is received once', async () => {
    const first = await anActiveOrder(t);
    const second = await aSibling(first);
    const [one, other] = [await seen(first), await seen(second)];
    const both = await Promise.all([
      refused(receive(first, { also: [other] })),
      refused(receive(second, { also: [one] })),
    ]);
    expect(both.toSorted()).toEqual(['nothing was refused', expect.stringMatching(/payment_edited$/)]);
  });
});

/** @shows MC12.3 */
describe('more than is due', () => {
  it('goes back by a check of the company, and is in no total', async () => {
    const order = await anActiveOrder(t);
    const before = await totalOf(order);
    await receive(order, { received: 2200, refund_number: '3001' });
    expect(await rowsOf(order)).toMatchObject([
      { status: 'paid', cents: 215_000 },
      { status: 'paid', cents: 5_000, part_of: 2, is_surplus: true },
    ]);
    expect(await totalOf(order)).toMatchObject({ totalCents: before.totalCents, dueCents: 0 });
    expect(await officeOf(order)).toBe(220_000);
    const { rows } = await t.database.db.execute(
      sql`select way, reference, amount_cents::int as cents from order_refunds
        where order_id = ${order.order_id}`,
    );
    expect(rows).toEqual([{ way: 'check', reference: '3001', cents: 5_000 }]);
    expect(await mailsOf(order, 'billing.payment_received')).toBe(1);
    expect(await mailsOf(order, 'billing.refund_issued')).toBe(1);
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });

  it('is kept for the next payment where staff name it, and refused where nobody said more', async () => {
    const order = await anActiveOrder(t);
    expect(await refused(receive(order, { received: 2200 }))).toBe('surplus_open');
    expect(await refused(receive(order, { received: 2150, refund_number: '3001' }))).toBe(
      'nothing_above_due',
    );
    const next = await aSibling(order);
    await receive(order, { received: 2200, also: [await seen(next)] });
    expect(await rowsOf(next)).toMatchObject([
      { status: 'scheduled', cents: 210_000 },
      { status: 'paid', cents: 5_000, part_of: 2 },
    ]);
  });
});

/** @shows MC12.4 */
describe('a check that is taken back', () => {
  it('over a part is owed again on the chosen day, beside the rest', async () => {
    const order = await anActiveOrder(t);
    await receive(order, { received: 500 });
    const [, part] = await rowsOf(order);
    await takeBack(part!.id, 'returned_by_bank');
    expect(await rowsOf(order)).toMatchObject([
      { status: 'scheduled', cents: 165_000 },
      { status: 'scheduled', cents: 50_000, part_of: 2, reference: null },
    ]);
    expect(await officeOf(order)).toBe(0);
    expect((await totalOf(order)).dueCents).toBe(215_000);
    t.clock.moveToDay(AGAIN, 10);
    await collectDue(t.billing);
    expect(await rowsOf(order)).toMatchObject([{ status: 'scheduled' }, { status: 'paid' }]);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });

  it('for two payments is taken back for both', async () => {
    const first = await anActiveOrder(t);
    const second = await aSibling(first);
    await receive(first, { also: [await seen(second)] });
    expect(await readPayment(t.database.db, t.billing, placeOf(second))).toMatchObject({
      reversible: 'check',
      same_check: [{ id: first.later_id, order_id: first.order_id }],
    });
    await takeBack(second.later_id, 'returned_by_bank');
    for (const order of [first, second]) {
      expect(await rowsOf(order)).toMatchObject([{ status: 'scheduled', cents: 215_000, reference: null }]);
      expect(await officeOf(order)).toBe(0);
      expect(await orderOf(t.database.db, order.order_id)).toMatchObject({ status: 'active' });
    }
    expect(await readPayment(t.database.db, t.billing, placeOf(second))).toMatchObject({ same_check: [] });
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });

  it('above what was due leaves what was refunded as a payment issue, and nobody owes it', async () => {
    const order = await anActiveOrder(t);
    await receive(order, { received: 2200, refund_number: '3001' });
    const [paid, surplus] = await rowsOf(order);
    await takeBack(paid!.id, 'returned_by_bank');
    expect(await rowsOf(order)).toMatchObject([
      { status: 'scheduled', cents: 215_000 },
      { status: 'cancelled', is_surplus: true },
    ]);
    const matters = (await listMatters(t.database.db, t.clock)).filter(
      ({ payment }) => payment?.id === surplus!.id,
    );
    expect(matters).toMatchObject([{ kind: 'returned_after_refund', amount_cents: 5_000 }]);
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });

  it('of a contract that has ended asks for nothing', async () => {
    const order = await anActiveOrder(t);
    await receive(order, { received: 500 });
    const [, part] = await rowsOf(order);
    await endOrder(t.database.db, order.order_id);
    await takeBack(part!.id, 'entered_by_mistake');
    expect((await rowsOf(order))[1]).toMatchObject({ status: 'cancelled' });
  });

  it('over a part waits for the family where the card of its payment has been used up', async () => {
    const order = await anActiveOrder(t);
    await t.database.db.execute(sql`insert into charge_attempts (payment_id, attempt_no, idem_key,
      payment_method_id, principal_cents, surcharge_cents, surcharges, params, processor, state, code,
      created_at, finished_at) select ${order.later_id}, 1, 'part-' || id, payment_method_id, 215000, 0, '[]',
      params, processor, 'declined', 'expired', created_at, created_at
      from charge_attempts where payment_id <> ${order.later_id}
      and payment_id in (select id from payments where order_id = ${order.order_id})`);
    await receive(order, { received: 500 });
    const [, part] = await rowsOf(order);
    await takeBack(part!.id, 'returned_by_bank');
    expect((await rowsOf(order))[1]).toMatchObject({ status: 'failed' });
  });
});
