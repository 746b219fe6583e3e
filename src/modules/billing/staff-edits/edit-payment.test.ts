import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import {
  anActiveOrder,
  mailsAbout,
  paymentOf,
  type ActiveOrder,
} from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { AUDIT_DETAIL } from '#tests/support/database/audit-texts.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { editPayment } from './edit-payment.service.ts';
import { chargePayment } from './charge-payment.service.ts';
import { readPayment } from './read-payment.service.ts';
import type { PaymentEdit } from './payment-edit.contract.ts';

let t: TestBilling;
let staff: Viewer;
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
});
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-04-10T14:00:00Z'));

const placeOf = ({ order_id, later_id }: ActiveOrder) => ({ order_id, payment_id: later_id });
const edit = async (order: ActiveOrder, changes: Partial<PaymentEdit>) => {
  const { version } = await paymentOf(t.database.db, order.later_id);
  return t.database.db.transaction((tx) =>
    editPayment(tx, t.billing, staff, { ...placeOf(order), edit: { version, ...changes } }),
  );
};
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Refusal ? error.kind.code : String(error)),
  );
const journalOf = async ({ order_id }: ActiveOrder) => {
  const { rows } = await t.database.db.execute<{ kind: string }>(
    sql`select kind from journal where order_id = ${order_id} order by id`,
  );
  return rows.map(({ kind }) => kind);
};
const auditOf = async ({ later_id }: ActiveOrder) => {
  const { rows } = await t.database.db.execute<{ action: string; detail: Record<string, unknown> }>(
    sql`select action, ${AUDIT_DETAIL} from audit_log
      where subject = ${`payment:${later_id}`} order by id`,
  );
  return rows;
};

describe('a change of what is owed', () => {
  it('is in the row, the books, the audit log and one mail', async () => {
    const order = await anActiveOrder(t);
    const told = await edit(order, { amount: 1500, adjustment_reason: 'Half a month' });
    expect(told).toMatchObject({ amount: 1500, version: 2, status: 'scheduled' });
    expect(await journalOf(order)).toEqual(['charge', 'adjustment']);
    expect(await auditOf(order)).toMatchObject([
      {
        action: 'payment.edit',
        detail: {
          before: { amount_cents: 215_000 },
          after: { amount_cents: 150_000 },
          reason: 'Half a month',
        },
      },
    ]);
    expect(await mailsAbout(t.database.db, 'billing.payment_changed', order.later_id)).toMatchObject([
      { payload: { before: { amount_cents: 215_000 }, after: { amount_cents: 150_000 } } },
    ]);
  });

  it('that says what it said before leaves no trace', async () => {
    const order = await anActiveOrder(t);
    expect(await edit(order, { amount: 2150, pay_on: plainDate('2026-10-10') })).toMatchObject({
      version: 1,
    });
    expect(await auditOf(order)).toEqual([]);
    expect(await mailsAbout(t.database.db, 'billing.payment_changed', order.later_id)).toEqual([]);
  });

  it('of notes alone is told to nobody and is in no book', async () => {
    const order = await anActiveOrder(t);
    await edit(order, { notes: 'Called on Monday' });
    expect(await journalOf(order)).toEqual(['charge']);
    expect(await mailsAbout(t.database.db, 'billing.payment_changed', order.later_id)).toEqual([]);
    expect(await auditOf(order)).toMatchObject([{ detail: { notes: 'Called on Monday' } }]);
  });

  it('that is refused changes nothing at all', async () => {
    const order = await anActiveOrder(t);
    expect(await codeOf(edit(order, { amount: 1500 }))).toBe('adjustment_reason_missing');
    expect(await paymentOf(t.database.db, order.later_id)).toMatchObject({
      version: 1,
      amount_cents: 215_000,
    });
    expect(await journalOf(order)).toEqual(['charge']);
  });
});

describe('two who change one payment (M8)', () => {
  it('at the same moment are told: the second has it as it is now', async () => {
    const order = await anActiveOrder(t);
    const save = (notes: string) =>
      t.database.db
        .transaction((tx) =>
          editPayment(tx, t.billing, staff, { ...placeOf(order), edit: { version: 1, notes } }),
        )
        .then(
          () => 'saved',
          (error: Refusal) => (error.extras.items as { notes: string }[])[0]!.notes,
        );
    const both = await Promise.all([save('First'), save('Second')]);
    const { notes } = await paymentOf(t.database.db, order.later_id);
    expect(both.toSorted()).toEqual([notes, 'saved'].toSorted());
  });

  it('are one who changes it and one who charges it: it is changed or charged, never both', async () => {
    const order = await anActiveOrder(t);
    t.clock.moveToDay(plainDate('2026-10-10'), 10);
    const [edited, charged] = await Promise.all([
      codeOf(edit(order, { amount: 1500, adjustment_reason: 'Half a month' })),
      codeOf(chargePayment(t.billing, staff, { ...placeOf(order), version: 1 })),
    ]);
    expect([edited, charged].filter((code) => code === 'nothing was refused')).toHaveLength(1);
  });
});

