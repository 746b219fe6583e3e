import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import {
  chooseMethod,
  onDay,
  onFourPayments,
  attemptsOf,
  untilDay,
  type PayingFamily,
} from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { AUDIT_DETAIL } from '#tests/support/database/audit-texts.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());
const start = new Date('2026-04-10T14:00:00Z');
beforeEach(() => {
  shop.context.clock.moveTo(start);
  shop.context.mail.sent.length = 0;
});

const staffAtOrderOf = (family: PayingFamily) => staffPaymentsOf(shop, staff, family.order_id);
const mailsTo = ({ email }: PayingFamily, about: string) =>
  shop.context.mail.sent.filter(
    (mail) => mail.to.includes(email) && mail.ref.startsWith(`billing.${about}.`),
  );
const isPastDue = async ({ order_id }: PayingFamily) =>
  (await shop.context.db.execute(sql`select past_due from orders where id = ${order_id}`)).rows[0]!.past_due;
const auditOf = async (payment_id: number) =>
  (
    await shop.context.db.execute<{ actor_id: string; action: string; detail: any }>(
      sql`select actor_id, action, ${AUDIT_DETAIL} from audit_log
        where subject = ${`payment:${payment_id}`}
        order by id`,
    )
  ).rows;

describe('a payment that is owed', () => {
  /** @shows B-162 */
  it('is owed at another sum, on another day, and order, books and mails tell the same', async () => {
    const family = await onFourPayments(shop, aCard());
    const staffAtOrder = await staffAtOrderOf(family);
    const day = addDays(family.due[1]!, 10);
    const {
      status,
      items: [payment],
    } = await staffAtOrder.edit(2, {
      amount: 1000.5,
      pay_on: day,
      adjustment_reason: 'Rode half of September',
      notes: 'Called on Monday',
    });
    expect([status, payment]).toMatchObject([
      200,
      {
        amount: 1000.5,
        pay_on: day,
        status: 'scheduled',
        notes: 'Called on Monday',
        version: 2,
        may_change: 'everything',
      },
    ]);
    const order = await staffAtOrder.order();
    expect(order).toMatchObject({
      _order_total: 1236 + 1000.5 + 2200,
      _order_due: 3200.5,
      next_payment_on: day,
    });
    const line = order.transactions.find((one: any) => one.is_adjustment);
    expect(line).toMatchObject({
      is_credit: true,
      value: 99.5,
      description: 'Payment 2 adjusted: Rode half of September',
      user_accounting_invoice_id: null,
    });
    expect(await auditOf(payment.id)).toMatchObject([
      {
        actor_id: staff.user_id,
        action: 'payment.edit',
        detail: {
          order_id: family.order_id,
          before: { amount_cents: 110_000, pay_on: family.due[1] },
          after: { amount_cents: 100_050, pay_on: day },
          notes: 'Called on Monday',
          reason: 'Rode half of September',
        },
      },
    ]);
    await onDay(shop, addDays(family.due[1]!, 1));
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(1);
    const [emailed] = mailsTo(family, 'payment_changed');
    expect([emailed!.subject, shop.context.mail.readersOf(emailed!)]).toEqual([
      `Your payment is now $1,000.50, due on 06/29/2026`,
      [family.email, 'second@okafor.example'],
    ]);
    expect(emailed!.text).toContain('It was $1,100.00, due on 06/19/2026');
    await untilDay(shop, day);
    expect((await attemptsOf(shop, family.order_id)).map((one) => one.amount)).toEqual([123_600, 103_052]);
    expect(mailsTo(family, 'payment_upcoming').map((mail) => mail.subject)).toEqual([
      'Your payment of $1,030.52 is due on 06/29/2026',
    ]);
  });

  it('can cost more, and never nothing', async () => {
    const family = await onFourPayments(shop, aCard());
    const staffAtOrder = await staffAtOrderOf(family);
    expect((await staffAtOrder.edit(3, { amount: 1150, adjustment_reason: 'A second stop' })).status).toBe(
      200,
    );
    expect((await staffAtOrder.order()).transactions.at(-1)).toMatchObject({
      is_adjustment: true,
      is_credit: false,
      value: 50,
    });
    for (const amount of [0, -1, 0.001, 0.49, 10.005, 1_000_001, '1150', null]) {
      expect([amount, (await staffAtOrder.edit(3, { amount, adjustment_reason: 'No' })).status]).toEqual([
        amount,
        422,
      ]);
    }
    expect((await staffAtOrder.edit(3, { amount: 0.5, adjustment_reason: 'The rest' })).status).toBe(200);
    expect(await staffAtOrder.order()).toMatchObject({ _order_due: 2200.5 });
  });

  it('says which field is at fault', async () => {
    const staffAtOrder = await staffAtOrderOf(await onFourPayments(shop, aCard()));
    expect((await staffAtOrder.edit(2, { amount: 5 })).fields).toEqual({
      adjustment_reason: ['The reason for the adjustment field is required'],
    });
    expect((await staffAtOrder.edit(2, { pay_on: '2026-04-09' })).fields).toEqual({
      pay_on: ['The date can’t be in the past.'],
    });
    expect((await staffAtOrder.edit(2, { pay_on: '2026-02-30' })).status).toBe(422);
    expect((await staffAtOrder.edit(2, { received_by: 'paymentTypeCheck' })).fields).toEqual({
      reference: ['Please enter the check number.'],
    });
    expect((await staffAtOrder.edit(2, { received_by: 'paymentTypeCreditCard' })).status).toBe(422);
    expect((await staffAtOrder.edit(2, { notes: 'x'.repeat(8193) })).status).toBe(422);
    expect((await staffAtOrder.read(2)).version).toBe(1);
  });

  it('that nothing was changed of is left alone', async () => {
    const staffAtOrder = await staffAtOrderOf(await onFourPayments(shop, aCard()));
    const { amount, pay_on } = await staffAtOrder.read(2);
    expect(
      (await staffAtOrder.edit(2, { amount, pay_on, notes: '', reference: null })).items[0],
    ).toMatchObject({
      version: 1,
    });
    expect(await auditOf((await staffAtOrder.read(2)).id)).toEqual([]);
  });

  it('is taken off the order when it is waived, with a reason that the family reads', async () => {
    const family = await onFourPayments(shop, aCard());
    const staffAtOrder = await staffAtOrderOf(family);
    const { id } = await staffAtOrder.read(4);
    expect(
      (await staffAtOrder.edit(4, { is_waived: true, adjustment_reason: 'Moves in July' })).items[0],
    ).toMatchObject({ status: 'cancelled', may_change: 'nothing' });
    const order = await staffAtOrder.order();
    expect(order).toMatchObject({ _order_due: 2200, _order_total: 3436, payments: { length: 3 } });
    expect(order.transactions.at(-1)).toMatchObject({
      is_credit: true,
      is_adjustment: true,
      value: 1100,
      description: 'Payment 4 no longer owed: Moves in July',
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['payment.waive']);
    await onDay(shop, addDays(family.due[3]!, 1));
    expect(mailsTo(family, 'payment_changed')[0]!.subject).toBe(
      'Your payment of $1,100.00 is no longer owed',
    );
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(3);
  });
});

describe('a payment that came by check', () => {
  it('is paid, with an invoice, a receipt that names the check, and no charge on its day', async () => {
    const family = await onFourPayments(shop, aCard());
    const staffAtOrder = await staffAtOrderOf(family);
    const {
      items: [payment],
    } = await staffAtOrder.edit(2, { received_by: 'paymentTypeCheck', reference: '1042' });
    expect(payment).toMatchObject({
      status: 'paid',
      is_success: true,
      reference: '1042',
      may_change: 'words',
    });
    const seen = (await family.call('GET', '/order')).items[0];
    const own = seen.payments[1];
    expect([own.is_success, own.reference, own.paid_at !== null]).toEqual([true, null, true]);
    const line = seen.transactions.find((one: any) => one.id === own.user_accounting_transaction_id);
    expect(line).toMatchObject({
      value: 1100,
      is_adjustment: false,
      is_credit: false,
      user_payment_method: null,
      description: expect.stringMatching(/, payment 2, check 1042$/),
    });
    expect(seen.invoices).toHaveLength(2);
    expect(seen).toMatchObject({ _order_due: 2200, next_payment_on: family.due[2] });
    await onDay(shop, family.due[1]!);
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(1);
    const receipt = mailsTo(family, 'payment_received')[0]!;
    expect([receipt.to, receipt.subject]).toEqual([
      [family.email],
      `Receipt for $1,100.00, order ${family.order_id}`,
    ]);
    expect((await readPdf(receipt.attachments![0]!.content as Uint8Array)).text).toMatch(
      /payment 2, check 1042 .*\$1,100\.00/,
    );
    expect(receipt.text).toContain('Check');
  });

  it('or in cash ends what was past due, and the next try with it', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await untilDay(shop, addDays(family.due[1]!, 20));
    expect(await isPastDue(family)).toBe(true);
    const staffAtOrder = await staffAtOrderOf(family);
    expect(
      (await staffAtOrder.edit(2, { received_by: 'paymentTypeCash', notes: 'At the desk' })).items[0],
    ).toMatchObject({ status: 'paid', next_try_on: null, last_failure: null });
    expect(await isPastDue(family)).toBe(false);
    await onDay(shop, addDays(family.due[1]!, 25));
    expect((await attemptsOf(shop, family.order_id)).filter((one) => one.payment_number === 2)).toHaveLength(
      4,
    );
  });

  it('after another sum was agreed is received at that sum', async () => {
    const staffAtOrder = await staffAtOrderOf(await onFourPayments(shop, aCard()));
    expect(
      (
        await staffAtOrder.edit(2, {
          amount: 1000,
          adjustment_reason: 'As agreed',
          received_by: 'paymentTypeCheck',
          reference: '7',
        })
      ).status,
    ).toBe(200);
    expect(
      (await staffAtOrder.order()).transactions
        .slice(-2)
        .map((line: any) => [line.value, line.is_adjustment]),
    ).toEqual([
      [100, true],
      [1000, false],
    ]);
  });

  it('takes only notes and a reference from then on', async () => {
    const staffAtOrder = await staffAtOrderOf(await onFourPayments(shop, aCard()));
    await staffAtOrder.edit(2, { received_by: 'paymentTypeCash' });
    const refused = await staffAtOrder.edit(2, { amount: 5, adjustment_reason: 'No' });
    expect([refused.status, refused.errors]).toEqual([
      409,
      [expect.stringContaining('You can change only the notes and the reference')],
    ]);
    expect(
      (await staffAtOrder.edit(1, { notes: 'Paid on the phone', reference: 'A-1' })).items[0],
    ).toMatchObject({
      notes: 'Paid on the phone',
      reference: 'A-1',
    });
  });
});

