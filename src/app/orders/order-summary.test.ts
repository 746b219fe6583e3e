import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import type { ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { nextChargeText, nextPaymentOf, orderStateText } from './order-summary.ts';

const payment = (changes: object = {}) => ({
  id: 2,
  payment_number: 2,
  is_congestion_fee: false,
  is_aid_difference: false,
  amount: 2150,
  pay_on: '2026-10-01',
  paid_at: null,
  status: 'scheduled',
  next_try_on: null,
  is_processing: false,
  ...changes,
});

type Changes = { staff_placed?: object; financial_aid?: object } & Record<string, unknown>;

const order = ({ financial_aid, ...changes }: Changes = {}) =>
  ({
    is_active: true,
    _order_due: 2150,
    transactions: [],
    payments: [payment()],
    staff_placed: null,
    is_change_proposed: false,
    order_detail: { contract: { contract_detail: { financial_aid: financial_aid ?? null } } },
    ...changes,
  }) as unknown as Order;

const refund = { is_success: true, is_credit: true, is_adjustment: true, value: 600 };

/** @shows MP8.1 */
describe('the state of an order in one sentence', () => {
  test.each<[string, Changes]>([
    ['The contract is signed, and the balance due is $2,150.00.', {}],
    [
      'The contract is signed, and payment 2 failed.',
      { payments: [payment({ status: 'failed' })], _order_due: 2150 },
    ],
    ['The contract is signed and paid in full.', { _order_due: 0, payments: [] }],
    [
      'The contract is signed, and your bank is processing a payment.',
      { _order_due: 0, payments: [payment({ paid_at: '2026-10-01T12:00:00Z', is_processing: true })] },
    ],
    ['The contract is signed, and $600.00 was refunded.', { _order_due: 0, transactions: [refund] }],
    ['This contract has ended, and nothing more is due.', { is_active: false, _order_due: 0 }],
    [
      'This contract has ended, and $600.00 was refunded.',
      { is_active: false, _order_due: 0, transactions: [refund] },
    ],
    [
      'Our office placed this order, and the contract waits to be accepted.',
      { staff_placed: { staff: 'Ann', accepted_at: null } },
    ],
    [
      'This contract has ended, and nothing more is due.',
      { staff_placed: { staff: 'Ann', accepted_at: null }, is_active: false, _order_due: 0 },
    ],
    [
      'We’re reviewing your financial aid, and nothing is charged until it’s confirmed.',
      { is_active: false, financial_aid: { state: 'to_confirm', is_awaited: true } },
    ],
  ])('%s', (sentence, changes) => {
    expect(orderStateText(order(changes))).toBe(sentence);
  });
});

const charge = (changes: Partial<ChargeToCome> = {}) =>
  ({
    payment_id: 2,
    pay_on: '2026-10-01',
    amount_cents: cents(215_000),
    is_held_back: false,
    planned: {
      brand: 'Visa',
      ident: '****4242',
      surcharge_cents: cents(6450),
      total_cents: cents(221_450),
    },
    ...changes,
  }) as ChargeToCome;

/** @shows MP8.2 */
describe('the next payment', () => {
  test('is the earliest unpaid payment of an order in force', () => {
    const fee = payment({ id: 3, payment_number: 3, pay_on: '2026-09-15' });
    const canceled = payment({ id: 4, pay_on: '2026-09-01', status: 'cancelled' });
    expect(nextPaymentOf(order({ payments: [payment(), canceled, fee] }))?.id).toBe(3);
    expect(
      nextPaymentOf(order({ payments: [payment({ paid_at: '2026-10-01T12:00:00Z' })] })),
    ).toBeUndefined();
    expect(nextPaymentOf(order({ is_active: false }))).toBeUndefined();
  });

  test('names the day, the total with its fee, and the method that will be charged', () => {
    const next = nextPaymentOf(order())!;
    expect(nextChargeText(next, charge())).toBe(
      'We’ll charge $2,214.50 to Visa ****4242 on Thu 10/01/2026, including the card fee of $64.50.',
    );
  });

  test('names no method where none will be charged', () => {
    const next = nextPaymentOf(order())!;
    const due = '$2,150.00 is due on Thu 10/01/2026.';
    expect(nextChargeText(next, undefined)).toBe(due);
    expect(nextChargeText(next, charge({ planned: null }))).toBe(`${due} No payment method chosen`);
    expect(nextChargeText(next, charge({ planned: null, is_held_back: true }))).toContain(
      'we won’t charge anything else automatically',
    );
    expect(nextChargeText({ ...next, status: 'in_flight' }, charge())).toBe('Being charged now');
  });
});
