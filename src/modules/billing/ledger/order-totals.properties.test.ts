import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, sum, type Cents } from '#kit/money.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { PAYMENT_SURCHARGE } from '#modules/billing/billing.contract.ts';
import { orderTotals } from './order-totals.ts';

const amounts = fc.integer({ min: 1, max: 500_000 }).map(cents);

const payment = fc
  .record({
    amount_cents: amounts,
    day: fc.integer({ min: 0, max: 400 }),
    status: fc.constantFrom('paid', 'owed', 'cancelled'),
  })
  .map(({ amount_cents, day, status }) => ({
    amount_cents,
    pay_on: addDays(plainDate('2026-04-10'), day),
    isPaid: status === 'paid',
    isCanceled: status === 'cancelled',
    is_surplus: false,
  }));
const payments = fc.array(payment, { maxLength: 12 });

const line = (value_cents: Cents, changes: object = {}) => ({
  is_success: true,
  is_credit: false,
  description_detail: PAYMENT_SURCHARGE as string | null,
  value_cents,
  ...changes,
});
const surcharges = fc.array(
  amounts.map((amount) => line(amount)),
  { maxLength: 6 },
);

const amountsOf = (rows: readonly { amount_cents: Cents }[]) => sum(rows.map((row) => row.amount_cents));

describe('the sums of any order (M2)', () => {
  it('count what is due as part of the total, and never less than nothing', () => {
    fc.assert(
      fc.property(payments, surcharges, (rows, lines) => {
        const { totalCents, dueCents } = orderTotals(rows, lines);
        expect(dueCents).toBeGreaterThanOrEqual(0);
        expect(totalCents).toBeGreaterThanOrEqual(dueCents);
      }),
    );
  });

  it('are what was paid, what is due and the surcharges, to the cent', () => {
    fc.assert(
      fc.property(payments, surcharges, (rows, lines) => {
        const { totalCents, dueCents } = orderTotals(rows, lines);
        const paid = amountsOf(rows.filter((row) => row.isPaid && !row.isCanceled));
        const fees = sum(lines.map(({ value_cents }) => value_cents));
        expect(totalCents).toBe(paid + dueCents + fees);
      }),
    );
  });

  it('do not depend on the order of payments or lines', () => {
    fc.assert(
      fc.property(payments, surcharges, (rows, lines) => {
        expect(orderTotals(rows.toReversed(), lines.toReversed())).toEqual(orderTotals(rows, lines));
      }),
    );
  });

  it('stay as they are when canceled payments are added', () => {
    fc.assert(
      fc.property(payments, payments, (rows, others) => {
        const canceled = others.map((row) => ({ ...row, isPaid: false, isCanceled: true }));
        expect(orderTotals([...rows, ...canceled], [])).toEqual(orderTotals(rows, []));
      }),
    );
  });

  it('forget a surcharge that came back with its debit', () => {
    fc.assert(
      fc.property(payments, surcharges, amounts, (rows, lines, fee) => {
        const cameBack = [...lines, line(fee), line(fee, { is_credit: true })];
        expect(orderTotals(rows, cameBack)).toEqual(orderTotals(rows, lines));
      }),
    );
  });

  it('count no principal line and no surcharge of a charge that was declined', () => {
    fc.assert(
      fc.property(payments, amounts, (rows, amount) => {
        const lines = [
          line(amount, { description_detail: null }),
          line(amount, { is_success: false }),
          line(amount, { description_detail: 'Payment refund', is_credit: true }),
        ];
        expect(orderTotals(rows, lines)).toEqual(orderTotals(rows, []));
      }),
    );
  });

  it('lower what is due by exactly the payment that is made, and leave the total', () => {
    fc.assert(
      fc.property(payments, fc.nat(), (rows, pick) => {
        const owed = rows.filter((row) => !row.isPaid && !row.isCanceled);
        fc.pre(owed.length > 0);
        const made = owed[pick % owed.length]!;
        const before = orderTotals(rows, []);
        const after = orderTotals(
          rows.map((row) => (row === made ? { ...row, isPaid: true } : row)),
          [],
        );
        expect(after.dueCents).toBe(before.dueCents - made.amount_cents);
        expect(after.totalCents).toBe(before.totalCents);
      }),
    );
  });

  it('name a next payment exactly while something is due, and none is earlier', () => {
    fc.assert(
      fc.property(payments, (rows) => {
        const { dueCents, nextPaymentOn } = orderTotals(rows, []);
        expect(nextPaymentOn !== null).toBe(dueCents > 0);
        for (const row of rows.filter((each) => !each.isPaid && !each.isCanceled))
          expect(nextPaymentOn! <= row.pay_on).toBe(true);
      }),
    );
  });
});

describe('an order without payments', () => {
  it('costs nothing, owes nothing and has no next payment', () => {
    expect(orderTotals([], [])).toEqual({ totalCents: 0, dueCents: 0, nextPaymentOn: null });
  });
});
