import { describe, expect, test } from 'vitest';
import type { Order } from '#modules/orders/orders.contract.ts';
import { paidStateOf, paidStateText, routeText, undoneReceiptText } from './order-texts.ts';

const route = (text_before: string, name: string, text_after: string) =>
  routeText({ text_before, name, text_after } as Parameters<typeof routeText>[0]);

/** @shows MB20.4 */
test('a route is read with what stands before and after its name', () => {
  expect(route('Earlier bus: ', 'Middle School split', '')).toBe('Earlier bus: Middle School split');
  expect(route('', 'Round trip', ' Stops at Elm ')).toBe('Round trip · Stops at Elm');
  expect(route('', 'Round trip', ' ')).toBe('Round trip');
});

/** @shows MB20.6 */
describe('what is left to pay', () => {
  const line = { is_success: true, is_credit: true, is_adjustment: true, value: 2884 };
  const order = (changes: object) =>
    ({ is_active: true, _order_due: 0, transactions: [], ...changes }) as unknown as Order;
  const said = (changes: object) => {
    const state = paidStateOf(order(changes));
    return state.is === 'open' ? state.is : paidStateText(state);
  };

  test('is fully paid only while the order stands and nothing was given back', () => {
    expect(said({})).toBe('Fully paid');
    expect(said({ _order_due: 100 })).toBe('open');
    expect(said({ is_active: false })).toBe('Nothing more is due');
    expect(said({ is_active: false, transactions: [line] })).toBe('$2,884.00 refunded');
    expect(said({ transactions: [{ ...line, value: 600 }] })).toBe('$600.00 refunded');
  });

  test('is no refund when a bank sent a debit back, or staff took a payment off', () => {
    expect(said({ transactions: [{ ...line, is_adjustment: false }] })).toBe('Fully paid');
    const takenOff = { ...line, description_detail: 'Payment adjustment' };
    expect(said({ transactions: [takenOff] })).toBe('Fully paid');
  });
});

/** @shows MC4.1 */
describe('the receipt of a payment that came back', () => {
  const isDueAgain = /due again/;

  test('says that the amount is due again while the contract stands', () => {
    for (const how of ['returned', 'stopped'] as const)
      expect(undoneReceiptText({ is_active: true }, how)).toMatch(isDueAgain);
  });

  test('asks for nothing once the contract has ended, whether a bank or our own limit undid it', () => {
    for (const how of ['returned', 'stopped'] as const) {
      expect(undoneReceiptText({ is_active: false }, how)).not.toMatch(isDueAgain);
      expect(undoneReceiptText({ is_active: false }, how)).toContain('The contract has ended');
    }
  });

  /** @shows MC8.3 */
  test('asks for nothing where nobody owes the payment, as after its fee was withdrawn', () => {
    for (const how of ['returned', 'stopped', 'mistake'] as const) {
      const text = undoneReceiptText({ is_active: true, is_owed_by_nobody: true }, how);
      expect(text).not.toMatch(isDueAgain);
      expect(text).toContain('Nothing is due for this payment.');
    }
  });

  test('blames no bank for a payment that our own limit stopped', () => {
    for (const is_active of [true, false]) {
      expect(undoneReceiptText({ is_active }, 'stopped')).toContain('not of your bank');
      expect(undoneReceiptText({ is_active }, 'returned')).toContain('The bank returned');
    }
  });

  /** @shows MC9.1 */
  test('blames no bank for what the office entered by mistake', () => {
    expect(undoneReceiptText({ is_active: true }, 'mistake')).toContain('entered by mistake');
    expect(undoneReceiptText({ is_active: true }, 'mistake')).toContain('The amount is due');
    expect(undoneReceiptText({ is_active: false }, 'mistake')).toContain('The contract has ended');
  });
});
