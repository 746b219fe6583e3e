import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { orderTotals } from './order-totals.ts';

const row = (amount: number, pay_on: string, state: 'paid' | 'unpaid' | 'cancelled' = 'unpaid') => ({
  amount_cents: cents(amount),
  pay_on: plainDate(pay_on),
  isPaid: state === 'paid',
  isCanceled: state === 'cancelled',
  is_surplus: false,
});
const line = (value: number, changes = {}) => ({
  is_success: true,
  is_credit: false,
  description_detail: 'Payment surcharge' as string | null,
  value_cents: cents(value),
  ...changes,
});

describe('the sums of an order (M2)', () => {
  it('count live rows and the surcharges charged so far; the rest is due on the earliest unpaid day', () => {
    const rows = [row(280000, '2026-04-10', 'paid'), row(215000, '2026-10-01')];
    const lines = [line(280000, { description_detail: null }), line(8400)];
    expect(orderTotals(rows, lines)).toEqual({
      totalCents: 503400,
      dueCents: 215000,
      nextPaymentOn: '2026-10-01',
    });
  });

  it('have no next payment once everything is paid', () => {
    expect(orderTotals([row(420000, '2026-04-10', 'paid')], [])).toEqual({
      totalCents: 420000,
      dueCents: 0,
      nextPaymentOn: null,
    });
  });

  it('leave out cancelled rows, failed surcharges and those that came back with a debit', () => {
    const rows = [row(100, '2026-05-01'), row(900, '2026-06-01', 'cancelled')];
    const lines = [line(30), line(30, { is_credit: true }), line(30, { is_success: false })];
    expect(orderTotals(rows, lines)).toEqual({ totalCents: 100, dueCents: 100, nextPaymentOn: '2026-05-01' });
  });

  it('name the earliest day, in whatever order the rows come', () => {
    expect(orderTotals([row(1, '2026-10-31'), row(1, '2026-08-31')], []).nextPaymentOn).toBe('2026-08-31');
  });
});
