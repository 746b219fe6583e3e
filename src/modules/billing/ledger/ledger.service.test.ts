import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices, journal, postings, transactions } from '#db/tables/billing/ledger.ts';
import { FAMILY, OFFICE } from '#kit/endpoint/right.ts';
import { cents } from '#kit/money.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { lockAttempt, type Locked } from '#modules/billing/payments/attempts.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { aPendingOrder } from '#tests/support/billing/pending-order.ts';
import { aPaidOrder, aRefund, dollars } from '#tests/support/billing/refunds.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import {
  createTestBilling,
  openedCharge,
  type Opened,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { journalAllOnce, journalOnce, paymentTypeId } from './ledger.queries.ts';
import {
  recordCharge,
  recordFreeOrder,
  recordRefusal,
  recordReturn,
  recordSettlement,
} from './ledger.service.ts';
import { moneyOfOrders } from './money-of-orders.service.ts';
import { feePostings, payoutPostings } from './postings.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const db = () => t.database.db;
const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.database.db.transaction(work);
const byCard = (surcharges = [{ name: 'Card fee', amount_cents: cents(8_400) }]) =>
  openedCharge(t.billing, typedCard(TEST_CARDS.good), cents(280_000), surcharges);
const byBank = () => openedCharge(t.billing, typedAccount(TEST_ACCOUNTS.settles));
const now = () => t.clock.now();

type Record = (tx: Tx, locked: Locked) => Promise<void>;
const record = ({ attempt_id }: Opened, write: Record) =>
  inTx(async (tx) => write(tx, await lockAttempt(tx, attempt_id)));
const charged = (opened: Opened, isSettled = true) =>
  record(opened, (tx, locked) =>
    recordCharge(tx, locked, { ref: `ch_${opened.attempt_id}`, now: now(), isSettled }),
  );
const cameBack = (opened: Opened) =>
  record(opened, (tx, locked) =>
    recordReturn(tx, locked, { ref: `ch_${opened.attempt_id}`, code: 'R01', now: now() }),
  );
const setState = ({ attempt_id }: Opened, state: string) =>
  db().execute(sql`update charge_attempts set state = ${state} where id = ${attempt_id}`);

const linesOf = ({ order_id }: { order_id: number }) =>
  db().select().from(transactions).where(eq(transactions.order_id, order_id)).orderBy(asc(transactions.id));
const shortLinesOf = async (order: { order_id: number }) =>
  (await linesOf(order)).map(({ description, value_cents, is_success, is_credit }) => [
    description,
    value_cents,
    is_success,
    is_credit,
  ]);

/** What each account of the ledger holds of an order. */
async function balancesOf({ order_id }: { order_id: number }): Promise<object> {
  const rows = await db()
    .select({ account: postings.account, cents: sql<number>`sum(${postings.amount_cents})::int` })
    .from(postings)
    .innerJoin(journal, eq(journal.id, postings.journal_id))
    .where(eq(journal.order_id, order_id))
    .groupBy(postings.account);
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

describe('the books of a charge', () => {
  it('have its principal first and each fee after it, in the order in which they were signed', async () => {
    const fees = [
      { name: 'Card fee', amount_cents: cents(8_400) },
      { name: 'Admin fee', amount_cents: cents(1) },
    ];
    const opened = await byCard(fees);
    await charged(opened);
    expect(await shortLinesOf(opened)).toEqual([
      ['Round trip 2026-2027', 280_000, true, false],
      ['Card fee', 8_400, true, false],
      ['Admin fee', 1, true, false],
    ]);
    expect((await linesOf(opened)).map(({ description_detail }) => description_detail)).toEqual([
      null,
      'Payment surcharge',
      'Payment surcharge',
    ]);
    expect(await balancesOf(opened)).toEqual({ gateway: 288_401, contracts: -280_000, surcharges: -8_401 });
  });

  it('have one bill, named by payment and order, on which every line stands', async () => {
    const opened = await byCard();
    await charged(opened);
    const bills = await db().select().from(invoices).where(eq(invoices.order_id, opened.order_id));
    expect(bills).toMatchObject([
      {
        charge_attempt_id: opened.attempt_id,
        description: `Payment 1 of order ${opened.order_id}`,
        created_at: now(),
      },
    ]);
    for (const line of await linesOf(opened))
      expect(line).toMatchObject({
        user_accounting_invoice_id: bills[0]!.id,
        payment_id: opened.payment_id,
        payment_method_id: opened.method.id,
        created_at: now(),
      });
  });

  it('have nothing twice: the same charge a second time is refused as a whole', async () => {
    const opened = await byCard();
    await charged(opened);
    await expect(charged(opened)).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await linesOf(opened)).toHaveLength(2);
  });

  it('of a debit hold the money on its way until it has settled, once', async () => {
    const opened = await byBank();
    await charged(opened, false);
    expect(await balancesOf(opened)).toEqual({ bank_on_the_way: 280_000, contracts: -280_000 });
    const settle: Record = (tx, locked) =>
      recordSettlement(tx, locked, { ref: `ch_${opened.attempt_id}`, now: now() });
    await record(opened, settle);
    await record(opened, settle);
    expect(await balancesOf(opened)).toEqual({ bank_on_the_way: 0, gateway: 280_000, contracts: -280_000 });
    expect(await linesOf(opened), 'a settlement is no line').toHaveLength(1);
  });

  it('of one that was refused have failed lines and no money', async () => {
    const opened = await byCard();
    await record(opened, (tx, locked) => recordRefusal(tx, locked, now()));
    expect(await shortLinesOf(opened)).toEqual([
      ['Round trip 2026-2027', 280_000, false, false],
      ['Card fee', 8_400, false, false],
    ]);
    expect(await balancesOf(opened)).toEqual({});
    expect((await linesOf(opened)).every((line) => line.user_accounting_invoice_id === null)).toBe(true);
  });
});

