import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { checkoutErrorText } from './checkout-error.ts';
import { emptyProgram } from './draft.ts';
import { programProblems, routeProblems, termsProblems } from './step-problems.ts';

const noFacts = { isRouteOffered: true, isTermOffered: true, hasPickup: false, hasSurge: false };

test('the first step asks for a program, then for the acceptance', () => {
  expect(termsProblems(null, false)).toEqual({ program_id: 'The program field is required' });
  expect(termsProblems(7, false)).toEqual({ 'contract terms': 'The contract terms field is required' });
  expect(termsProblems(7, true)).toEqual({});
});

test('the year entering is asked for where the program has grades', () => {
  expect(programProblems(emptyProgram(), true)).toEqual({ grade_id: 'The year entering field is required' });
  expect(programProblems(emptyProgram(), false)).toEqual({});
});

test('a special request ends at 8192 characters', () => {
  const asking = (length: number) => ({ ...emptyProgram(), special_request: 'a'.repeat(length) });
  expect(programProblems(asking(8192), false)).toEqual({});
  expect(programProblems(asking(8193), false).special_request).toBe('The special request field may not be greater than 8192 characters');
});

test('a route comes before its term', () => {
  expect(routeProblems(emptyProgram(), { ...noFacts, isRouteOffered: false, isTermOffered: false })).toEqual({
    route_id: 'The route field is required',
  });
  expect(routeProblems(emptyProgram(), { ...noFacts, isTermOffered: false })).toEqual({
    payment_term_id: 'The payment term field is required',
  });
});

test('surge pricing must be accepted where the route has it', () => {
  expect(Object.keys(routeProblems(emptyProgram(), { ...noFacts, hasSurge: true }))).toEqual(['surge_pricing']);
  expect(routeProblems({ ...emptyProgram(), is_surge_accepted: true }, { ...noFacts, hasSurge: true })).toEqual({});
});

test('pickup streets are looked at only where the route asks for them', () => {
  const long = { ...emptyProgram(), pickup_north: 'a'.repeat(256) };
  expect(routeProblems(long, noFacts)).toEqual({});
  expect(Object.keys(routeProblems(long, { ...noFacts, hasPickup: true }))).toEqual(['pickup_north']);
});

test('a refused order says what the server said, line by line', () => {
  const refused = new ApiError(402, '', { success: false, errors: ['Your card was declined.', 'Nothing was charged.'] });
  expect(checkoutErrorText(refused)).toBe('Error encountered: Your card was declined.\nNothing was charged.');
});

test('an order without an answer apologises', () => {
  expect(checkoutErrorText(new Error('Network Error'))).toBe(
    'Error encountered: Sorry about that :(. We encountered an unexpected error in processing your order. Please come back again later.',
  );
});
