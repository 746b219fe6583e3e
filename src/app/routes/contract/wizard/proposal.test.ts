import { describe, expect, test } from 'vitest';
import type { Grade } from '#modules/catalog/catalog.contract.ts';
import type { Route } from '#modules/catalog/routes/routes.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { emptyDraft, type Draft, type ProgramDraft } from './draft.ts';
import { isProposed, proposalFrom, settleProposal, startFor, type Sold } from './proposal.ts';
import { chooseProgram, chooseRoute, setProgramField, takeNewStudent } from './transitions.ts';

const CHILD = 11;
const grades = [1, 2, 3].map((id) => ({ id, text: `Grade ${id}` })) as unknown as Grade[];

const last = (changes: object = {}) =>
  ({
    id: 90,
    order_detail: {
      contract: {
        contract_detail: {
          student: { id: CHILD },
          period: { id: 26, text: '2026–27' },
          program: { id: 7 },
          route: { id: 31, name: 'Round trip' },
          grade_id: 2,
          pickup_north: 'Waldo Avenue',
          pickup_cross: 'W 239th Street',
          ...changes,
        },
      },
    },
  }) as unknown as Order;

const next = proposalFrom(last(), { period_id: 27, grades });

const route = (id: number, name: string, seats_left: number | null = null) =>
  ({ id, name, seats_left }) as unknown as Route;
const sold: Sold = {
  program_ids: [7, 8],
  grades,
  routes: [route(40, 'Late bus only'), route(41, 'Round trip')],
  taken: [],
};

function draft(program: Partial<ProgramDraft> = {}): Draft {
  const empty = emptyDraft();
  return {
    ...empty,
    student: { ...empty.student, id: CHILD, first_name: 'Chidi' },
    program: { ...empty.program, ...program },
  };
}

/** @shows MP6.2 */
describe('what the last contract proposes', () => {
  test('for another school year is the next grade, for the same year the same grade', () => {
    expect(next).toMatchObject({ program_id: 7, grade_id: 3, route_name: 'Round trip', year: '2026–27' });
    expect(proposalFrom(last(), { period_id: 26, grades }).grade_id).toBe(2);
  });

  test('after the last grade of a program is no grade and no program', () => {
    const leaving = proposalFrom(last({ grade_id: 3 }), { period_id: 27, grades });
    expect(leaving).toMatchObject({ program_id: null, grade_id: null });
  });

  test('of a program without grades is the program', () => {
    const plain = proposalFrom(last({ grade_id: null }), { period_id: 27, grades: [] });
    expect(plain).toMatchObject({ program_id: 7, grade_id: null });
  });

  test('fills program, grade, route and pickup of an empty draft', () => {
    const filled = settleProposal(draft(), next, sold);
    expect(filled.program).toMatchObject({
      id: 7,
      grade_id: 3,
      route: 41,
      pickup_north: 'Waldo Avenue',
      pickup_cross: 'W 239th Street',
      payment_term: null,
    });
    expect(filled.isAccepted).toBe(false);
  });

  test('is filled in once, part by part, as the school’s offer comes', () => {
    const early = settleProposal(draft(), next, { ...sold, grades: undefined, routes: undefined });
    expect(early.program).toMatchObject({ id: 7, grade_id: null, route: null });
    const filled = settleProposal(early, next, sold);
    expect(filled.program).toMatchObject({ grade_id: 3, route: 41 });
    expect(settleProposal(filled, next, sold)).toBe(filled);
    const changed = setProgramField(filled, 'grade_id', null);
    expect(settleProposal(changed, next, sold)).toBe(changed);
  });

  test('leaves what the family has chosen', () => {
    const own = draft({ id: 7, grade_id: 1, route: 40, pickup_north: 'Elm Street' });
    expect(settleProposal(own, next, sold)).toBe(own);
  });

  test('is no full route, no route of the child, and no grade of another program', () => {
    const full = { ...sold, routes: [route(41, 'Round trip', 0)] };
    expect(settleProposal(draft(), next, full).program.route).toBeNull();
    expect(settleProposal(draft(), next, { ...sold, taken: [41] }).program.route).toBeNull();
    expect(settleProposal(draft({ id: 8 }), next, sold).program).toMatchObject({ grade_id: null, route: 41 });
    expect(settleProposal(draft(), next, { ...sold, program_ids: [8] }).program.id).toBeNull();
  });
});

/** @shows MP6.3 */
describe('a proposal', () => {
  test('is marked while its value stands', () => {
    const filled = settleProposal(draft(), next, sold);
    const parts = ['program', 'grade', 'route', 'pickup'] as const;
    expect(parts.filter((part) => isProposed(filled, next, part))).toEqual(parts);
    expect(isProposed(setProgramField(filled, 'grade_id', 1), next, 'grade')).toBe(false);
    expect(isProposed(chooseRoute(filled, 40), next, 'route')).toBe(false);
    expect(isProposed(setProgramField(filled, 'pickup_cross', 'Elm'), next, 'pickup')).toBe(false);
    expect(isProposed(chooseProgram(filled, 8), next, 'program')).toBe(false);
    expect(isProposed(draft({ id: 7 }), next, 'program')).toBe(false);
  });

  test('goes with its child, and leaves what the family has chosen itself', () => {
    const filled = setProgramField(settleProposal(draft(), next, sold), 'special_request', 'Window seat');
    const other = takeNewStudent(filled, { ...filled.student, id: null });
    expect(settleProposal(other, undefined, sold).program).toMatchObject({
      id: 7,
      grade_id: null,
      route: null,
      pickup_north: '',
      special_request: 'Window seat',
      proposed: null,
    });
  });
});

/** @shows MP6.1 */
describe('a contract that is started for a child', () => {
  const student = { id: 12, version: 4, first_name: 'Ngozi', date_of_birth: '2018-09-14' };

  test('has the child, and nothing of the draft of another child', () => {
    const started = startFor(draft({ id: 7, route: 41 }), student as never);
    expect(started.student).toMatchObject({ id: 12, first_name: 'Ngozi', date_of_birth: '09/14/2018' });
    expect(started.student_seen?.version).toBe(4);
    expect(started.program).toMatchObject({ id: null, route: null });
  });

  test('keeps the program that was accepted before the login', () => {
    const begun = { ...draft({ id: 7 }), isAccepted: true, student: emptyDraft().student };
    expect(startFor(begun, student as never)).toMatchObject({
      isAccepted: true,
      student: { id: 12 },
      program: { id: 7 },
    });
  });

  test('goes on with the draft of the same child', () => {
    const begun = draft({ id: 7, route: 41 });
    expect(startFor(begun, { ...student, id: CHILD } as never)).toBe(begun);
  });
});
