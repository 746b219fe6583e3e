import { describe, expect, test } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { prefillGuardian } from '#app/students/student-form.ts';
import { emptyDraft, emptyStudent, type Draft, type ProgramDraft } from './draft.ts';
import type { PricedTerm } from '#modules/pricing/price-list.ts';
import type { Route } from '#modules/catalog/routes/routes.contract.ts';
import * as move from './transitions.ts';

function draft(program: Partial<ProgramDraft> = {}): Draft {
  const empty = emptyDraft();
  return { ...empty, isAccepted: true, program: { ...empty.program, id: 7, ...program } };
}

const chosen = {
  route: 3,
  addons: [1, 2],
  payment_term: 5,
  payment_term_type_id: 8,
  grade_id: 4,
  is_surge_accepted: true,
};
const visa = { id: 21, type: 'paymentTypeCreditCard' } as move.OfferedMethod;
const checking = { id: 22, type: 'paymentTypeAch' } as move.OfferedMethod;

describe('choosing another program', () => {
  /** @shows B-184 */
  test('clears grade, route, add-ons, term and acceptances (W3)', () => {
    const moved = move.chooseProgram(draft(chosen), 8);
    expect(moved.isAccepted).toBe(false);
    expect(moved.program).toMatchObject({
      id: 8,
      grade_id: null,
      route: null,
      addons: [],
      payment_term: null,
      payment_term_type_id: null,
      is_surge_accepted: false,
    });
  });

  test('keeps the student and the special request', () => {
    const before = {
      ...draft({ special_request: 'Window seat' }),
      student: { ...emptyStudent(), first_name: 'Chidi' },
    };
    const after = move.chooseProgram(before, 8);
    expect(after.student.first_name).toBe('Chidi');
    expect(after.program.special_request).toBe('Window seat');
  });

  test('choosing the same one again changes nothing', () => {
    expect(move.chooseProgram(draft(chosen), 7)).toEqual(draft(chosen));
  });
});

test('a draft of another school keeps the student and lets the program go', () => {
  expect(move.keepKnownProgram(draft(chosen), [1, 2])).toMatchObject({
    isAccepted: false,
    program: { id: null, route: null },
  });
  expect(move.keepKnownProgram(draft(chosen), [7])).toEqual(draft(chosen));
});

/** @shows B-185 */
test('choosing another route clears add-ons and term', () => {
  expect(move.chooseRoute(draft(chosen), 4).program).toMatchObject({
    route: 4,
    addons: [],
    payment_term: null,
    payment_term_type_id: null,
  });
  expect(move.chooseRoute(draft(chosen), 3).program.addons).toEqual([1, 2]);
});

/** @shows B-186 */
test('choosing a term sets its type', () => {
  expect(move.chooseTerm(draft(), { id: 5, payment_term_type_id: 8 }).program).toMatchObject({
    payment_term: 5,
    payment_term_type_id: 8,
  });
});

test('an add-on comes and goes', () => {
  expect(move.toggleAddon(draft({ addons: [1] }), 2).program.addons).toEqual([1, 2]);
  expect(move.toggleAddon(draft({ addons: [1, 2] }), 1).program.addons).toEqual([2]);
});

