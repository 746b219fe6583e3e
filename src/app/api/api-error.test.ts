import { expect, test, vi } from 'vitest';
import { ApiError, firstSentenceOf, normalizeFailure, ReadableError, sentencesOf } from './api-error.ts';

const refusedWith = (errors: unknown) =>
  new ApiError(422, '', normalizeFailure(422, { success: false, errors }));

/** @shows B-322 */
test('what is shown is the server’s list of errors, or else the message of the error', () => {
  expect(sentencesOf(refusedWith(['a', 'b']))).toEqual(['a', 'b']);
  expect(sentencesOf(new ReadableError('Network Error'))).toEqual(['Network Error']);
});

/** @shows B-308 */
test('where there is room for one sentence, the first is shown', () => {
  expect(firstSentenceOf(refusedWith(['x', 'y']))).toBe('x');
  expect(firstSentenceOf(new ReadableError('Network Error'))).toBe('Network Error');
});

/** @shows MD4.3 */
test('an error of the code itself is logged, and its inner names are shown to nobody', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const inner = new TypeError("Cannot read properties of undefined (reading 'map')");
  expect(sentencesOf(inner)).toEqual([
    'Something went wrong, but nothing was lost. Please try again in a moment.',
  ]);
  expect(logged).toHaveBeenCalledWith(inner);
});
