import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import {
  chooseAutomatic,
  expiringCardOf,
  choosePayingMethod,
  firstUnpayable,
  type OutstandingPayment,
  type PayingMethod,
} from './paying-method.ts';

const SCHOOL = 7;
const OTHER_SCHOOL = 8;
const today = plainDate('2026-04-10');

const method = (id: number, changes: Partial<PayingMethod> = {}): PayingMethod => ({
  id,
  program_group_id: SCHOOL,
  is_default: false,
  is_active: true,
  exp_month: 12,
  exp_year: 2030,
  chosen_at: null,
  returned_at: null,
  ...changes,
});
const payment = (changes: Partial<OutstandingPayment> = {}): OutstandingPayment => ({
  id: 1,
  order_id: 17,
  pay_on: plainDate('2026-10-10'),
  program_group_id: SCHOOL,
  is_on_paper: false,
  checkout_method_id: 3,
  left_method_id: null,
  signed_at: new Date('2026-04-01T12:00:00Z'),
  ...changes,
});

const ofSchool = method(1, { is_default: true });
const general = method(2, { is_default: true, program_group_id: null });
const usedAtCheckout = method(3);
const chosen = (methods: PayingMethod[], changes: Partial<OutstandingPayment> = {}) =>
  choosePayingMethod(methods, payment(changes), today)?.id;

describe('a later payment is charged to', () => {
  it('its school’s default, else the general default, else the method of the checkout, else none', () => {
    const all = [method(4), usedAtCheckout, general, ofSchool];
    expect(chosen(all)).toBe(1);
    expect(chosen(all.filter(({ id }) => id !== 1))).toBe(2);
    expect(chosen([method(4), usedAtCheckout])).toBe(3);
    expect(
      chosen([method(4), method(5, { is_default: true, program_group_id: OTHER_SCHOOL })]),
    ).toBeUndefined();
    expect(chosen([method(4)], { checkout_method_id: null })).toBeUndefined();
  });

  /** @shows MB11.3 */
  it('what was left for its order, before any default', () => {
    const left = { checkout_method_id: null, left_method_id: 4 };
    expect(chosen([method(4), general, ofSchool], left)).toBe(4);
    expect(chosen([{ ...method(4), is_active: false }, general, ofSchool], left)).toBe(1);
    const wasChosen = (day: string) => ({ ...ofSchool, chosen_at: new Date(`${day}T12:00:00Z`) });
    expect(chosen([method(4), wasChosen('2026-03-31')], left), 'made the default before').toBe(4);
    expect(chosen([method(4), wasChosen('2026-04-02')], left), 'made the default since').toBe(1);
  });

  it('none that was deleted or has expired', () => {
    const expired = { exp_month: 3, exp_year: 2026 };
    expect(chosen([{ ...ofSchool, is_active: false }, { ...general, ...expired }, usedAtCheckout])).toBe(3);
    expect(chosen([{ ...usedAtCheckout, ...expired }])).toBeUndefined();
    expect(
      chosen([{ ...usedAtCheckout, exp_month: 4, exp_year: 2026 }]),
      'good to the end of its month',
    ).toBe(3);
  });
});