describe('how today is paid', () => {
  /** @shows B-193 */
  test('nothing due: none, and the saved method is let go', () => {
    expect(move.settlePaymentType(draft({ payment_method: 21 }), 0, [visa]).program).toMatchObject({
      payment_type: 'paymentTypeNone',
      payment_method: null,
    });
  });

  test('nothing saved: the bank is open first (W1)', () => {
    expect(move.settlePaymentType(draft(), 100, []).program.payment_type).toBe('paymentTypeAch');
  });

  test('something saved: the newest one decides (W1)', () => {
    expect(move.settlePaymentType(draft(), 100, [visa, checking]).program.payment_type).toBe(
      'paymentTypeCreditCard',
    );
  });

  test('what the family chose stays', () => {
    const byCard = move.choosePaymentType(draft(), 'paymentTypeCreditCard');
    expect(move.settlePaymentType(byCard, 100, [checking])).toEqual(byCard);
  });

  test('an amount that was nothing and is something again starts over', () => {
    const free = move.settlePaymentType(move.choosePaymentType(draft(), 'paymentTypeCreditCard'), 0, []);
    expect(move.settlePaymentType(free, 100, []).program.payment_type).toBe('paymentTypeAch');
  });

  /** @shows MS2.5 */
  describe('while paying by bank is closed', () => {
    const settle = (known: Draft, methods = [checking, visa]) =>
      move.settlePaymentType(known, 100, methods, ['bank']).program;

    test('the card is open first, by a saved card too', () => {
      expect(settle(draft()).payment_type).toBe('paymentTypeCreditCard');
      expect(settle(draft(), []).payment_type).toBe('paymentTypeCreditCard');
    });

    test('a bank account that was chosen is let go, and what was typed stays', () => {
      const chosen = move.toggleMethod(draft(), checking);
      expect(settle(chosen)).toMatchObject({ payment_type: 'paymentTypeCreditCard', payment_method: null });
      const ach = { account_number: '000123456789' } as never;
      const typed = move.enterBank(draft(), ach);
      expect(move.settlePaymentType(typed, 100, [], ['bank']).ach).toBe(ach);
    });

    test('a card that was chosen stays', () => {
      expect(settle(move.toggleMethod(draft(), visa))).toMatchObject({ payment_method: visa.id });
    });

    test('nothing moves where everything is closed', () => {
      const chosen = move.choosePaymentType(draft(), 'paymentTypeAch');
      expect(move.settlePaymentType(chosen, 100, [], ['card', 'bank'])).toEqual(chosen);
    });
  });

  test('a saved method that is gone is let go', () => {
    const before = move.toggleMethod(draft(), visa);
    expect(move.settlePaymentType(before, 100, []).program.payment_method).toBeNull();
  });

  test('switching the tab switches the type and lets the saved method go', () => {
    expect(move.choosePaymentType(draft({ payment_method: 21 }), 'paymentTypeAch').program).toMatchObject({
      payment_type: 'paymentTypeAch',
      payment_method: null,
    });
  });

  test('clicking the selected saved method deselects it', () => {
    const once = move.toggleMethod(draft(), visa);
    expect(once.program).toMatchObject({ payment_method: 21, payment_type: 'paymentTypeCreditCard' });
    expect(move.toggleMethod(once, visa).program.payment_method).toBeNull();
  });
});

/** @shows B-203 */
test('a changed sibling number must be checked again', () => {
  const valid = draft({
    second_student_contract_number: '26-HM-000001-K',
    has_valid_second_student_contract_number: true,
  });
  expect(
    move.typeSiblingNumber(valid, '26-HM-000002-K').program.has_valid_second_student_contract_number,
  ).toBe(false);
  const checked = move.siblingNumberValid(
    move.typeSiblingNumber(valid, ' 26-HM-000002-K '),
    '26-HM-000002-K',
  );
  expect(checked.program.has_valid_second_student_contract_number).toBe(true);
});

/** @shows B-204 */
test('a sibling number that is removed is worth nothing', () => {
  const valid = draft({
    second_student_contract_number: '26-HM-000001-K',
    has_valid_second_student_contract_number: true,
  });
  expect(move.clearSiblingNumber(valid).program).toMatchObject({
    second_student_contract_number: '',
    has_valid_second_student_contract_number: false,
  });
});

/** @shows MB5.1 B-204 */
test('a change of financial aid takes out a number that was not checked, and keeps one that was', () => {
  const typed = draft({ second_student_contract_number: '26-HM-000001-K' });
  expect(move.dropUncheckedNumber(typed).program.second_student_contract_number).toBe('');
  const valid = draft({
    second_student_contract_number: '26-HM-000001-K',
    has_valid_second_student_contract_number: true,
  });
  expect(move.dropUncheckedNumber(valid)).toBe(valid);
});

test('a number that was typed while another was checked is not valid yet', () => {
  const typed = draft({ second_student_contract_number: '26-HM-000002-K' });
  expect(move.siblingNumberValid(typed, '26-HM-000001-K')).toBe(typed);
});

