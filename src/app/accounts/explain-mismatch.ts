import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { sentencesOf } from '#app/api/api-error.ts';

/** Says on a login's form that e-mail and password do not match; false for any other failure. */
export function explainMismatch<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError'>,
  error: unknown,
): boolean {
  if (!sentencesOf(error).includes('invalid_credentials')) return false;
  form.setError('root.server', { message: m.account_login_mismatch() });
  return true;
}
