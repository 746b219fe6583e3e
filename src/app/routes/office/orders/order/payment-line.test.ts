import { describe, expect, it } from 'vitest';
import type { OrderRefund } from '#modules/billing/refunds/refunds.contract.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import type { ShownAttempt } from '#modules/office/orders/office-order.contract.ts';
import { paymentLine } from './payment-line.ts';

const payment = (id: number, pay_on: string, paid_at: string | null = null) =>
  ({ id, payment_number: id, pay_on, paid_at }) as Payment;
const charge = (id: number, payment_id: number, at: string, state: ShownAttempt['state']) =>
  ({ id, payment_id, at, state, method: 'Visa ****4242' }) as ShownAttempt;
const refund = (id: number, created_at: string) => ({ id, created_at }) as OrderRefund;

const words = (line: ReturnType<typeof paymentLine>) =>
  line.map((stop) => {
    if (stop.kind === 'payment') return `payment ${stop.payment.id}`;
    return stop.kind === 'attempt' ? `attempt ${stop.charge.id}` : `refund ${stop.refund.id}`;
  });

describe('the payment line of an order', () => {
  /** @shows OF10.5 */
  it('has payments, failed attempts and refunds in order of time', () => {
    const line = paymentLine({
      payments: [
        payment(1, '2027-03-01', '2027-03-01T15:00:00.000Z'),
        payment(2, '2027-05-01', '2027-05-04T09:00:00.000Z'),
        payment(3, '2027-08-01'),
      ],
      attempts: [
        charge(11, 1, '2027-03-01T15:00:00.000Z', 'succeeded'),
        charge(12, 2, '2027-05-01T08:00:00.000Z', 'declined'),
        charge(13, 2, '2027-05-04T09:00:00.000Z', 'succeeded'),
      ],
      refunds: [refund(21, '2027-04-02T10:00:00.000Z')],
    });
    expect(words(line)).toEqual(['payment 1', 'refund 21', 'attempt 12', 'payment 2', 'payment 3']);
  });

  it('puts an unpaid payment after what happened on the day on which it is due', () => {
    const line = paymentLine({
      payments: [payment(1, '2027-05-01')],
      attempts: [charge(12, 1, '2027-05-01T08:00:00.000Z', 'declined')],
      refunds: [],
    });
    expect(words(line)).toEqual(['attempt 12', 'payment 1']);
  });

  it('names the charge that brought the money at its payment, a bank debit on its way too', () => {
    const [stop] = paymentLine({
      payments: [payment(1, '2027-05-01', '2027-05-01T08:00:00.000Z')],
      attempts: [charge(11, 1, '2027-05-01T08:00:00.000Z', 'processing')],
      refunds: [],
    });
    expect(stop).toMatchObject({ charged: { id: 11 } });
  });
});
