import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_STATES } from '#modules/billing/payment.states.ts';
import { cents, toDollars, ZERO } from '#kit/money.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import {
  byHowMuch,
  checkEdit,
  earliestDays,
  isNoticeNeeded,
  mayChange,
  type EditedRow,
  type PaymentChange,
} from './payment-change.ts';
import type { PaymentEdit } from './payment-edit.contract.ts';

const TODAY = plainDate('2026-04-10');

const rows: fc.Arbitrary<EditedRow> = fc.record({
  status: fc.constantFrom(...PAYMENT_STATES),
  amount_cents: fc.integer({ min: 1, max: 500_000 }).map(cents),
  refunded_cents: fc.constant(ZERO),
  pay_on: fc.integer({ min: -60, max: 400 }).map((days) => addDays(TODAY, days)),
  next_try_on: fc.option(fc.integer({ min: 0, max: 30 }).map((days) => addDays(TODAY, days))),
  reference: fc.option(fc.constant('1042')),
  notes: fc.option(fc.constant('Called')),
});

const edits: fc.Arbitrary<PaymentEdit> = fc
  .record({
    amount: fc.option(fc.integer({ min: 1, max: 500_000 }).map((amount) => toDollars(cents(amount)))),
    adjustment_reason: fc.option(fc.constantFrom('', 'Half a month')),
    pay_on: fc.option(fc.integer({ min: -5, max: 800 }).map((days) => addDays(TODAY, days))),
    received_by: fc.option(fc.constantFrom('paymentTypeCheck' as const, 'paymentTypeCash' as const)),
    is_waived: fc.option(fc.boolean()),
    reference: fc.option(fc.constantFrom('1042', 'A-1')),
    notes: fc.option(fc.constantFrom('Called', 'Wrote')),
  })
  .map(
    (edit) =>
      ({
        version: 1,
        ...Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== null)),
      }) as PaymentEdit,
  );

const facts = fc.boolean().map((isByBank) => ({ today: TODAY, isByBank }));

const checked = (row: EditedRow, edit: PaymentEdit, known: { today: typeof TODAY; isByBank: boolean }) => {
  try {
    return checkEdit(row, edit, known);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};
const accepted = fc
  .tuple(rows, edits, facts)
  .map(([row, edit, known]) => ({ row, edit, known, change: checked(row, edit, known) }))
  .filter((each): each is typeof each & { change: PaymentChange } => each.change !== undefined);

describe('any change of a payment that is allowed (M8)', () => {
  it('is allowed or refused, and never breaks', () => {
    fc.assert(fc.property(rows, edits, facts, (row, edit, known) => void checked(row, edit, known)));
  });

  it('leaves the payment with a sum that was asked for, and never with one below nothing', () => {
    fc.assert(
      fc.property(accepted, ({ row, edit, change }) => {
        const after = row.amount_cents + byHowMuch(row, change);
        expect(after).toBeGreaterThanOrEqual(0);
        if (change.waiver) expect(after).toBe(0);
        else if (edit.amount !== undefined) expect(after).toBe(Math.round(edit.amount * 100));
        else expect(after).toBe(row.amount_cents);
      }),
    );
  });

  it('that touches money has a status that allows it', () => {
    fc.assert(
      fc.property(accepted, ({ row, change }) => {
        const isMoney = Boolean(change.adjustment ?? change.pay_on ?? change.receivedBy ?? change.waiver);
        if (isMoney) expect(mayChange(row.status)).toBe('everything');
      }),
    );
  });

  it('of what is owed has a reason', () => {
    fc.assert(
      fc.property(accepted, ({ change }) => {
        const reasons = [change.adjustment, change.waiver].flatMap((each) => (each ? [each.reason] : []));
        expect(reasons.every((reason) => reason !== '')).toBe(true);
      }),
    );
  });

  it('is never two things at once: received and waived, or either with another day', () => {
    fc.assert(
      fc.property(accepted, ({ change }) => {
        expect(change.receivedBy !== null && change.waiver !== null).toBe(false);
        if (change.receivedBy ?? change.waiver) expect(change.pay_on).toBeNull();
      }),
    );
  });

  it('puts no charge before today, nor further than two years away', () => {
    fc.assert(
      fc.property(accepted, ({ change: { pay_on } }) => {
        if (pay_on === null) return;
        expect(pay_on >= TODAY && pay_on <= addDays(TODAY, 730)).toBe(true);
      }),
    );
  });

  it('debits a bank account only after its notice: ten days of a sum, seven of a day', () => {
    fc.assert(
      fc.property(accepted, ({ row, known, change }) => {
        fc.pre(known.isByBank && !change.receivedBy && !change.waiver);
        const on = change.pay_on ?? (row.status === 'scheduled' ? row.pay_on : row.next_try_on);
        fc.pre(on !== null);
        if (change.adjustment) expect(on! >= addDays(TODAY, 10)).toBe(true);
        if (change.pay_on) expect(on! >= addDays(TODAY, 7)).toBe(true);
      }),
    );
  });

  it('is told to the family exactly when a sum or a day changes and nothing was received', () => {
    fc.assert(
      fc.property(accepted, ({ change }) => {
        const isOther = change.adjustment !== null || change.pay_on !== null || change.waiver !== null;
        expect(isNoticeNeeded(change)).toBe(isOther && change.receivedBy === null);
      }),
    );
  });

  it('that asks for what the payment says already is no change', () => {
    fc.assert(
      fc.property(rows, facts, (row, known) => {
        fc.pre(mayChange(row.status) !== 'nothing');
        const same: PaymentEdit = { version: 1, amount: toDollars(row.amount_cents), pay_on: row.pay_on };
        expect(checked(row, same, known)).toEqual({
          words: {},
          adjustment: null,
          pay_on: null,
          receivedBy: null,
          waiver: null,
        });
      }),
    );
  });
});

describe('the first days of another charge', () => {
  it('are today by card, and ten and seven days from now by bank', () => {
    expect(earliestDays({ today: TODAY, isByBank: false })).toEqual({
      other_amount: TODAY,
      other_day: TODAY,
    });
    expect(earliestDays({ today: TODAY, isByBank: true })).toEqual({
      other_amount: '2026-04-20',
      other_day: '2026-04-17',
    });
  });

  /** @shows MC14.3 */
  it('are banking days by bank', () => {
    // The tenth day is a Monday on which banks are closed, the seventh a Friday.
    expect(earliestDays({ today: plainDate('2026-10-02'), isByBank: true })).toEqual({
      other_amount: '2026-10-13',
      other_day: '2026-10-09',
    });
  });
});
