import { describe, expect, it } from 'vitest';
import { cents, ZERO } from '#kit/money.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { refusalOf } from '#tests/support/forms/refusal.ts';
import { checkEdit, mayChange, type EditedRow } from './payment-change.ts';
import type { PaymentEdit } from './payment-edit.contract.ts';

const today = plainDate('2026-06-10');
const row: EditedRow = {
  status: 'scheduled',
  amount_cents: cents(110_000),
  refunded_cents: ZERO,
  pay_on: plainDate('2026-06-19'),
  next_try_on: null,
  reference: null,
  notes: null,
};
const check = (
  edit: Partial<PaymentEdit>,
  { isByBank = false, ...changes }: Partial<EditedRow> & { isByBank?: boolean } = {},
) => checkEdit({ ...row, ...changes }, { version: 1, ...edit }, { today, isByBank });
const refused = (...asked: Parameters<typeof check>) => {
  const { kind, extras } = refusalOf(() => check(...asked));
  return [kind.code, ...Object.keys(extras.field_errors ?? {})];
};

describe('a payment that is owed', () => {
  it('takes another amount with a reason, and only with one', () => {
    expect(check({ amount: 1000, adjustment_reason: 'Half a month' }).adjustment).toEqual({
      byCents: -10_000,
      reason: 'Half a month',
    });
    expect(check({ amount: 1100.01, adjustment_reason: 'A cent' }).adjustment).toEqual({
      byCents: 1,
      reason: 'A cent',
    });
    expect(check({ amount: 1100 }).adjustment).toBeNull();
    expect(refused({ amount: 1000 })).toEqual(['adjustment_reason_missing', 'adjustment_reason']);
    expect(refused({ amount: 1000, adjustment_reason: null })).toEqual([
      'adjustment_reason_missing',
      'adjustment_reason',
    ]);
  });

  /** @shows S16.5 */
  it('takes no amount that no processor would charge', () => {
    const adjustment_reason = 'The rest';
    expect(refused({ amount: 0.49, adjustment_reason })).toEqual(['charge_too_small', 'amount']);
    expect(check({ amount: 0.5, adjustment_reason }).adjustment?.byCents).toBe(-109_950);
  });

  it('takes a day from today on, two years ahead at most', () => {
    expect(check({ pay_on: today }).pay_on).toBe(today);
    expect(check({ pay_on: addDays(today, 730) }).pay_on).toBe('2028-06-09');
    expect(refused({ pay_on: addDays(today, -1) })).toEqual(['pay_on_past', 'pay_on']);
    expect(refused({ pay_on: addDays(today, 731) })).toEqual(['pay_on_too_far', 'pay_on']);
    expect(check({ pay_on: row.pay_on }, { pay_on: row.pay_on }).pay_on).toBeNull();
    // A day that has passed long ago stays as it is where something else is changed.
    expect(
      check({ pay_on: plainDate('2026-01-05'), notes: 'Called' }, { pay_on: plainDate('2026-01-05') }),
    ).toMatchObject({ pay_on: null, words: { notes: 'Called' } });
  });

  it('is received by check with its number, or in cash', () => {
    expect(check({ received_by: 'paymentTypeCash' }).receivedBy).toBe('paymentTypeCash');
    expect(check({ received_by: 'paymentTypeCheck', reference: '1042' })).toMatchObject({
      receivedBy: 'paymentTypeCheck',
      words: { reference: '1042' },
    });
    expect(check({ received_by: 'paymentTypeCheck' }, { reference: '1042' }).receivedBy).toBe(
      'paymentTypeCheck',
    );
    expect(refused({ received_by: 'paymentTypeCheck' })).toEqual(['check_number_missing', 'reference']);
    expect(refused({ received_by: 'paymentTypeCheck', reference: null }, { reference: '1042' })).toEqual([
      'check_number_missing',
      'reference',
    ]);
    expect(refused({ received_by: 'paymentTypeCash', pay_on: addDays(today, 3) })).toEqual([
      'one_change_at_a_time',
      'pay_on',
    ]);
  });

  it('is waived with a reason, as a whole', () => {
    expect(check({ is_waived: true, adjustment_reason: 'Moved away' }).waiver).toEqual({
      reason: 'Moved away',
    });
    expect(refused({ is_waived: true })).toEqual(['adjustment_reason_missing', 'adjustment_reason']);
    expect(refused({ is_waived: true, amount: 5, adjustment_reason: 'Moved away' })).toEqual([
      'one_change_at_a_time',
      'amount',
    ]);
    expect(
      refused({ is_waived: true, received_by: 'paymentTypeCash', adjustment_reason: 'Moved away' }),
    ).toEqual(['one_change_at_a_time']);
  });
});

