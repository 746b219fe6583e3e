import { expect, test } from 'vitest';
import { ApiError, firstSentenceOf, normalizeFailure, sentencesOf } from './api-error.ts';

const refusedWith = (errors: unknown) =>
  new ApiError(422, '', normalizeFailure(422, { success: false, errors }));

/** @shows B-322 */
test('what is shown is the server’s list of errors, or else the message of the error', () => {
  expect(sentencesOf(refusedWith(['a', 'b']))).toEqual(['a', 'b']);
  expect(sentencesOf(new Error('Network Error'))).toEqual(['Network Error']);
});

/** @shows B-308 */
test('where there is room for one sentence, the first is shown', () => {
  expect(firstSentenceOf(refusedWith(['x', 'y']))).toBe('x');
  expect(firstSentenceOf(new Error('Network Error'))).toBe('Network Error');
});