describe('the books of a debit that came back', () => {
  it.each([
    ['before it settled', false],
    ['after it settled', true],
  ])('%s hold nothing of it anywhere', async (_, isSettled) => {
    const opened = await byBank();
    await charged(opened, isSettled);
    await setState(opened, isSettled ? 'succeeded' : 'processing');
    await cameBack(opened);
    expect(Object.values(await balancesOf(opened))).toEqual([0, 0]);
  });

  it('turn each line around and leave the first ones as they were, once', async () => {
    const opened = await byCard();
    await charged(opened);
    await setState(opened, 'succeeded');
    const before = await linesOf(opened);
    await cameBack(opened);
    await cameBack(opened);
    const after = await linesOf(opened);
    expect(after.slice(0, 2)).toEqual(before);
    expect(after.slice(2)).toMatchObject([
      { description: 'Returned by the bank: Round trip 2026-2027', value_cents: 280_000, is_credit: true },
      {
        description: 'Returned by the bank: Card fee',
        description_detail: 'Payment surcharge',
        value_cents: 8_400,
        is_credit: true,
      },
    ]);
    expect(after).toHaveLength(4);
    expect(after[2]!.user_accounting_invoice_id).toBe(before[0]!.user_accounting_invoice_id);
  });

  it('leave a refund made before it, and turn no line of that around', async () => {
    const opened = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    const check = { way: 'check', reference: '1001', amount_cents: dollars(500) } as const;
    await createRefund(t.billing, aRefund(opened, check));
    await record(opened, (tx, locked) => recordReturn(tx, locked, { ref: 'dp_1', code: 'R01', now: now() }));
    const credits = (await linesOf(opened)).filter(({ is_credit }) => is_credit);
    expect(credits.map(({ value_cents, is_adjustment }) => [value_cents, is_adjustment])).toEqual([
      [50_000, true],
      [280_000, false],
      [8_400, false],
    ]);
  });
});

describe('the books of an order with nothing due today', () => {
  it('have one line of 0.00 by no method, on a bill of its own, and no money', async () => {
    const order = await aPendingOrder(db());
    const free = { order_id: order.order_id, description: 'Campus shuttle', now: now() };
    await inTx((tx) => recordFreeOrder(tx, free));
    expect(await linesOf(order)).toMatchObject([
      {
        description: 'Campus shuttle',
        value_cents: 0,
        is_success: true,
        payment_id: null,
        payment_method_id: null,
        payment_type_id: await paymentTypeId(db(), 'paymentTypeNone'),
        user_accounting_invoice_id: expect.any(Number),
      },
    ]);
    expect(await balancesOf(order)).toEqual({});
  });
});

