import { describe, expect, test } from 'vitest';
import type { Order } from '#modules/orders/orders.contract.ts';
import type { Waiting } from '#modules/seats/seats.contract.ts';
import type { Student } from '#modules/students/students.contract.ts';
import { childrenOf, lastContractOf, shownOrders, startPath } from './family-orders.ts';

type Changes = {
  student_id?: number;
  period_id?: number;
  school?: string;
  is_success?: boolean;
  financial_aid?: object;
} & Partial<Order>;

function order(id: number, changes: Changes = {}): Order {
  const { student_id = 1, period_id = 27, school = 'hm', is_success = true, financial_aid, ...own } = changes;
  return {
    id,
    created_at: `2026-04-${String(id).padStart(2, '0')}T12:00:00.000Z`,
    is_active: true,
    payments: [],
    staff_placed: null,
    is_change_proposed: false,
    transactions: [{ id: 1, is_success }],
    order_detail: {
      contract: {
        contract_detail: {
          student: { id: student_id },
          period: { id: period_id },
          program_group: { path: school },
          financial_aid: financial_aid ?? null,
        },
      },
    },
    ...own,
  } as unknown as Order;
}

const student = (id: number, created_at: string) => ({ id, created_at }) as unknown as Student;
const waiting = (student_id: number, offered_until: string | null) =>
  ({ student_id, offered_until }) as unknown as Waiting;

const ada = student(1, '2025-03-01T12:00:00.000Z');
const ben = student(2, '2026-03-01T12:00:00.000Z');
const read = (orders: Order[], places: Waiting[] = []) =>
  childrenOf({ students: [ben, ada], orders, waiting: places }).map(({ student: { id }, orders, offers }) => [
    id,
    orders.map((each) => each.id),
    offers.length,
  ]);

/** @shows MP9.1 */
describe('the children of a family', () => {
  test('each have their orders of the newest school year, newest first', () => {
    expect(read([order(1), order(2), order(3, { student_id: 2, period_id: 26 })])).toEqual([
      [1, [2, 1], 0],
      [2, [3], 0],
    ]);
    expect(read([order(1, { period_id: 26 }), order(2)])).toEqual([
      [1, [2], 0],
      [2, [], 0],
    ]);
  });

  test('have no ended order, and no order whose first payment was declined', () => {
    expect(read([order(1, { is_active: false }), order(2, { is_success: false })])[0]).toEqual([1, [], 0]);
  });

  test('have an order that waits for its aid', () => {
    const awaited = { is_active: false, is_success: false, financial_aid: { is_awaited: true } };
    expect(read([order(1, awaited)])[0]).toEqual([1, [1], 0]);
  });

  test('keep an older order that waits for the family', () => {
    const failed = [{ status: 'failed', next_try_on: null }] as unknown as Order['payments'];
    const placed = { staff: 'Ann', accepted_at: null };
    const older = { period_id: 26 };
    const orders = [
      order(1, { ...older, payments: failed }),
      order(2, { ...older, staff_placed: placed }),
      order(3, older),
      order(4),
    ];
    expect(read(orders)[0]).toEqual([1, [4, 2, 1], 0]);
  });

  test('have the seats that are offered to them, and not their other places on a list', () => {
    const places = [waiting(2, '2026-05-01T12:00:00.000Z'), waiting(2, null), waiting(1, null)];
    expect(read([], places)).toEqual([
      [1, [], 0],
      [2, [], 1],
    ]);
  });
});

/** @shows MP6.1 */
describe('the last contract', () => {
  const orders = [order(1), order(2, { school: 'rcs', period_id: 26 }), order(3, { student_id: 2 })];

  test('is the newest of the child, ended or not', () => {
    expect(lastContractOf(orders, 1)?.id).toBe(2);
    expect(lastContractOf([order(1), order(5, { is_active: false })], 1)?.id).toBe(5);
    expect(lastContractOf(orders, 9)).toBeUndefined();
  });

  test('names the school where another contract of the child starts', () => {
    expect(startPath(orders, 1)).toBe('/contract?school=rcs&student=1');
  });

  test('of a brother or sister names the school of a child without a contract', () => {
    expect(startPath(orders, 9)).toBe('/contract?school=hm&student=9');
    expect(startPath([], 9)).toBeUndefined();
  });
});

test('orders of a list are shown newest first', () => {
  expect(shownOrders([order(1), order(3), order(2)]).map(({ id }) => id)).toEqual([3, 2, 1]);
});
