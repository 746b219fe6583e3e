import { describe, expect, it } from 'vitest';
import { FAMILY, OFFICE } from '#kit/endpoint/right.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { toPaymentResponse, toTransactionResponse } from './money-response.ts';

type Line = Parameters<typeof toTransactionResponse>[0];
type Row = Parameters<typeof toPaymentResponse>[0];

const AT = new Date('2026-04-10T14:00:00Z');
const VISA = { name: 'Ada Test', brand: 'Visa', last_4: '4242', exp_month: 12, exp_year: 2030 };

const aLine = (changes: Partial<Line> = {}): Line => ({
  id: 71,
  payment_id: 1,
  charge_attempt_id: 5,
  is_success: true,
  is_credit: false,
  is_adjustment: false,
  description: 'Lower School, Round trip',
  description_detail: null,
  quantity: 1,
  value_cents: cents(280_000),
  payment_type_id: 3,
  payment_method_id: 9,
  user_accounting_invoice_id: 501,
  created_at: AT,
  ...changes,
});

const aPayment = (changes: Partial<Row> = {}): Row => ({
  id: 1,
  payment_number: 1,
  congestion_fee_id: null,
  financial_aid_id: null,
  part_of: null,
  is_surplus: false,
  amount_cents: cents(280_000),
  pay_on: plainDate('2026-04-10'),
  status: 'paid',
  next_try_on: null,
  paid_at: AT,
  reference: 'Check 1042',
  notes: 'Called on Monday',
  ...changes,
});

const family = FAMILY;
const staff = OFFICE;

describe('a transaction on the wire', () => {
  it('is in dollars, with its method masked', () => {
    expect(toTransactionResponse(aLine(), new Map([[9, VISA]]))).toMatchObject({
      id: 71,
      value: 2800,
      created_at: '2026-04-10T14:00:00.000Z',
      user_payment_method: {
        name: 'Ada Test',
        brand: 'Visa',
        ident: '****4242',
        exp_month: 12,
        exp_year: 2030,
      },
    });
  });

  it('keeps its cents', () => {
    expect(toTransactionResponse(aLine({ value_cents: cents(6_450) }), new Map()).value).toBe(64.5);
    expect(toTransactionResponse(aLine({ value_cents: cents(1) }), new Map()).value).toBe(0.01);
  });

  it('by no method names none', () => {
    const line = toTransactionResponse(aLine({ payment_method_id: null }), new Map([[9, VISA]]));
    expect(line.user_payment_method).toBeNull();
  });

  it('names no method that is not its own', () => {
    expect(toTransactionResponse(aLine({ payment_method_id: 8 }), new Map([[9, VISA]]))).toMatchObject({
      user_payment_method: null,
    });
  });
});

describe('a payment on the wire', () => {
  it('that was paid names the charge and the invoice that paid it', () => {
    expect(toPaymentResponse(aPayment(), [aLine()], family)).toMatchObject({
      amount: 2800,
      is_success: true,
      is_processing: false,
      paid_at: '2026-04-10T14:00:00.000Z',
      user_accounting_invoice_id: 501,
      user_accounting_transaction_id: 71,
    });
  });

  it('names the last charge where the first one was sent back by the bank', () => {
    const lines = [
      aLine(),
      aLine({ id: 72, is_credit: true }),
      aLine({ id: 73, user_accounting_invoice_id: 502 }),
    ];
    expect(toPaymentResponse(aPayment(), lines, family)).toMatchObject({
      user_accounting_invoice_id: 502,
      user_accounting_transaction_id: 73,
    });
  });

  it('that is owed again names neither', () => {
    const owed = aPayment({ status: 'returned', paid_at: null });
    expect(toPaymentResponse(owed, [aLine(), aLine({ id: 72, is_credit: true })], family)).toMatchObject({
      is_success: false,
      paid_at: null,
      user_accounting_invoice_id: null,
      user_accounting_transaction_id: null,
    });
  });

  it.each([
    ['a surcharge', { description_detail: 'Payment surcharge' }],
    ['a declined charge', { is_success: false }],
    ['money that went back', { is_credit: true }],
    ['another payment', { payment_id: 2 }],
  ])('does not take the line of %s for its charge', (_, changes) => {
    const { user_accounting_transaction_id } = toPaymentResponse(aPayment(), [aLine(changes)], family);
    expect(user_accounting_transaction_id).toBeNull();
  });

  it('tells staff its reference and its notes, and a family neither', () => {
    expect(toPaymentResponse(aPayment(), [], staff)).toMatchObject({
      reference: 'Check 1042',
      notes: 'Called on Monday',
    });
    const shown = toPaymentResponse(aPayment(), [], family);
    expect(shown).toMatchObject({ reference: null, notes: null });
    expect(JSON.stringify(shown)).not.toMatch(/1042|Monday/);
  });

  it('that a bank has yet to settle is processing and counts as paid (M6)', () => {
    expect(toPaymentResponse(aPayment({ status: 'processing' }), [], family)).toMatchObject({
      is_processing: true,
      is_success: true,
    });
  });

  it('of a congestion fee says so', () => {
    expect(toPaymentResponse(aPayment(), [], family).is_congestion_fee).toBe(false);
    expect(toPaymentResponse(aPayment({ congestion_fee_id: 4 }), [], family).is_congestion_fee).toBe(true);
  });

  it('tells the day of the next try while there is one', () => {
    const failed = aPayment({ status: 'failed', paid_at: null, next_try_on: plainDate('2026-04-13') });
    expect(toPaymentResponse(failed, [], family).next_try_on).toBe('2026-04-13');
  });
});

/** @shows MP4.2 */
describe('a payment whose last attempt came to nothing', () => {
  const fee = { description_detail: 'Payment surcharge', value_cents: cents(8_400) };
  const first = [aLine({ is_success: false }), aLine({ ...fee, is_success: false })];
  const second = { charge_attempt_id: 6, value_cents: cents(100_000) };
  const triedOf = (changes: Partial<Row>, lines: Line[]) =>
    toPaymentResponse(aPayment({ paid_at: null, ...changes }), lines, family).tried;

  it('has the sum that was tried last, its fee included, whatever is owed', () => {
    expect(triedOf({ status: 'failed' }, first)).toBe(2884);
    expect(triedOf({ status: 'failed' }, [...first, aLine({ ...second, is_success: false })])).toBe(1000);
    expect(triedOf({ status: 'returned' }, [aLine(second), aLine({ ...second, is_credit: true })])).toBe(
      1000,
    );
  });

  it('has none where nothing could be charged, and none while it is planned', () => {
    expect(triedOf({ status: 'needs_method' }, first)).toBe(null);
    expect(triedOf({ status: 'failed' }, [])).toBe(null);
    expect(triedOf({ status: 'scheduled' }, first)).toBe(null);
    expect(triedOf({ status: 'failed' }, [aLine({ payment_id: 2 })])).toBe(null);
  });
});