describe('an event of the ledger', () => {
  const sidesOf = async (ref: string) =>
    db()
      .select({ kind: journal.kind, account: postings.account, amount_cents: postings.amount_cents })
      .from(postings)
      .innerJoin(journal, eq(journal.id, postings.journal_id))
      .where(eq(journal.ref, ref))
      .orderBy(asc(postings.id));

  it('is written once by kind and name; the second time adds nothing and says so (I12)', async () => {
    const { order_id } = await aPendingOrder(db());
    const event = { kind: 'adjustment', ref: 'payment-1-2', order_id, at: now() };
    const write = (sides = feePostings(cents(30))) => inTx((tx) => journalOnce(tx, event, sides));
    expect([await write(), await write(feePostings(cents(99)))]).toEqual([true, false]);
    expect((await sidesOf('payment-1-2')).map(({ amount_cents }) => amount_cents)).toEqual([-30, 30]);
  });

  it('of a night is one of many in one statement, and those of before are left as they were', async () => {
    const fee = { kind: 'fee' as const, ref: 'txn_1', at: now(), sides: feePostings(cents(30)) };
    const payout = { kind: 'payout' as const, ref: 'po_1', at: now(), sides: payoutPostings(cents(-500)) };
    await inTx((tx) => journalAllOnce(tx, [fee]));
    const sameName = { ...fee, kind: 'top_up' as const, sides: payoutPostings(cents(7)) };
    await inTx((tx) => journalAllOnce(tx, [{ ...fee, sides: feePostings(cents(99)) }, payout, sameName]));
    expect(await sidesOf('txn_1')).toEqual([
      { kind: 'fee', account: 'gateway', amount_cents: -30 },
      { kind: 'fee', account: 'processor_fees', amount_cents: 30 },
      { kind: 'top_up', account: 'gateway', amount_cents: 7 },
      { kind: 'top_up', account: 'bank', amount_cents: -7 },
    ]);
    expect((await sidesOf('po_1')).map(({ amount_cents }) => amount_cents)).toEqual([-500, 500]);
    await inTx((tx) => journalAllOnce(tx, []));
  });
});

describe('the money that a family reads of its orders', () => {
  const moneyOf = async (order_ids: number[], is_staff = false) =>
    moneyOfOrders(db(), order_ids, is_staff ? OFFICE : FAMILY);

  it('is told apart order by order, and an order without money has empty lists', async () => {
    const [one, other] = [await byCard(), await byBank()];
    await collect(t.billing, one.attempt_id);
    await collect(t.billing, other.attempt_id);
    const { order_id: bare } = await aPendingOrder(db());
    const found = await moneyOf([one.order_id, other.order_id, bare]);
    expect(found.get(one.order_id)!.transactions.map(({ value }) => value)).toEqual([2800, 84]);
    expect(found.get(other.order_id)!.transactions.map(({ value }) => value)).toEqual([2800]);
    expect(found.get(bare)).toEqual({
      transactions: [],
      payments: [],
      invoices: [],
      sums: { totalCents: 0, dueCents: 0, nextPaymentOn: null },
    });
    expect(await moneyOf([])).toEqual(new Map());
  });

  it('shows a refund with its day; its fee alone lowers the total, and the payment stays paid', async () => {
    const opened = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    t.clock.advanceDays(3);
    await createRefund(t.billing, aRefund(opened));
    const { transactions: lines, payments, sums } = (await moneyOf([opened.order_id])).get(opened.order_id)!;
    expect(lines.slice(2)).toMatchObject([
      { value: 2800, is_credit: true, is_adjustment: true, created_at: now().toISOString() },
      {
        value: 84,
        is_credit: true,
        description_detail: 'Payment surcharge',
        created_at: now().toISOString(),
      },
    ]);
    expect(payments[0]).toMatchObject({ payment_number: 1, is_success: true });
    expect(sums).toMatchObject({ totalCents: 280_000 + 215_000, dueCents: 215_000 });
  });

  it('leaves a cancelled payment out of list and sums, and notes of staff to staff', async () => {
    const opened = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    await db().execute(sql`update payments set notes = 'Called on Monday', reference = 'A-1'
      where order_id = ${opened.order_id}`);
    await db().execute(sql`update payments set status = 'cancelled'
      where order_id = ${opened.order_id} and payment_number = 2`);
    const family = (await moneyOf([opened.order_id])).get(opened.order_id)!;
    expect(family.payments).toMatchObject([{ payment_number: 1, notes: null, reference: null }]);
    expect(family.sums).toEqual({ totalCents: 288_400, dueCents: 0, nextPaymentOn: null });
    const staff = (await moneyOf([opened.order_id], true)).get(opened.order_id)!;
    expect(staff.payments).toMatchObject([{ notes: 'Called on Monday', reference: 'A-1' }]);
  });
});
