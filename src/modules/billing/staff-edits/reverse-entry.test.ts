import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import {
  anActiveOrder,
  endOrder,
  mailsAbout,
  orderOf,
  paymentOf,
  type ActiveOrder,
} from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { AUDIT_TEXTS } from '#tests/support/database/audit-texts.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
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

const AGAIN = plainDate('2026-05-04');
const placeOf = ({ order_id, later_id }: ActiveOrder) => ({ order_id, payment_id: later_id });
const versionOf = async ({ later_id }: ActiveOrder) => (await paymentOf(t.database.db, later_id)).version;

const edit = async (order: ActiveOrder, changes: Partial<PaymentEdit>) => {
  const change = { version: await versionOf(order), ...changes };
  return t.database.db.transaction((tx) =>
    editPayment(tx, t.billing, staff, { ...placeOf(order), edit: change }),
  );
};
const receive = (order: ActiveOrder, reference = '1042') =>
  edit(order, { received_by: 'paymentTypeCheck', reference });

type Reversal = Partial<Omit<Parameters<typeof reverseEntry>[3], 'order_id' | 'payment_id'>>;
const reverse = async (order: ActiveOrder, changes: Reversal = {}) => {
  const command = {
    version: await versionOf(order),
    why: 'returned_by_bank' as const,
    reason: 'No money in the account',
    pay_on: AGAIN,
    ...changes,
  };
  return t.database.db.transaction((tx) =>
    reverseEntry(tx, t.billing, staff, { ...placeOf(order), ...command }),
  );
};
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Refusal ? error.kind.code : String(error)),
  );
const linesOf = async ({ later_id }: ActiveOrder) => {
  const { rows } = await t.database.db.execute(
    sql`select coalesce(line, description) as description, is_credit, value_cents::int as value
      from transactions left join transaction_words on transaction_id = id
      where payment_id = ${later_id} order by id`,
  );
  return rows;
};
const accountsOf = async ({ order_id }: ActiveOrder) => {
  const { rows } = await t.database.db.execute(
    sql`select account, sum(amount_cents)::int as cents from postings p join journal j on j.id = p.journal_id
      where j.order_id = ${order_id} and account in ('office', 'owed') group by 1 order by 1`,
  );
  return rows;
};
const mattersOf = async ({ later_id }: ActiveOrder) =>
  (await listMatters(t.database.db, t.clock))
    .filter(({ payment }) => payment?.id === later_id)
    .map(({ kind, amount_cents }) => [kind, amount_cents]);

/** @shows MC9.1 */
describe('a check that the bank returns', () => {
  it('is reversed in both books, and the payment is owed again on the day that staff chose', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    expect(await reverse(order)).toMatchObject({
      status: 'scheduled',
      is_success: false,
      pay_on: AGAIN,
      reference: null,
      reversible: null,
    });
    expect(await accountsOf(order)).toEqual([{ account: 'office', cents: 0 }]);
    expect(await linesOf(order)).toEqual([
      { description: expect.stringMatching(/, check 1042$/), is_credit: false, value: 215_000 },
      {
        description: expect.stringMatching(/^Returned by the bank: .*1042$/),
        is_credit: true,
        value: 215_000,
      },
    ]);
  });

  it('is told to the family in one email, without the reason that staff wrote', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    await reverse(order);
    const mails = await mailsAbout(t.database.db, 'billing.entry_reversed', order.later_id);
    expect(mails).toMatchObject([{ payload: { what: 'check_returned', reference: '1042' } }]);
    expect(JSON.stringify(mails)).not.toContain('No money');
  });

  it('keeps its reason and its number in the audit log', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    await reverse(order);
    const { rows } = await t.database.db.execute(
      sql`select action, ${AUDIT_TEXTS} as texts from audit_log
        where subject = ${`payment:${order.later_id}`} order by id`,
    );
    expect(rows).toMatchObject([
      { action: 'payment.receive' },
      {
        action: 'payment.reverse',
        texts: { reason: 'No money in the account', reference_before: '1042' },
      },
    ]);
  });

  it('is charged on its new day, and may be received again after another check came', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    await reverse(order);
    await receive(order, '1043');
    await reverse(order);
    t.clock.moveToDay(AGAIN, 10);
    await collectDue(t.billing);
    expect(await paymentOf(t.database.db, order.later_id)).toMatchObject({ status: 'paid' });
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });

  it('is a payment issue if a part of it was refunded before', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    await t.database.db.execute(sql`update payments set refunded_cents = 5000 where id = ${order.later_id}`);
    await reverse(order);
    expect(await mattersOf(order)).toEqual([['returned_after_refund', 5_000]]);
    await t.database.db.execute(sql`update payments set refunded_cents = 0 where id = ${order.later_id}`);
  });

  it('of a contract that has ended asks the family for nothing, and is a payment issue', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    await endOrder(t.database.db, order.order_id);
    expect(await reverse(order, { pay_on: undefined })).toMatchObject({ status: 'cancelled' });
    expect(await mattersOf(order)).toEqual([['returned_after_end', 215_000]]);
  });
});

