import { describe, expect, test } from 'vitest';
import { emptyDraft, type Draft, type ProgramDraft } from './draft.ts';
import { allowedStep, hasPayment, stepFrom, type Step } from './guards.ts';

function draft(program: Partial<ProgramDraft> = {}, rest: Partial<Draft> = {}): Draft {
  const empty = emptyDraft();
  return {
    ...empty,
    isAccepted: true,
    student: { ...empty.student, first_name: 'Chidi' },
    ...rest,
    program: { ...empty.program, id: 7, route: 3, payment_term: 5, payment_method: 9, ...program },
  };
}

const steps: Step[] = [0, 1, 2, 3, 4];
const bank = { account_number: '000123456789' } as Draft['ach'];

describe('a family that has filled in everything', () => {
  test.each(steps)('may stand on step %i', (step) => expect(allowedStep(step, draft(), true)).toBe(step));
});

describe('without a program', () => {
  test.each([
    [0, 0],
    [1, 0],
    [4, 0],
  ] as const)('step %i becomes step %i', (asked, shown) => {
    expect(allowedStep(asked, draft({ id: null }), true)).toBe(shown);
  });
});

test('the contract must be accepted before the next step', () => {
  expect(allowedStep(2, draft({}, { isAccepted: false }), true)).toBe(0);
});

test('the step after the contract needs a login', () => {
  expect(allowedStep(1, draft(), false)).toBe(0);
});

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
] as const)('without a student step %i becomes step %i', (asked, shown) => {
  expect(allowedStep(asked, draft({}, { student: emptyDraft().student }), true)).toBe(shown);
});

describe('the checkout', () => {
  test('needs a card, bank details or a saved method', () => {
    expect(allowedStep(4, draft({ payment_method: null }), true)).toBe(3);
    expect(
      allowedStep(4, draft({ payment_method: null, payment_type: 'paymentTypeAch' }, { ach: bank }), true),
    ).toBe(4);
  });

  test('needs none of them when nothing is due (W2)', () => {
    expect(allowedStep(4, draft({ payment_method: null, payment_type: 'paymentTypeNone' }), true)).toBe(4);
  });

  test('is not reached by bank details when the card is what is priced', () => {
    expect(
      hasPayment(draft({ payment_method: null, payment_type: 'paymentTypeCreditCard' }, { ach: bank })),
    ).toBe(false);
  });

  test('needs a route and a term', () => {
    expect(allowedStep(4, draft({ payment_term: null }), true)).toBe(3);
    expect(allowedStep(4, draft({ route: null }), true)).toBe(3);
  });
});

/** @shows B-341 */
test.each([
  ['0', 0],
  ['4', 4],
  ['5', 0],
  ['-1', 0],
  ['2.5', 0],
  ['', 0],
  [null, 0],
] as const)('an address that asks for step %s shows step %i', (query, step) =>
  expect(stepFrom(query)).toBe(step),
);
