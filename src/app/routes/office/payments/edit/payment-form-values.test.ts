import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { StaffPayment } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import {
  editOf,
  fieldsOf,
  isOtherAmount,
  newerFields,
  paymentForm,
  sharesOf,
  typedMoney,
  type PaymentFields,
} from './payment-form-values.ts';

const day = plainDate('2027-03-21');
const payment: StaffPayment = {
  id: 5,
  payment_number: 2,
  is_congestion_fee: false,
  is_aid_difference: false,
  part_of: null,
  is_surplus: false,
  reversible: null,
  tried: null,
  amount: 2150,
  pay_on: day,
  paid_at: null,
  is_processing: false,
  is_success: false,
  reference: null,
  notes: 'Old',
  user_accounting_invoice_id: null,
  user_accounting_transaction_id: null,
  order_id: 3,
  order_is_active: true,
  contract_number: '27-HM-000001-A',
  status: 'scheduled',
  version: 4,
  may_change: 'everything',
  next_try_on: null,
  last_failure: null,
  method: null,
  charge_cents: null,
  charge_now: null,
  earliest: { other_amount: day, other_day: day },
  is_due: false,
  charge_refused: null,
  same_check: [],
  owed_beside: [
    {
      id: 9,
      order_id: 4,
      version: 2,
      payment_number: 2,
      part_of: null,
      is_surplus: false,
      amount: 100,
      pay_on: day,
      contract_number: null,
      student: 'Bo',
    },
  ],
};
const typed = (changes: Partial<PaymentFields> = {}) =>
  paymentForm(payment).safeParse({ ...fieldsOf(payment), ...changes });
const wrong = (changes: Partial<PaymentFields>) => [
  ...new Set(typed(changes).error?.issues.map(({ path }) => path.join('.'))),
];

describe('what is typed about a payment', () => {
  it('may be a sum as people write it, between a cent and a million', () => {
    for (const amount of ['$2,150.00', '2150', ' 2,150 '])
      expect([amount, wrong({ amount })]).toEqual([amount, []]);
    for (const amount of ['', '0', '-5', '10.005', 'much', '1000001'])
      expect([amount, wrong({ amount })]).toEqual([amount, ['amount']]);
    expect([
      isOtherAmount('$2,150.00', payment),
      isOtherAmount('2150.01', payment),
      isOtherAmount('much', payment),
    ]).toEqual([false, true, false]);
    expect([typedMoney('2,000.5', payment), typedMoney('much', payment)]).toEqual(['$2,000.50', '$2,150.00']);
  });

  it('wants a reason for another sum and for a waiver, and the number of a check', () => {
    expect(wrong({ amount: '2000' })).toEqual(['adjustment_reason']);
    expect(wrong({ amount: '2000', adjustment_reason: 'As agreed' })).toEqual([]);
    expect(wrong({ outcome: 'waived' })).toEqual(['adjustment_reason']);
    expect(wrong({ outcome: 'check' })).toEqual(['reference']);
    expect(wrong({ outcome: 'cash' })).toEqual([]);
    expect(wrong({ pay_on: '02/30/2027' })).toEqual(['pay_on']);
  });
});

describe('what is sent', () => {
  const sent = (changes: Partial<PaymentFields>, changed: Parameters<typeof editOf>[1]) =>
    editOf(typed({ adjustment_reason: 'Why', ...changes }).data!, changed, payment);

  it('is what was changed here, and the version that it was changed against', () => {
    expect(sent({}, {})).toEqual({ version: 4 });
    expect(sent({ notes: 'New' }, { notes: true })).toEqual({ version: 4, notes: 'New' });
    expect(sent({ amount: '$2,000', pay_on: '04/01/2027' }, { amount: true, pay_on: true })).toEqual({
      version: 4,
      amount: 2000,
      pay_on: '2027-04-01',
      adjustment_reason: 'Why',
    });
  });

  it('is a check with its number, cash, or a waiver, with no date', () => {
    expect(
      sent({ outcome: 'check', reference: '1042', pay_on: '04/01/2027' }, { reference: true, pay_on: true }),
    ).toEqual({ version: 4, reference: '1042', received_by: 'paymentTypeCheck' });
    expect(sent({ outcome: 'cash' }, {})).toEqual({ version: 4, received_by: 'paymentTypeCash' });
    expect(sent({ outcome: 'check', reference: '7', amount: '2150.00', refund_number: '8' }, {})).toEqual({
      version: 4,
      reference: '7',
      received_by: 'paymentTypeCheck',
    });
    expect(sent({ outcome: 'waived', amount: '5' }, { amount: true })).toEqual({
      version: 4,
      is_waived: true,
      adjustment_reason: 'Why',
    });
  });
});

/** @shows MC12.5 */
describe('what came by check', () => {
  const came = (changes: Partial<PaymentFields>, changed: Parameters<typeof editOf>[1] = {}) =>
    editOf(typed({ outcome: 'check', reference: '7', ...changes }).data!, changed, payment);

  it('is a part without a reason, whose rest may get another day', () => {
    expect(wrong({ outcome: 'check', reference: '7', amount: '500' })).toEqual([]);
    expect(came({ amount: '500' }, { amount: true })).toMatchObject({ received: 500, also: [] });
    expect(came({ amount: '500', pay_on: '04/01/2027' }, { amount: true, pay_on: true })).toEqual({
      version: 4,
      reference: '7',
      received_by: 'paymentTypeCheck',
      received: 500,
      also: [],
      pay_on: '2027-04-01',
    });
  });

  it('pays the checked payments too, and the rest goes back by a check with a number', () => {
    const both = { amount: '2260', also: { p9: true }, refund_number: '8' };
    expect(came(both)).toMatchObject({
      received: 2260,
      also: [{ order_id: 4, payment_id: 9, version: 2 }],
      refund_number: '8',
    });
    expect(sharesOf({ amount: '2200', also: { p9: true } }, payment)).toMatchObject({
      shares: [
        { share_cents: 215_000, rest_cents: 0 },
        { share_cents: 5_000, rest_cents: 5_000 },
      ],
      surplus_cents: 0,
      isRestOfThis: false,
    });
  });
});

it('names what another person changed meanwhile', () => {
  expect(
    newerFields(payment, { ...payment, amount: 2000, notes: null, version: 5 }).map(({ field }) => field),
  ).toEqual(['amount', 'notes']);
});