/** @shows MC9.1 */
describe('a payment that staff marked as received by mistake', () => {
  it('is owed again, in cash too', async () => {
    const order = await anActiveOrder(t);
    await edit(order, { received_by: 'paymentTypeCash' });
    expect(await readPayment(t.database.db, t.billing, placeOf(order))).toMatchObject({ reversible: 'cash' });
    await reverse(order, { why: 'entered_by_mistake' });
    expect(await linesOf(order)).toMatchObject([
      { is_credit: false },
      { description: expect.stringMatching(/^Entered by mistake: /), is_credit: true },
    ]);
    expect(await mailsAbout(t.database.db, 'billing.entry_reversed', order.later_id)).toMatchObject([
      { payload: { what: 'received_by_mistake' } },
    ]);
  });

  it('in cash is never returned by a bank', async () => {
    const order = await anActiveOrder(t);
    await edit(order, { received_by: 'paymentTypeCash' });
    expect(await codeOf(reverse(order))).toBe('only_checks_are_returned');
  });

  it('waits for the family from today if each try of its card has been used', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    await t.database.db.execute(sql`insert into charge_attempts (payment_id, attempt_no, idem_key,
      payment_method_id, principal_cents, surcharge_cents, surcharges, params, processor, state, code,
      created_at, finished_at) select ${order.later_id}, 1, 'used-' || id, payment_method_id, 215000, 0, '[]',
      params, processor, 'declined', 'expired', created_at, created_at
      from charge_attempts where payment_id <> ${order.later_id}
      and payment_id in (select id from payments where order_id = ${order.order_id})`);
    expect(await reverse(order)).toMatchObject({
      status: 'failed',
      next_try_on: null,
      pay_on: t.clock.today(),
    });
    expect(await orderOf(t.database.db, order.order_id)).toMatchObject({ past_due: true });
  });
});

/** @shows MC9.2 */
describe('a payment that staff waived by mistake', () => {
  it('is owed again, in row, books and one email', async () => {
    const order = await anActiveOrder(t);
    await edit(order, { is_waived: true, adjustment_reason: 'Moved away' });
    expect(await reverse(order, { why: 'entered_by_mistake' })).toMatchObject({
      status: 'scheduled',
      amount: 2150,
      pay_on: AGAIN,
    });
    expect(await accountsOf(order)).toEqual([{ account: 'owed', cents: 0 }]);
    expect(await mailsAbout(t.database.db, 'billing.entry_reversed', order.later_id)).toMatchObject([
      { payload: { what: 'waived_by_mistake', amount_cents: 215_000 } },
    ]);
  });

  it('is never returned by a bank, and stays as it is once the contract has ended', async () => {
    const order = await anActiveOrder(t);
    await edit(order, { is_waived: true, adjustment_reason: 'Moved away' });
    expect(await codeOf(reverse(order))).toBe('only_checks_are_returned');
    await endOrder(t.database.db, order.order_id);
    expect(await codeOf(reverse(order, { why: 'entered_by_mistake' }))).toBe('nothing_to_reverse');
  });
});

/** @shows MC9.1 MC9.2 */
describe('a reversal', () => {
  it('is refused of what nobody entered by hand', async () => {
    const order = await anActiveOrder(t);
    expect(await codeOf(reverse(order))).toBe('nothing_to_reverse');
    expect(await codeOf(reverse({ ...order, later_id: order.payment_id }))).toBe('nothing_to_reverse');
  });

  it('needs a day on which the payment may be charged', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    expect(await codeOf(reverse(order, { pay_on: undefined }))).toBe('pay_on_missing');
    expect(await codeOf(reverse(order, { pay_on: plainDate('2026-04-09') }))).toBe('pay_on_past');
    const debited = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles));
    await receive(debited);
    expect(await codeOf(reverse(debited, { pay_on: plainDate('2026-04-12') }))).toBe('notice_needed');
  });

  it('twice at the same moment is made once', async () => {
    const order = await anActiveOrder(t);
    await receive(order);
    const both = await Promise.all([codeOf(reverse(order)), codeOf(reverse(order))]);
    expect(both.toSorted()).toEqual(['nothing was refused', 'payment_edited']);
  });

  it('leaves the books whole', async () => {
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
  });
});
