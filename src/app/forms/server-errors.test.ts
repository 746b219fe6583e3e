import { describe, expect, it } from 'vitest';
import { ApiError, normalizeFailure, ReadableError } from '#app/api/api-error.ts';
import { isExplainedByFields, sortServerErrors } from './server-errors.ts';

const failed = (errors: string[], field_errors?: Record<string, string[]>) =>
  new ApiError(422, 'Unprocessable', { success: false, errors, field_errors });

describe('what the server refuses', () => {
  /** @shows B-306 */
  it('goes to the field that it names, spelt with spaces or underscores', () => {
    const error = failed(['taken', 'short'], { email: ['taken'], 'First Name': ['short', 'second'] });
    expect(sortServerErrors(error, ['email', 'first_name'])).toEqual({
      fields: [
        { name: 'email', message: 'taken' },
        { name: 'first_name', message: 'short' },
      ],
      general: [],
    });
  });

  /** @shows B-306 */
  it('goes there too when the list of errors is itself keyed by field', () => {
    const errors = { first_name: ['short'], 'last name': 'long', captcha: ['x'] };
    const error = new ApiError(422, '', normalizeFailure(422, { success: false, errors }));
    expect(sortServerErrors(error, ['first_name', 'last_name'])).toEqual({
      fields: [
        { name: 'first_name', message: 'short' },
        { name: 'last_name', message: 'long' },
      ],
      general: ['x'],
    });
  });

  /** @shows B-307 */
  it('is a general error of the form when it names no field, or one that the form lacks', () => {
    expect(sortServerErrors(failed(['Sorry.']), ['email'])).toEqual({ fields: [], general: ['Sorry.'] });
    expect(sortServerErrors(failed(['x'], { captcha: ['x'] }), ['email'])).toEqual({
      fields: [],
      general: ['x'],
    });
  });

  it('shows the sentence of any other failure', () => {
    expect(sortServerErrors(new ReadableError('Network Error'), [])).toEqual({
      fields: [],
      general: ['Network Error'],
    });
  });
});

/** @shows MA9.3 */
describe('a field explains a failure', () => {
  const known = ['email', 'password'];
  it('when the server named nothing but fields of the form', () => {
    expect(isExplainedByFields(failed(['common'], { password: ['common'] }), known)).toBe(true);
  });
  it.each([
    ['a sentence of no field', failed(['away'])],
    [
      'a field that the form does not have',
      failed(['odd', 'common'], { captcha: ['odd'], password: ['common'] }),
    ],
    ['no answer', new ReadableError('Network Error')],
  ])('but not %s', (_what, error) => expect(isExplainedByFields(error, known)).toBe(false));
});
