import { expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { plannedPaymentName, plannedPaymentText, type PlannedPayment } from './planned-payment.ts';

const kept: PlannedPayment = {
  payment_number: 2,
  what: 'kept',
  pay_on_before: plainDate('2026-10-01'),
  pay_on: plainDate('2026-10-01'),
  amount_before_cents: cents(50_000),
  amount_cents: cents(50_000),
  moved_for_notice: false,
};

/** @shows OF5.6 */
it.each<[string, Partial<PlannedPayment>]>([
  ['Stays as it was', {}],
  ['Was $500.00', { what: 'changed', amount_cents: cents(62_500) }],
  [
    'Was $500.00. Was due Thu 10/01/2026. Moved, because your bank account needs notice',
    { what: 'changed', amount_cents: cents(62_500), pay_on: plainDate('2026-10-07'), moved_for_notice: true },
  ],
  ['Canceled, was $500.00', { what: 'cancelled', pay_on: null, amount_cents: null }],
  ['New payment', { what: 'new', pay_on_before: null, amount_before_cents: null }],
])('a payment after an amendment: %s', (text, changes) => {
  expect(plannedPaymentText({ ...kept, ...changes })).toBe(text);
});

it('a canceled payment has its number and the day on which it was due', () => {
  const name = plannedPaymentName({ ...kept, what: 'cancelled', pay_on: null, amount_cents: null });
  expect(name).toBe('Payment 2, Thu 10/01/2026');
});
