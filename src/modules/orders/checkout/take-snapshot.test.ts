import { asSealed } from '#tests/support/forms/as-sealed.ts';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import {
  aResolvedSelection,
  aSignedStudent,
  aSnapshot,
  PARENT,
} from '#tests/support/forms/contract-snapshot.ts';

const AID = {
  code_id: 3,
  code: 'HM-AID-27',
  amount: cents(100_000),
  to_confirm: true,
  is_awaited: false,
  awarded_by_id: null,
  confirmed_with: null,
};
const withNumber = { route_discounts: [{ id: 21, contract_number: ' 26-hm-004217-k ' }] };

describe('a contract as it is signed (O8)', () => {
  it('copies the parent, the child, the school, the route and the term', () => {
    expect(aSnapshot()).toMatchObject({
      signed_on: '2026-04-10',
      parent: PARENT,
      student: { id: 51, first_name: 'Bo', address: '1 Pier' },
      program: { id: 71, text: 'Lower School' },
      program_group: { id: 81, path: 'hm', line_color: '#8a1538', division_id: 95 },
      division: { id: 95, phone_main: '718-555-0100' },
      period: { id: 91, name: '2027' },
      route: { id: 5, name: 'Round trip', text_after: 'both ways' },
      grade: { id: 31, text: '1st' },
      payment_term: { id: 2, deposit: 220_000, amount: 215_000 },
    });
  });

  it('keeps what was sealed sealed', () => {
    expect(aSnapshot().student.medical_concerns).toBe('sealed:peanuts');
  });

  it('leaves out of the child what is no part of a contract', () => {
    const student = { ...aSignedStudent(), address_id: 9, created_at: new Date(), has_photo: true };
    const signed = aSnapshot({ student }).student;
    expect(signed).not.toHaveProperty('address_id');
    expect(signed).not.toHaveProperty('created_at');
    expect(signed).not.toHaveProperty('has_photo');
  });

  it('leaves out of the route and the school what is no part of a contract', () => {
    expect(Object.keys(aSnapshot().route).toSorted()).toEqual([
      'contract_pdf',
      'id',
      'name',
      'text_after',
      'text_before',
    ]);
    expect(aSnapshot().program).not.toHaveProperty('grades');
  });

  it('has the fields that its readers and its hash were made for, and no more', () => {
    const signed = aSnapshot();
    expect(Object.keys(signed).toSorted()).toEqual([
      'addons',
      'discount',
      'division',
      'financial_aid',
      'grade',
      'parent',
      'payment_term',
      'period',
      'pickup_cross',
      'pickup_north',
      'program',
      'program_group',
      'route',
      'signed_on',
      'special_request',
      'student',
    ]);
    expect(Object.keys(signed.program_group).toSorted()).toEqual([
      'division_id',
      'id',
      'line_color',
      'path',
      'text',
    ]);
  });

  it('does not change with what it was copied from', () => {
    const student = aSignedStudent();
    const signed = aSnapshot({ student });
    student.address = asSealed('9 Moved Street');
    expect(signed.student.address).toBe('1 Pier');
  });
});

describe('leaving the bus alone (W17)', () => {
  const allowed = (mayExit: boolean, isTicked: boolean) => {
    const sale = routeForSale();
    const period_program = { ...sale.period_program, allow_student_exit_bus_alone: mayExit };
    return aSnapshot({
      selection: aResolvedSelection({}, { period_program }),
      student: aSignedStudent({ can_exit_bus_alone: isTicked }),
    }).student.can_exit_bus_alone;
  };

  it('is part of the contract only where the box is ticked and the program allows it', () => {
    expect([allowed(true, true), allowed(true, false), allowed(false, true), allowed(false, false)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a discount in a contract (B4)', () => {
  const selection = aResolvedSelection(withNumber);

  it('has its sum and the sibling’s number as it was issued', () => {
    expect(aSnapshot({ selection, discount: cents(25_000) }).discount).toEqual({
      id: 21,
      text: 'Second child',
      contract_number: '26-HM-004217-K',
      amount: 25_000,
    });
  });

  it('that took nothing off is none', () => {
    expect(aSnapshot({ selection, discount: cents(0) }).discount).toBeNull();
  });

  it('is none beside financial aid (B6)', () => {
    const signed = aSnapshot({ selection, discount: cents(25_000), aid: AID });
    expect(signed.discount).toBeNull();
    expect(signed.financial_aid).toEqual({ code: 'HM-AID-27', amount: 100_000, to_confirm: true });
  });
});

describe('financial aid in a contract', () => {
  it('keeps the code and the amount, and not the row of the code', () => {
    expect(aSnapshot({ aid: AID }).financial_aid).not.toHaveProperty('code_id');
    expect(aSnapshot().financial_aid).toBeNull();
  });
});
