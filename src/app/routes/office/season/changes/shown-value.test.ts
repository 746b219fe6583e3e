import { expect, it } from 'vitest';
import { shownValue } from './shown-value.ts';

/** @shows SE3.8 */
it.each([
  ['payment_term', 'deposit', 4200.5, '$4,200.50'],
  ['company', 'second_person_above_cents', 50_000, '$500.00'],
  ['surcharge', 'amount_percentage', 7.5, '7.5 %'],
  ['company', 'card_fee_cap', 3000, '3 %'],
  ['route', 'capacity', 44, '44'],
  ['route', 'position', 2, '2'],
  ['payment_term', 'thru_dt', '2027-09-01', '09/01/2027'],
  ['payment_term', 'payment_term_type', 'paymentTermTypeScheduled', 'Scheduled'],
  ['period_group', 'opens_at', '2027-03-01T08:00', '03/01/2027 8:00 AM'],
  ['route', 'name', 'Round trip', 'Round trip'],
  ['route', 'text_before', '', '–'],
  ['route', 'is_active', true, 'Yes'],
  ['route', 'is_active', false, 'No'],
  ['route', 'is_active', null, '–'],
  ['company', 'refund_periods', ['2026', '2027'], '2026, 2027'],
  ['company', 'card_fee_state_caps', { NJ: 2000, CO: 2500 }, 'NJ 2, CO 2.5'],
  ['company', 'work_ages', { requests: { amber: 2, red: 5 } }, 'requests 2 5'],
] as const)('of a %s, %s %j is read as %s', (kind, field, value, text) => {
  expect(shownValue(kind, field, value)).toBe(text);
});
