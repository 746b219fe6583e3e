import { ZERO } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { asSealed } from './as-sealed.ts';
import { resolveSelection, type ResolvedSelection } from '#modules/orders/checkout/selection.ts';
import { takeSnapshot, type SnapshotSource } from '#modules/orders/checkout/take-snapshot.ts';
import type { ContractSnapshot, SignedStudent } from '#modules/documents/contract-snapshot.ts';
import { contractSelectionShape } from '#modules/orders/orders.contract.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';

export const PARENT = { id: 41, first_name: 'Ada', last_name: 'Test', email: 'ada@example.com' };

/** A child whose care texts are sealed, as the tables keep them. */
export const aSignedStudent = (changes: Partial<SignedStudent> = {}): SignedStudent => ({
  id: 51,
  first_name: 'Bo',
  last_name: 'Test',
  sex: 'm',
  date_of_birth: asSealed('2018-01-02'),
  email: null,
  has_medical_concerns: true,
  medical_concerns: asSealed('sealed:peanuts'),
  can_exit_bus_alone: true,
  phone_home: asSealed('212-555-0100'),
  phone_mobile: null,
  address: asSealed('1 Pier'),
  apt: asSealed('2B'),
  city: asSealed('New York'),
  state: asSealed('NY'),
  zip: asSealed('10001'),
  guardian_1_first_name: 'Ada',
  guardian_1_last_name: 'Test',
  guardian_1_phone_mobile: asSealed('212-555-0101'),
  guardian_1_email: 'ada@example.com',
  guardian_2_first_name: 'Cy',
  guardian_2_last_name: 'Test',
  guardian_2_phone_mobile: null,
  guardian_2_email: 'cy@example.com',
  is_split_custody: false,
  second_address: null,
  custody_notes: null,
  ...changes,
});

/** What a family chose of `routeForSale`: two payments for the 1st grade, unless told otherwise. */
export function aResolvedSelection(
  chosen: object = {},
  changes: Parameters<typeof routeForSale>[0] = {},
  is_staff = false,
): ResolvedSelection {
  const whole = { program_id: 71, student_id: 51, route_id: 5, payment_term_id: 2, grade_id: 31 };
  return resolveSelection(contractSelectionShape.parse({ ...whole, ...chosen }), {
    sale: routeForSale(changes),
    student: { has_photo: false },
    product_id: 1,
    is_staff,
    today: plainDate('2026-04-10'),
    has_open_checkout: false,
  });
}

/** A contract as it was signed on 04/10/2026. */
export const aSnapshot = (changes: Partial<SnapshotSource> = {}): ContractSnapshot =>
  takeSnapshot({
    selection: aResolvedSelection(),
    parent: PARENT,
    student: aSignedStudent(),
    aid: null,
    discount: ZERO,
    today: plainDate('2026-04-10'),
    ...changes,
  });
