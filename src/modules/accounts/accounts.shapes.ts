import { z } from 'zod';
import { email, password, personName, repeatedPassword } from '#kit/rules/fields.ts';
import { confirmed } from '#kit/rules/presence.ts';

type TwoPasswords = { password: string; password_confirmation: string };

/** Reports 'Confirm password did not match.' at the field `at` (accounts.md §5). */
export const passwordsMatch = (at: keyof TwoPasswords) =>
  confirmed<TwoPasswords>({
    field: 'password',
    confirmation: 'password_confirmation',
    at,
    rule: 'password_confirmed',
  });

export const registrationShape = z
  .object({
    first_name: personName(),
    last_name: personName(),
    email: email(),
    password: password(),
    password_confirmation: repeatedPassword(),
  })
  .check(passwordsMatch('password'), passwordsMatch('password_confirmation'));

export const loginShape = z.object({ email: email(), password: z.string().min(1).max(255) });