describe('the student form', () => {
  const user = {
    first_name: 'Adaeze',
    last_name: 'Okafor',
    email: 'adaeze@okafor.example',
    phone_mobile: null,
  };
  const family = {
    guardian_1_first_name: 'Adaeze',
    guardian_1_last_name: 'Okafor',
    guardian_1_phone_mobile: '718-555-0102',
    guardian_1_email: 'a@okafor.example',
    guardian_2_first_name: 'Obi',
    guardian_2_last_name: 'Eze',
    guardian_2_phone_mobile: '718-555-0103',
    guardian_2_email: 'o@eze.example',
    phone_home: '718-555-0101',
    phone_mobile: '718-555-0104',
  };
  const registered = {
    id: 4,
    first_name: 'Ngozi',
    last_name: 'Okafor',
    email: null,
    phone_home: '718-555-0101',
    phone_mobile: null,
    address_id: 6,
    date_of_birth: '03/04/2012',
    address: '1 Main St',
    apt: null,
    city: 'Bronx',
    state: 'NY',
    zip: '10471',
    guardian_1_first_name: 'Adaeze',
    guardian_2_email: null,
  } as unknown as Parameters<typeof move.studentDraftOf>[0];

  /** @shows B-179 */
  test('is filled by a student that exists, the date as a person types it', () => {
    expect(move.studentDraftOf(registered)).toMatchObject({
      id: 4,
      first_name: 'Ngozi',
      email: '',
      apt: '',
      address_id: 6,
    });
    const born = (date_of_birth: string) =>
      move.studentDraftOf({ ...registered, date_of_birth }).date_of_birth;
    expect([born('2012-03-04'), born('03/04/2012')]).toEqual(['03/04/2012', '03/04/2012']);
  });

  /** @shows B-180 */
  test('that is cleared has no chosen student, and begins with the signed-in person', () => {
    expect(move.clearedStudent(user, '')).toMatchObject({
      id: null,
      first_name: '',
      address_id: null,
      guardian_1_first_name: 'Adaeze',
    });
    expect(move.clearedStudent(undefined, '')).toEqual(emptyStudent());
  });

  /** @shows B-181 */
  test('lets a chosen student go who is not in the list, and keeps what was typed', () => {
    const chose = { ...draft(), student: { ...emptyStudent(), id: 999, first_name: 'Ngozi' } };
    expect(move.keepKnownStudent(chose, [4, 5]).student).toEqual({ ...chose.student, id: null });
    expect(move.keepKnownStudent(chose, [4, 999])).toBe(chose);
    expect(move.keepKnownStudent(draft(), [])).toEqual(draft());
  });

  /** @shows B-182 */
  test('copies guardians, phones and address of another student, and no name', () => {
    const copied = move.copyFromStudent(
      { ...emptyStudent(), first_name: 'Emeka' },
      { ...registered, ...family },
    );
    expect(copied).toMatchObject({ id: null, first_name: 'Emeka', last_name: '', ...family });
  });

  /** @shows B-183 */
  test('copies no address that has no id', () => {
    const without = move.copyFromStudent(emptyStudent(), { ...registered, address_id: null });
    expect([without.address_id, without.address, without.city, without.state, without.zip]).toEqual([
      null,
      '',
      '',
      '',
      '',
    ]);
    expect(move.copyFromStudent(emptyStudent(), registered)).toMatchObject({
      address_id: 6,
      address: '1 Main St',
      city: 'Bronx',
      state: 'NY',
      zip: '10471',
    });
  });

  /** @shows B-178 */
  test('starts with the signed-in person as the first guardian, and keeps what was typed', () => {
    expect(prefillGuardian({ ...emptyStudent(), guardian_1_last_name: 'Eze' }, user)).toMatchObject({
      guardian_1_first_name: 'Adaeze',
      guardian_1_last_name: 'Eze',
      guardian_1_phone_mobile: '',
    });
  });
});

