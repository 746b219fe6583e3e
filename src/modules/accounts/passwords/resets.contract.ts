import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { email, password, repeatedPassword } from '#kit/rules/fields.ts';
import { passwordsMatch } from '#modules/accounts/accounts.shapes.ts';
import { accountRefusals, newPasswordRefusals } from '#modules/accounts/accounts.refusals.ts';
import { AUTHENTICATOR_KINDS } from '#modules/accounts/factor.states.ts';

export const authenticatorShape = z.object({
  id: idShape,
  kind: z.enum(AUTHENTICATOR_KINDS),
  label: z.string(),
  confirmed_at: instantShape,
  last_used_at: instantShape.nullable(),
});
export type Authenticator = z.output<typeof authenticatorShape>;

const resetLinkShape = z.object({ token: z.string().min(1).max(255), email: email() });
export type ResetLink = z.output<typeof resetLinkShape>;

export const passwordResetShape = resetLinkShape
  .extend({
    password: password(),
    password_confirmation: repeatedPassword(),
    removed_passkey_ids: z.array(idShape).max(20).default([]),
  })
  .check(passwordsMatch('password'), passwordsMatch('password_confirmation'));
export type PasswordReset = z.output<typeof passwordResetShape>;

export const resetPassword = endpoint({
  name: 'resetPassword',
  turn: 'login',
  summary: 'Set a new password with the token of a reset mail; ends every session',
  method: 'POST',
  path: '/reset-password',
  guard: 'anyone',
  body: passwordResetShape,
  item: 'none',
  refusals: [
    accountRefusals.reset_link_dead,
    ...newPasswordRefusals,
    accountRefusals.password_for_staff,
    accountRefusals.authenticator_not_found,
    accountRefusals.passkeys_of_staff_kept,
    accountRefusals.too_many_attempts,
  ],
  secrets: ['token', 'password', 'password_confirmation'],
});

/**
 * The passkeys of the account, for a valid link. Apps are left out: a login still asks for an app's code
 * after a reset (H2.11).
 */
export const resetPasskeysShape = z.object({
  passkeys: z.array(
    authenticatorShape
      .pick({ id: true, label: true })
      .extend({ added_on: dayShape, last_used_on: dayShape.nullable() }),
  ),
  /** the link is that of an invitation of staff: the person chooses the first password (OF8.4) */
  invites: z.enum(['staff', 'family']).nullable(),
  /** false for staff: a colleague removes the passkeys of staff */
  are_removable: z.boolean(),
});
export type ResetPasskeys = z.output<typeof resetPasskeysShape>;

export const checkResetLink = endpoint({
  name: 'checkResetLink',
  turn: 'login',
  summary: 'Whether a reset link still holds, and the passkeys of the account',
  method: 'POST',
  path: '/reset-password/check',
  guard: 'anyone',
  body: resetLinkShape,
  item: resetPasskeysShape,
  refusals: [accountRefusals.reset_link_dead, accountRefusals.too_many_attempts],
  secrets: ['token'],
});
