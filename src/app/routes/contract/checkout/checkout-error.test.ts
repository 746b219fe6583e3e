import { expect, test } from 'vitest';
import { ApiError, normalizeFailure } from '#app/api/api-error.ts';
import { checkoutErrorText } from './checkout-error.ts';

const refusedWith = (body: unknown) => checkoutErrorText(new ApiError(422, '', normalizeFailure(422, body)));
const SORRY =
  'Error encountered: Sorry about that :(. ' +
  'We encountered an unexpected error in processing your order. ' +
  'Please come back again later.';

/** @shows B-305 */
test('a refused order begins with the same two words', () => {
  expect(refusedWith({ success: false, errors: ['Card declined'] })).toBe('Error encountered: Card declined');
});

/** @shows B-303 */
test('a refused order says what the server said: a list line by line, a text as it is', () => {
  expect(refusedWith({ errors: ['a', 'b'] })).toBe('Error encountered: a\nb');
  expect(refusedWith({ errors: 'a single one' })).toBe('Error encountered: a single one');
  expect(refusedWith({ message: 'a single one' })).toBe('Error encountered: a single one');
});

/** @shows B-304 */
test('a refusal in any other shape apologises', () => {
  for (const errors of [{ card: ['declined'] }, [{ card: 'declined' }], [], '', 7, null, undefined])
    expect(refusedWith({ errors })).toBe(SORRY);
  expect(refusedWith('<h1>Bad gateway</h1>')).toBe(SORRY);
});

/** @shows B-304 */
test('an order without an answer apologises', () => {
  expect(checkoutErrorText(new Error('Network Error'))).toBe(SORRY);
});
