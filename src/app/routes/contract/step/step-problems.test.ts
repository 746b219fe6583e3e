import { expect, test } from 'vitest';
import { emptyProgram } from '#app/routes/contract/wizard/draft.ts';
import { programProblems, routeProblems, termsProblems } from './step-problems.ts';

const noFacts = { isRouteOffered: true, isTermOffered: true, hasPickup: false, hasSurge: false };

/** @shows B-239 */
test('the first step asks for a program, then for the acceptance', () => {
  expect(termsProblems(null, false)).toEqual({ program_id: 'The program field is required' });
  expect(termsProblems(7, false)).toEqual({ 'contract terms': 'The contract terms field is required' });
  expect(termsProblems(7, true)).toEqual({});
});

/** @shows B-240 */
test('the year entering is asked for where the program has grades', () => {
  expect(programProblems(emptyProgram(), true)).toEqual({ grade_id: 'The year entering field is required' });
  expect(programProblems(emptyProgram(), false)).toEqual({});
});

/** @shows B-241 */
test('a special request ends at 8192 characters', () => {
  const asking = (length: number) => ({ ...emptyProgram(), special_request: 'a'.repeat(length) });
  expect(programProblems(asking(8192), false)).toEqual({});
  expect(programProblems(asking(8193), false).special_request).toBe(
    'The special request field may not be greater than 8192 characters',
  );
});

/** @shows B-242 */
test('a route comes before its term', () => {
  expect(routeProblems(emptyProgram(), { ...noFacts, isRouteOffered: false, isTermOffered: false })).toEqual({
    route_id: 'The route field is required',
  });
  expect(routeProblems(emptyProgram(), { ...noFacts, isTermOffered: false })).toEqual({
    payment_term_id: 'The payment term field is required',
  });
});

/** @shows MC1.1 */
test('a term that has no price keeps the step', () => {
  const termProblem = 'The smallest amount that can be charged is $0.50.';
  expect(routeProblems(emptyProgram(), { ...noFacts, termProblem })).toEqual({
    payment_term_id: termProblem,
  });
});

/** @shows B-245 */
test('surge pricing must be accepted where the route has it', () => {
  expect(Object.keys(routeProblems(emptyProgram(), { ...noFacts, hasSurge: true }))).toEqual([
    'surge_pricing',
  ]);
  expect(
    routeProblems({ ...emptyProgram(), is_surge_accepted: true }, { ...noFacts, hasSurge: true }),
  ).toEqual({});
});

/** @shows B-243 */
test('pickup streets are looked at only where the route asks for them', () => {
  const long = { ...emptyProgram(), pickup_north: 'a'.repeat(256) };
  expect(routeProblems(long, noFacts)).toEqual({});
  expect(Object.keys(routeProblems(long, { ...noFacts, hasPickup: true }))).toEqual(['pickup_north']);
  const both = (length: number) => ({
    ...emptyProgram(),
    pickup_north: 'a'.repeat(length),
    pickup_cross: 'a'.repeat(length),
  });
  expect(routeProblems(both(255), { ...noFacts, hasPickup: true })).toEqual({});
  expect(routeProblems(both(256), { ...noFacts, hasPickup: true })).toEqual({
    pickup_north: 'The northbound avenue field may not be greater than 255 characters',
    pickup_cross: 'The cross street field may not be greater than 255 characters',
  });
});

/** @shows B-244 */
test('a contract number ends at 255 characters', () => {
  const numbered = (length: number) => ({
    ...emptyProgram(),
    second_student_contract_number: '2'.repeat(length),
  });
  expect(programProblems(numbered(255), false)).toEqual({});
  expect(programProblems(numbered(256), false)).toEqual({
    contract_number: 'The contract number field may not be greater than 255 characters',
  });
});