describe('a payment that the office receives', () => {
  it('by check is paid, with an invoice and one receipt, and no notice of a change', async () => {
    const order = await anActiveOrder(t);
    await edit(order, { received_by: 'paymentTypeCheck', reference: '1042' });
    const row = await paymentOf(t.database.db, order.later_id);
    expect(row).toMatchObject({ status: 'paid', paid_at: t.clock.now(), settled_at: t.clock.now() });
    expect(await journalOf(order)).toEqual(['charge', 'received']);
    expect(await mailsAbout(t.database.db, 'billing.payment_changed', order.later_id)).toEqual([]);
    expect(await auditOf(order)).toMatchObject([
      { action: 'payment.receive', detail: { after: { received_by: 'paymentTypeCheck' } } },
    ]);
  });

  it('carries no card fee', async () => {
    const order = await anActiveOrder(t);
    await edit(order, { received_by: 'paymentTypeCash' });
    const { rows } = await t.database.db.execute(
      sql`select value_cents::int as value, description_detail from transactions
        where payment_id = ${order.later_id}`,
    );
    expect(rows).toEqual([{ value: 215_000, description_detail: null }]);
  });

  it('twice at the same moment is received once', async () => {
    const order = await anActiveOrder(t);
    const receive = () =>
      codeOf(
        t.database.db.transaction((tx) =>
          editPayment(tx, t.billing, staff, {
            ...placeOf(order),
            edit: { version: 1, received_by: 'paymentTypeCash' },
          }),
        ),
      );
    expect((await Promise.all([receive(), receive()])).toSorted()).toEqual([
      'nothing was refused',
      'payment_edited',
    ]);
    expect(await journalOf(order)).toEqual(['charge', 'received']);
  });
});

describe('a payment as staff see it', () => {
  it('tells what would be charged by which card, and why it may not be charged yet', async () => {
    const order = await anActiveOrder(t);
    expect(await readPayment(t.database.db, t.billing, placeOf(order))).toMatchObject({
      method: { brand: 'Visa', ident: '****4242', kind: 'card' },
      charge_cents: 215_000,
      may_change: 'everything',
      last_failure: null,
      charge_refused: expect.any(String),
    });
  });

  /** An order whose card pays until the end of September, when it expires; then a bank account pays. */
  async function aCardThatExpires(): Promise<ActiveOrder> {
    const order = await anActiveOrder(t);
    const { id } = await ensureMethod(t.billing, {
      user_id: order.user_id,
      program_group_id: order.program_group_id,
      instrument: typedAccount(TEST_ACCOUNTS.settles),
      key: `account-${order.order_id}`,
    });
    await t.database.db.execute(sql`update payment_methods set is_default = (id = ${id}),
      exp_month = case when id = ${order.method.id} then 9 end,
      exp_year = case when id = ${order.method.id} then 2026 end
      where user_id = ${order.user_id}`);
    await t.database.db.execute(
      sql`update orders set left_method_id = ${order.method.id} where id = ${order.order_id}`,
    );
    return order;
  }

  /** @shows MC6.1 */
  it('names the method of the day of its charge, and beside it what would pay today', async () => {
    const order = await aCardThatExpires();
    expect(await readPayment(t.database.db, t.billing, placeOf(order))).toMatchObject({
      method: { kind: 'bank' },
      charge_now: { method: { brand: 'Visa', ident: '****4242', kind: 'card' } },
      earliest: { other_day: '2026-04-17' },
    });
  });

  /** @shows MC6.2 */
  it('is moved to a bank account with the notice of a debit, also while a card pays today', async () => {
    const order = await aCardThatExpires();
    t.clock.moveToDay(plainDate('2026-09-25'), 10);
    expect(await codeOf(edit(order, { pay_on: plainDate('2026-10-01') }))).toBe('notice_needed');
    expect(await codeOf(edit(order, { pay_on: plainDate('2026-09-30') }))).toBe('nothing was refused');
  });

  it('may be charged from its day on', async () => {
    const order = await anActiveOrder(t);
    t.clock.moveToDay(plainDate('2026-10-10'), 0);
    expect((await readPayment(t.database.db, t.billing, placeOf(order))).charge_refused).toBeNull();
  });

  it('is not found under another order, nor where its order never came about (M4)', async () => {
    const [one, other] = [await anActiveOrder(t), await anActiveOrder(t)];
    const elsewhere = { order_id: other.order_id, payment_id: one.later_id };
    expect(await codeOf(readPayment(t.database.db, t.billing, elsewhere))).toBe('payment_not_found');
    await t.database.db.execute(sql`update orders set activated_at = null where id = ${one.order_id}`);
    expect(await codeOf(readPayment(t.database.db, t.billing, placeOf(one)))).toBe('payment_not_found');
  });
});

describe('after all of this', () => {
  it('the books are whole', async () => {
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });
});
