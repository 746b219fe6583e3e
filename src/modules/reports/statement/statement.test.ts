import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { paymentsIn, statementOf, type StatementLine } from './statement.ts';

const line = (changes: Partial<StatementLine> = {}): StatementLine => ({
  order_id: 1,
  payment_id: 11,
  charge_attempt_id: 101,
  payment_number: 1,
  day: plainDate('2026-08-01'),
  method: 'Visa ****4242',
  is_fee: false,
  is_credit: false,
  is_refund: false,
  value_cents: cents(280_000),
  ...changes,
});
const fee = (changes: Partial<StatementLine> = {}) =>
  line({ is_fee: true, value_cents: cents(8_400), ...changes });

describe('the payments of a year', () => {
  /** @shows RP4.1 */
  it('have principal and card fee of a charge in one entry', () => {
    expect(paymentsIn([line(), fee()])).toEqual([
      {
        payment_number: 1,
        day: '2026-08-01',
        method: 'Visa ****4242',
        principal_cents: 280_000,
        fee_cents: 8_400,
        given_back: [],
        total_cents: 288_400,
      },
    ]);
  });

  /** @shows RP4.1 */
  it('show a debit that came back in the year, and count nothing of it', () => {
    const back = plainDate('2026-08-05');
    const [returned, again] = paymentsIn([
      line(),
      line({ day: back, is_credit: true }),
      line({ charge_attempt_id: 102, day: plainDate('2026-08-09') }),
    ]);
    expect(returned).toMatchObject({
      principal_cents: 280_000,
      given_back: [{ day: back, amount_cents: 280_000, is_refund: false }],
      total_cents: 0,
    });
    expect(again).toMatchObject({ day: '2026-08-09', total_cents: 280_000 });
  });

  /** @shows RP4.1 */
  it('name what was refunded, with its day, and take a refund back that was never cashed', () => {
    const refund = { day: plainDate('2026-09-01'), is_credit: true, is_refund: true };
    const [entry] = paymentsIn([
      line(),
      fee(),
      line({ ...refund, value_cents: cents(50_000) }),
      fee({ ...refund, value_cents: cents(1_500) }),
      line({
        day: plainDate('2026-10-01'),
        charge_attempt_id: null,
        is_refund: true,
        value_cents: cents(51_500),
      }),
    ]);
    expect(entry!.given_back).toEqual([
      { day: '2026-09-01', amount_cents: 51_500, is_refund: true },
      { day: '2026-10-01', amount_cents: -51_500, is_refund: true },
    ]);
    expect(entry!.total_cents).toBe(288_400);
  });

  it('have what goes back of a payment of an earlier year as an entry of its own', () => {
    const refund = line({ day: plainDate('2027-01-04'), is_credit: true, is_refund: true });
    expect(paymentsIn([refund])).toMatchObject([
      { day: '2027-01-04', principal_cents: 0, total_cents: -280_000 },
    ]);
  });
});

describe('a statement', () => {
  /** @shows RP4.1 */
  it('is by child and contract with totals, and leaves out contracts without a payment', () => {
    const contract = (order_id: number, student_id: number, student: string) => ({
      order_id,
      student_id,
      student,
    });
    const { children, total_cents } = statementOf(
      [contract(1, 5, 'Ada'), contract(2, 5, 'Ada'), contract(3, 6, 'Bo'), contract(4, 6, 'Bo')],
      [line(), line({ order_id: 2, payment_id: 12 }), line({ order_id: 3, payment_id: 13 })],
    );
    expect(
      children.map(({ student, contracts, total_cents: own }) => [student, contracts.length, own]),
    ).toEqual([
      ['Ada', 2, 560_000],
      ['Bo', 1, 280_000],
    ]);
    expect(total_cents).toBe(840_000);
  });
});
