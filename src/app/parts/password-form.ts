import { z } from 'zod';
import { password } from '#kit/fields.ts';
import { passwordsMatch } from '#modules/accounts/accounts.contract.ts';

/** A new password and its confirmation, as the screen behind a reset link asks for them. */
export const newPasswordShape = z
  .object({ password: password(), password_confirmation: z.string().min(1).min(6) })
  .check(passwordsMatch('password'), passwordsMatch('password_confirmation'));
export type NewPassword = z.input<typeof newPasswordShape>;
