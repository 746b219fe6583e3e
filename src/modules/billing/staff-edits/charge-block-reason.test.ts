import { describe, expect, it } from 'vitest';
import { PAYMENT_STATES } from '#modules/billing/payment.states.ts';
import { ORDER_STATUSES } from '#db/tables/orders/orders.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { tried } from '#tests/support/billing/tried.ts';
import { chargeBlockReason } from './charge-block-reason.ts';

const TODAY = plainDate('2026-10-01');
type Question = Parameters<typeof chargeBlockReason>[0];
type Changes = { status?: string; pay_on?: string; order?: string } & Partial<
  Pick<Question, 'method_id' | 'total_cents' | 'pastAttempts' | 'isHeldBack' | 'isHeld'>
>;

const why = ({ status = 'scheduled', pay_on = '2026-10-01', order = 'active', ...rest }: Changes = {}) =>
  chargeBlockReason({
    order: { status: order },
    payment: { status, pay_on: plainDate(pay_on) },
    method_id: 11,
    total_cents: cents(50),
    isHeldBack: false,
    isDisputed: false,
    isHeld: false,
    pastAttempts: [],
    today: TODAY,
    ...rest,
  })?.code;

const declined = (code: string, payment_method_id = 11) => ({
  payment_method_id,
  ...tried('declined', code),
});

describe('a charge by staff’s hand', () => {
  it('may be made of a payment whose day has come, and not the day before', () => {
    expect(why()).toBeUndefined();
    expect(why({ pay_on: '2026-09-01' })).toBeUndefined();
    expect(why({ pay_on: '2026-10-02' })).toBe('payment_not_due');
  });

  /** @shows S27.4 */
  it('is not made of less than the processor charges', () => {
    expect(why({ total_cents: cents(49) })).toBe('charge_too_small');
    expect(why({ total_cents: cents(50) })).toBeUndefined();
  });

  it('may be made of what failed, came back or waits for a method, whatever its day', () => {
    for (const status of ['failed', 'returned', 'needs_method'])
      expect(why({ status, pay_on: '2027-01-01' })).toBeUndefined();
  });

  it('is not made of what is paid, canceled or being charged', () => {
    const others = PAYMENT_STATES.filter(
      (status) => !['scheduled', 'failed', 'returned', 'needs_method'].includes(status),
    );
    expect(others.map((status) => why({ status }))).toEqual(others.map(() => 'payment_not_due'));
  });

  it('is made for an active order alone', () => {
    const refused = ORDER_STATUSES.filter((order) => why({ order }) !== undefined);
    expect(refused).toEqual([
      'awaiting_aid',
      'awaiting_check',
      'pending_payment',
      'payment_failed',
      'cancelled',
    ]);
    expect(why({ order: 'cancelled' })).toBe('order_not_active');
  });

  it('waits for a person who has seen to a charge that the portal does not know', () => {
    expect(why({ isHeld: true })).toBe('charge_held');
    expect(why({ isHeld: true, status: 'paid' })).toBe('payment_not_due');
  });

  it('needs a method', () => {
    expect(why({ method_id: undefined })).toBe('method_missing');
  });

  it('is not made to a method that has refused the payment for good', () => {
    expect(why({ pastAttempts: [declined('expired')] })).toBe('method_exhausted');
    expect(why({ pastAttempts: [declined('insufficient_funds')] })).toBeUndefined();
  });

  it('is the fourth at most, and counts only tries of the method that would pay', () => {
    const soft = (count: number, id = 11) =>
      Array.from({ length: count }, () => declined('insufficient_funds', id));
    expect(why({ pastAttempts: soft(3) })).toBeUndefined();
    expect(why({ pastAttempts: soft(4) })).toBe('method_exhausted');
    expect(why({ pastAttempts: soft(4, 12) })).toBeUndefined();
    expect(why({ pastAttempts: [declined('expired', 12)] })).toBeUndefined();
  });

  it('names the day before the order, and the order before the method', () => {
    const all = { pay_on: '2026-10-02', order: 'cancelled', method_id: undefined };
    expect(why(all)).toBe('payment_not_due');
    expect(why({ ...all, pay_on: '2026-10-01' })).toBe('order_not_active');
  });
});