describe('a payment that failed', () => {
  it('waits for the day agreed with staff, also after a new card, and is no longer past due', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    const day = addDays(family.due[1]!, 9);
    await untilDay(shop, addDays(family.due[1]!, 4));
    const staffAtOrder = await staffAtOrderOf(family);
    expect(await staffAtOrder.read(2)).toMatchObject({
      status: 'failed',
      last_failure: { reason: 'insufficient funds on the card', total_cents: 113_300 },
      next_try_on: addDays(family.due[1]!, 8),
    });
    expect((await staffAtOrder.edit(2, { pay_on: day })).items[0]).toMatchObject({
      status: 'scheduled',
      pay_on: day,
      next_try_on: null,
    });
    await chooseMethod(shop, family, 'card', TEST_CARDS.good);
    await untilDay(shop, day);
    expect((await attemptsOf(shop, family.order_id)).slice(1).map((one) => [one.day, one.state])).toEqual([
      [family.due[1], 'declined'],
      [addDays(family.due[1]!, 3), 'declined'],
      [day, 'succeeded'],
    ]);
  });

  it('can’t be moved past the last word of its card', async () => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethod(shop, family, 'card', TEST_CARDS.declinesCharges);
    await untilDay(shop, addDays(family.due[1]!, 2));
    const staffAtOrder = await staffAtOrderOf(family);
    const refused = await staffAtOrder.edit(2, { pay_on: addDays(family.due[1]!, 9) });
    expect([refused.status, Object.keys(refused.fields)]).toEqual([409, ['pay_on']]);
    expect(await staffAtOrder.charge(2)).toMatchObject({
      status: 409,
      errors: [expect.stringContaining('can’t be tried again')],
    });
    expect((await staffAtOrder.read(2)).charge_refused).toContain('can’t be tried again');
  });

  it('is charged at once when staff ask for it, and each such try counts', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, family.due[1]!);
    const staffAtOrder = await staffAtOrderOf(family);
    for (const left of [2, 1, 0]) {
      const { status, errors, items } = await staffAtOrder.charge(2);
      expect([status, errors]).toEqual([
        402,
        ['We tried to charge $1,133.00, but it wasn’t collected: insufficient funds on the card.'],
      ]);
      expect(items[0].next_try_on !== null).toBe(left > 0);
    }
    expect((await staffAtOrder.charge(2)).status).toBe(409);
    await chooseMethod(shop, family, 'card', TEST_CARDS.good);
    expect(await staffAtOrder.charge(2)).toMatchObject({ status: 200, items: [{ status: 'paid' }] });
    expect((await attemptsOf(shop, family.order_id)).slice(1).map((one) => one.state)).toEqual([
      'declined',
      'declined',
      'declined',
      'declined',
      'succeeded',
    ]);
    expect((await auditOf((await staffAtOrder.read(2)).id)).map(({ action }) => action)).toEqual(
      Array(4).fill('payment.charge'),
    );
  });

  it('is not charged before its day, nor twice', async () => {
    const staffAtOrder = await staffAtOrderOf(await onFourPayments(shop, aCard()));
    expect((await staffAtOrder.charge(2)).errors).toEqual([
      'This payment isn’t due yet, or is no longer owed.',
    ]);
    expect((await staffAtOrder.charge(1)).status).toBe(409);
  });
});