describe('taking a method away', () => {
  const firstUnpayablePayment = (before: PayingMethod[], removed: number, due = [payment()]) =>
    firstUnpayable(due, { before, after: before.filter(({ id }) => id !== removed), today });

  it('is refused for the only one that a payment to come could use, by the payment that comes first', () => {
    const [later, first] = [
      payment({ id: 2, pay_on: plainDate('2027-01-10') }),
      payment({ id: 3, pay_on: plainDate('2026-10-10') }),
    ];
    expect(firstUnpayablePayment([usedAtCheckout], 3, [later, first])).toBe(first);
    expect(
      firstUnpayablePayment([ofSchool, method(4)], 1),
      'one that is no default would not be used',
    ).toBeDefined();
  });

  it('is allowed where another one steps in, or nothing is due', () => {
    expect(firstUnpayablePayment([ofSchool, usedAtCheckout], 1)).toBeUndefined();
    expect(firstUnpayablePayment([ofSchool, general], 1)).toBeUndefined();
    expect(firstUnpayablePayment([usedAtCheckout, general], 3)).toBeUndefined();
    expect(firstUnpayablePayment([ofSchool, method(4)], 4)).toBeUndefined();
    expect(firstUnpayablePayment([usedAtCheckout], 3, [])).toBeUndefined();
  });

  it('counts no card that has expired by the day of the payment', () => {
    const shortLived = method(3, { exp_month: 9, exp_year: 2026 });
    expect(firstUnpayablePayment([ofSchool, shortLived], 1)).toBeDefined();
    expect(firstUnpayablePayment([shortLived], 3), 'it could not pay in October anyway').toBeUndefined();
  });

  it('looks at today where a payment is overdue', () => {
    const overdue = payment({ pay_on: plainDate('2026-02-10') });
    expect(
      firstUnpayablePayment([method(3, { exp_month: 3, exp_year: 2026 })], 3, [overdue]),
    ).toBeUndefined();
    expect(firstUnpayablePayment([usedAtCheckout], 3, [overdue])).toBe(overdue);
  });
});

describe('a card that will have expired', () => {
  const expiring = (methods: PayingMethod[]) => expiringCardOf(methods, payment())?.id;
  it('is told of when it is the one that the family chose for the payment', () => {
    expect(expiring([{ ...ofSchool, exp_month: 9, exp_year: 2026 }, usedAtCheckout])).toBe(1);
    expect(expiring([{ ...ofSchool, exp_month: 10, exp_year: 2026 }])).toBeUndefined();
    expect(expiring([ofSchool, { ...usedAtCheckout, exp_month: 9, exp_year: 2026 }])).toBeUndefined();
    expect(expiring([{ ...ofSchool, exp_month: null, exp_year: null }]), 'a bank account').toBeUndefined();
  });
});

describe('what is charged without an act of the family, after a bank has refused an account for good', () => {
  const [signed, back, after] = ['2026-04-01', '2026-06-01', '2026-06-02'].map((day) => new Date(day));
  const account = { is_active: false, is_default: true, returned_at: back! };
  const automatic = (methods: PayingMethod[], returned_at: Date | null = null) =>
    chooseAutomatic(methods, { ...payment(), signed_at: signed!, returned_at }, today);

  it('is none that would step in for it, and the family is asked', () => {
    for (const inPlace of [usedAtCheckout, general])
      expect(automatic([method(9, account), inPlace])).toEqual({ method: undefined, isHeldBack: true });
  });

  it('is none that steps in for a disputed card, also once the card has expired', () => {
    const card = method(9, { ...account, exp_month: 3, exp_year: 2026 });
    expect(automatic([card, usedAtCheckout])).toEqual({ method: undefined, isHeldBack: true });
  });

  it('is what the family has chosen since', () => {
    const chosenSince = { ...general, chosen_at: after! };
    expect(automatic([method(9, account), chosenSince], back!).method?.id).toBe(2);
    expect(automatic([{ ...ofSchool, chosen_at: signed! }], back!).isHeldBack).toBe(true);
  });

  it('is another default that the account never stood in for', () => {
    const generalAccount = method(9, { ...account, program_group_id: null });
    expect(automatic([generalAccount, ofSchool]).method?.id).toBe(1);
    expect(automatic([method(9, { ...account, is_default: false }), general]).method?.id).toBe(2);
  });

  it('is what a contract names that was signed after the return', () => {
    const earlier = { ...account, returned_at: new Date('2026-03-01') };
    expect(automatic([method(9, earlier), usedAtCheckout]).method?.id).toBe(3);
  });

  it('is nothing where nothing is left, and nothing is held back', () => {
    expect(automatic([method(9, account)])).toEqual({ method: undefined, isHeldBack: false });
  });
});
