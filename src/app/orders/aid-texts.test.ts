import { describe, expect, it } from 'vitest';
import type { Order } from '#modules/orders/orders.contract.ts';
import { aidPayments } from './aid-texts.ts';

const payment = (id: number, pay_on: string, amount: number, changes: object = {}) => ({
  id,
  pay_on,
  amount,
  is_congestion_fee: false,
  is_aid_difference: false,
  ...changes,
});

const order = (financial_aid: object | null, payments: object[]) =>
  ({ order_detail: { contract: { contract_detail: { financial_aid } } }, payments }) as unknown as Order;

// Worked example 10.
const HALVES = [payment(1, '2026-04-10', 1000.01), payment(2, '2026-06-30', 1000)];

/** @shows MP3.1 */
describe('the payments of an order with aid', () => {
  it('are the two of the aid, each on its day', () => {
    expect(aidPayments(order({ amount: 2000.01 }, HALVES))).toEqual([
      { id: 1, text: '04/10/2026', amount: 1000.01 },
      { id: 2, text: '06/30/2026', amount: 1000 },
    ]);
  });

  it('leave out a congestion fee and the rest of declined aid', () => {
    const later = [
      payment(3, '2026-09-01', 25, { is_congestion_fee: true }),
      payment(4, '2026-05-01', 2150, { is_aid_difference: true }),
    ];
    expect(aidPayments(order({ amount: 2000.01 }, [...HALVES, ...later]))).toHaveLength(2);
  });

  it('are those of the term without aid', () => {
    expect(aidPayments(order(null, HALVES))).toBeNull();
  });
});