describe('a payment from a bank account', () => {
  it('wants ten days’ notice of another sum, and seven of another day', async () => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.settles);
    const staffAtOrder = await staffAtOrderOf(family);
    expect((await staffAtOrder.read(2)).earliest).toEqual({
      other_amount: '2026-04-20',
      other_day: '2026-04-17',
    });
    expect((await staffAtOrder.edit(2, { pay_on: '2026-04-16' })).fields.pay_on).toEqual([
      expect.stringContaining('04/17/2026 or later'),
    ]);
    expect((await staffAtOrder.edit(2, { pay_on: '2026-04-17' })).status).toBe(200);
    expect((await staffAtOrder.edit(2, { amount: 900, adjustment_reason: 'Less' })).fields.pay_on).toEqual([
      expect.stringContaining('04/20/2026 or later'),
    ]);
  });

  it('is left alone while it is on its way at the bank', async () => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.settles);
    await onDay(shop, family.due[1]!);
    const staffAtOrder = await staffAtOrderOf(family);
    expect(await staffAtOrder.edit(2, { received_by: 'paymentTypeCash' })).toMatchObject({
      status: 409,
      errors: [expect.stringContaining('processing at the bank')],
    });
    expect((await staffAtOrder.edit(2, { notes: 'Asked about it' })).status).toBe(200);
  });
});