describe('a payment from a bank account', () => {
  const isByBank = true;
  it('of another amount is debited ten days from now at the earliest, on another day seven', () => {
    const amount = { amount: 900, adjustment_reason: 'Less' };
    expect(refused(amount, { isByBank, pay_on: addDays(today, 9) })).toEqual(['notice_needed', 'pay_on']);
    // The tenth day is a Saturday.
    expect(refused(amount, { isByBank, pay_on: addDays(today, 11) })).toEqual(['notice_needed', 'pay_on']);
    expect(check(amount, { isByBank, pay_on: addDays(today, 12) }).adjustment).not.toBeNull();
    expect(refused({ pay_on: addDays(today, 6) }, { isByBank })).toEqual(['notice_needed', 'pay_on']);
    expect(check({ pay_on: addDays(today, 7) }, { isByBank }).pay_on).toBe('2026-06-17');
    expect(refused({ ...amount, pay_on: addDays(today, 9) }, { isByBank })).toEqual([
      'notice_needed',
      'pay_on',
    ]);
    expect(refusalOf(() => check(amount, { isByBank, pay_on: addDays(today, 9) })).sentences[0]).toContain(
      '06/22/2026',
    );
  });

  it('counts from the day of the next try, and needs no notice where no debit is to come', () => {
    const amount = { amount: 900, adjustment_reason: 'Less' };
    expect(
      refused(amount, {
        isByBank,
        status: 'returned',
        pay_on: addDays(today, -20),
        next_try_on: addDays(today, 5),
      }),
    ).toEqual(['notice_needed', 'pay_on']);
    expect(
      check(amount, { isByBank, status: 'returned', pay_on: addDays(today, -20) }).adjustment,
    ).not.toBeNull();
    expect(check({ received_by: 'paymentTypeCash' }, { isByBank, pay_on: today }).receivedBy).toBe(
      'paymentTypeCash',
    );
  });
});

describe('a payment that is paid, or on its way', () => {
  const money: Partial<PaymentEdit>[] = [
    { amount: 5, adjustment_reason: 'x' },
    { pay_on: addDays(today, 30) },
    { received_by: 'paymentTypeCash' },
    { is_waived: true, adjustment_reason: 'x' },
  ];

  it.each([
    ['paid', 'payment_paid'],
    ['processing', 'payment_processing'],
  ] as const)('takes notes and a reference when it is %s, and nothing else', (status, code) => {
    expect(mayChange(status)).toBe('words');
    expect(
      check({ notes: 'Thanked', reference: '17', amount: 1100, pay_on: row.pay_on }, { status }).words,
    ).toEqual({ notes: 'Thanked', reference: '17' });
    for (const edit of money) expect(refused(edit, { status })).toEqual([code]);
  });

  it('takes nothing while it is being charged, or once it is no longer owed', () => {
    for (const [status, code] of [
      ['in_flight', 'payment_in_flight'],
      ['cancelled', 'payment_cancelled'],
    ] as const) {
      expect(mayChange(status)).toBe('nothing');
      for (const edit of [{ notes: 'x' }, ...money]) expect(refused(edit, { status })).toEqual([code]);
    }
  });
});

/** @shows MC8.4 */
describe('a payment of which a part was refunded', () => {
  it('is lowered to what was refunded, and no further', () => {
    const refunded = { status: 'returned' as const, refunded_cents: cents(40_000) };
    const lower = (amount: number) => check({ amount, adjustment_reason: 'As agreed' }, refunded);
    expect(lower(400).adjustment).toEqual({ byCents: -70_000, reason: 'As agreed' });
    expect(sentenceOf(() => lower(399.99))).toContain('$400.00 of this payment has been refunded');
  });

  it('that is paid is not lowered: its money goes back by a refund', () => {
    const lower = () => check({ amount: 1, adjustment_reason: 'As agreed' }, { status: 'paid' });
    expect(sentenceOf(lower)).toContain('refund it on the order');
  });
});

function sentenceOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.sentences.join(' ');
    throw error;
  }
  return 'nothing was refused';
}