describe('a term that ends while the wizard is open', () => {
  const early = { id: 5, name: 'Pay in full, early' };
  const successor = { id: 6, name: 'Pay in full' };

  /** @shows MB10.2 */
  test('is let go by its name when it was chosen, until another one is', () => {
    const chosen = draft({ payment_term: 5, payment_term_type_id: 1 });
    const terms = [early, successor];
    expect(move.dropEndedTerm(chosen, { terms, offered: [early] })).toBe(chosen);
    const dropped = move.dropEndedTerm(chosen, { terms, offered: [successor] });
    expect(dropped.program).toMatchObject({ payment_term: null, ended_term: 'Pay in full, early' });
    const again = move.chooseTerm(dropped, { id: 6, payment_term_type_id: 1 });
    expect(again.program).toMatchObject({ payment_term: 6, ended_term: null });
  });

  /** @shows MB10.3 */
  test('is named also when it was not chosen', () => {
    const term = (id: number, from_dt: string | null, thru_dt: string | null) => ({
      id,
      name: `Term ${id}`,
      payment_term_type: 'paymentTermTypeFull' as const,
      is_admin_only: false,
      from_dt,
      thru_dt,
      deposit: 0,
      amount: 0,
      number_payments: 1,
    });
    const terms = [term(1, null, '2026-05-31'), term(2, '2026-06-01', null)] as unknown as PricedTerm[];
    const ended = (today: string) =>
      move.endedBetween(terms, plainDate('2026-05-31'), plainDate(today)).map(({ id }) => id);
    expect(ended('2026-05-31')).toEqual([]);
    expect(ended('2026-06-01')).toEqual([1]);
  });
});

describe('what needs no press', () => {
  /** @shows MB21.2 */
  test('is the only program, the only route that is free, and the only term', () => {
    const blank = draft({ id: null, route: null, payment_term: null });
    expect(move.chooseOnlyProgram(blank, [7]).program.id).toBe(7);
    expect(move.chooseOnlyProgram(blank, [7, 8])).toBe(blank);
    const free = { id: 3, seats_left: null } as Route;
    expect(move.chooseOnlyRoute(blank, [free], []).program.route).toBe(3);
    expect(move.chooseOnlyRoute(blank, [free, { ...free, id: 4 }], [])).toBe(blank);
    expect(move.chooseOnlyRoute(blank, [free], [3])).toBe(blank);
    expect(move.chooseOnlyRoute(blank, [{ ...free, seats_left: 0 }], [])).toBe(blank);
    const term = { id: 5, payment_term_type_id: 1 };
    expect(move.chooseOnlyTerm(blank, [term]).program.payment_term).toBe(5);
    expect(move.chooseOnlyTerm(blank, [term, { ...term, id: 6 }])).toBe(blank);
  });

  test('is never another choice than the one that was made, or one in place of a term that has ended', () => {
    const made = draft({ id: 8, route: 4, payment_term: 6 });
    expect(move.chooseOnlyProgram(made, [7])).toBe(made);
    expect(move.chooseOnlyTerm(made, [{ id: 5, payment_term_type_id: 1 }])).toBe(made);
    const ended = draft({ payment_term: null, ended_term: 'Pay in full, early' });
    expect(move.chooseOnlyTerm(ended, [{ id: 5, payment_term_type_id: 1 }])).toBe(ended);
  });
});

/** @shows MB21.3 */
test('a new student starts with the parent, the parent’s last name and the school’s state', () => {
  const user = { first_name: 'Adaeze', last_name: 'Okafor', email: 'a@okafor.example', phone_mobile: null };
  const fresh = move.prefillStudent(emptyStudent(), user, 'NY');
  expect(fresh).toMatchObject({ last_name: 'Okafor', state: 'NY', guardian_1_first_name: 'Adaeze' });
  const typed = { ...emptyStudent(), last_name: 'Eze', state: 'NJ' };
  expect(move.prefillStudent(typed, user, 'NY')).toMatchObject({ last_name: 'Eze', state: 'NJ' });
  const known = { ...emptyStudent(), id: 4 };
  expect(move.prefillStudent(known, user, 'NY')).toMatchObject({ last_name: '', state: '' });
});