describe('two at once', () => {
  it('who saves second is told what it says now, and loses nothing', async () => {
    const staffAtOrder = await staffAtOrderOf(await onFourPayments(shop, aCard()));
    const { id, version } = await staffAtOrder.read(2);
    await staffAtOrder.edit(2, { notes: 'First' });
    const late = await staffAtOrder.staff.call(
      'PUT',
      `/order/${(await staffAtOrder.order()).id}/payment/${id}`,
      {
        version,
        notes: 'Second',
      },
    );
    expect([late.status, late.items[0]]).toMatchObject([409, { notes: 'First', version: version + 1 }]);
    expect((await staffAtOrder.edit(2, { notes: 'Second' })).items[0].notes).toBe('Second');
  });

  it('of two staff who save at the same moment one succeeds', async () => {
    const family = await onFourPayments(shop, aCard());
    const staffAtOrder = await staffAtOrderOf(family);
    const { id, version } = await staffAtOrder.read(2);
    const save = async (amount: number) =>
      (
        await staffAtOrder.staff.call('PUT', `/order/${family.order_id}/payment/${id}`, {
          version,
          amount,
          adjustment_reason: 'At once',
        })
      ).status;
    expect((await Promise.all([900, 950, 980].map(save))).toSorted()).toEqual([200, 409, 409]);
    expect((await staffAtOrder.order()).transactions.filter((line: any) => line.is_adjustment)).toHaveLength(
      1,
    );
  });
});

