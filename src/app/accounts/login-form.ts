import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { sentencesOf } from '#app/api/api-error.ts';
import { required } from '#kit/rules/presence.ts';
import { loginShape, registrationShape } from '#modules/accounts/accounts.contract.ts';

export const loginFormShape = loginShape.extend({ keep_me_logged_in: z.boolean() });
export type LoginValues = z.input<typeof loginFormShape>;

/** The server's rules for a new account, and the box that only the form has. */
export const signupFormShape = registrationShape.safeExtend({
  acknowledgement: z.boolean().check(required()),
});
export type SignupValues = z.input<typeof signupFormShape>;

/** Says on a login's form that e-mail and password do not match; false for any other failure. */
export function explainMismatch<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError'>,
  error: unknown,
): boolean {
  if (!sentencesOf(error).includes('invalid_credentials')) return false;
  form.setError('root.server', { message: m.account_login_mismatch() });
  return true;
}