describe('who may', () => {
  it('no parent reads or writes it, and no id of another order leads to it', async () => {
    const [family, other] = [await onFourPayments(shop, aCard()), await onFourPayments(shop, aCard())];
    const { id } = await (await staffAtOrderOf(family)).read(2);
    const parent = await sessionOf(shop.app, family);
    expect((await parent.call('GET', `/order/${family.order_id}/payment/${id}`)).status).toBe(403);
    expect(
      (
        await parent.call('PUT', `/order/${family.order_id}/payment/${id}`, {
          version: 1,
          is_waived: true,
          adjustment_reason: 'Please',
        })
      ).status,
    ).toBe(403);
    const staffAtOrder = await staffAtOrderOf(other);
    expect((await staffAtOrder.staff.call('GET', `/order/${other.order_id}/payment/${id}`)).status).toBe(404);
    expect(
      (
        await staffAtOrder.staff.call('PUT', `/order/${other.order_id}/payment/${id}`, {
          version: 1,
          notes: 'x',
        })
      ).status,
    ).toBe(404);
  });
});

/** @shows MC9.1 MC9.4 */
describe('a check that comes back', () => {
  it('is owed again: order, receipt and mail say so, and it is charged on its day', async () => {
    const family = await onFourPayments(shop, aCard());
    const staffAtOrder = await staffAtOrderOf(family);
    await staffAtOrder.edit(2, { received_by: 'paymentTypeCheck', reference: '1042' });
    const pay_on = addDays(family.due[1]!, 3);
    expect((await staffAtOrder.reverse(2, { why: 'returned_by_bank' })).status).toBe(422);
    const { status } = await staffAtOrder.reverse(2, { why: 'returned_by_bank', pay_on });
    expect([status, await staffAtOrder.order()]).toMatchObject([
      200,
      { _order_due: 3300, next_payment_on: pay_on },
    ]);
    const parent = await sessionOf(shop.app, family);
    const [{ receipts }] = (await parent.call('GET', `/order/${family.order_id}/documents`)).items;
    const { text } = await readPdf((await shop.app.inject(receipts.at(-1).path)).rawPayload);
    expect(text).toContain('The bank returned this payment on');
    await drainJobs(shop.context, ['outbox.drain']);
    const [mail] = mailsTo(family, 'entry_reversed');
    expect(mail!.subject).toBe('Your bank returned your check for $1,100.00');
    expect(mail!.text).not.toContain('As agreed');
    await onDay(shop, pay_on);
    expect((await (await staffAtOrderOf(family)).read(2)).status).toBe('paid');
  });
});

describe('after all of this', () => {
  it('the books are whole', async () =>
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]));
});
