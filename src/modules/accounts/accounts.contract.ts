import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { changedPhone, email, optionalText, password, personName } from '#kit/rules/fields.ts';
import { safeSitePath } from '#kit/text/site-path.ts';
import { idShape, seenVersion, versionShape } from '#kit/endpoint/wire.ts';
import { knownBrowserHeaders } from './known-browser.contract.ts';
import { accountRefusals, loginRefusals, newPasswordRefusals } from './accounts.refusals.ts';
import { loginShape, registrationShape } from './accounts.shapes.ts';

export const OPTION_CATEGORIES = [
  'paymentType',
  'paymentTermType',
  'userRole',
  'adjustmentType',
  'billingFrequencyType',
] as const;

export const optionShape = z.object({ id: idShape, category: z.enum(OPTION_CATEGORIES), key: z.string() });

export type Option = z.output<typeof optionShape>;

export const personShape = z.object({
  id: idShape,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_home: z.string().nullable(),
  phone_mobile: z.string().nullable(),
  is_email_verified: z.boolean(),
});

export type Person = z.output<typeof personShape>;

export const userShape = personShape.extend({
  /** true while staff impersonate this parent; from the token (W11) */
  is_impersonated: z.boolean(),
  /** the requested new address, until its link is opened; null without a request */
  pending_email: z.string().nullable(),
  /** the login is some minutes old: a new password needs the current one too; a new e-mail always does */
  needs_current_password: z.boolean(),
  /** a staff account without a second factor; the back office stays closed until setup (H2) */
  needs_second_factor: z.boolean(),
  /** goes up with each change of name, email or phones */
  version: versionShape,
  roles: z.array(z.object({ role_type_id: idShape })),
});

export type User = z.output<typeof userShape>;

/** Stored by the client under `auth_token`, without the refresh token unless kept logged in. */
export const tokenRecordShape = z.object({
  access_token: z.string(),
  /** none for staff: staff log in anew after twelve hours (H2) */
  refresh_token: z.string().optional(),
  expires_in: z.number().int(),
});

export type TokenRecord = z.output<typeof tokenRecordShape>;

export type Registration = z.output<typeof registrationShape>;

const loginBodyShape = loginShape.extend({
  /** of an authenticator app, or a recovery code; needed after `second_factor_required` (H2) */
  code: optionalText(64).optional(),
});

export const loginAnswerShape = tokenRecordShape.extend({
  /** kept by the browser and sent with the next login as a header; proves no identity */
  known_browser: z.string(),
});

export const register = endpoint({
  name: 'register',
  summary: 'Create a parent account; the client logs in at once afterwards',
  method: 'POST',
  path: '/register',
  guard: 'anyone',
  body: registrationShape,
  item: userShape,
  refusals: [accountRefusals.email_taken, ...newPasswordRefusals, accountRefusals.too_many_attempts],
  secrets: ['password', 'password_confirmation'],
});

export const login = endpoint({
  name: 'login',
  turn: 'login',
  summary: 'Exchange e-mail and password for a token record',
  method: 'POST',
  path: '/login',
  guard: 'anyone',
  headers: knownBrowserHeaders,
  body: loginBodyShape,
  fieldsOf: 'user',
  item: loginAnswerShape,
  refusals: loginRefusals,
  secrets: ['password', 'code'],
});

export const refreshToken = endpoint({
  name: 'refreshToken',
  turn: 'none',
  summary: 'Rotate a refresh token; a used one ends its session',
  method: 'POST',
  path: '/refresh-token',
  guard: 'anyone',
  body: z.object({ refresh_token: z.string().min(1).max(255) }),
  item: tokenRecordShape,
  refusals: [accountRefusals.refresh_token_dead],
  secrets: ['refresh_token'],
});

export const logout = endpoint({
  name: 'logout',
  turn: 'none',
  summary: 'End the session and every token of it',
  method: 'POST',
  path: '/logout',
  guard: 'account',
  item: 'none',
  refusals: [],
});

export const stopImpersonation = endpoint({
  name: 'stopImpersonation',
  summary: "End the impersonation that the call is made in, if any; the staff member's own session goes on",
  method: 'POST',
  path: '/impersonation/stop',
  guard: 'account',
  impersonation: 'own_row',
  item: 'none',
  refusals: [],
});

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  summary:
    'Take the link of a verification mail, or of a mail to a new address; following it twice is no harm',
  method: 'GET',
  path: '/verify-email/:token',
  guard: 'anyone',
  params: z.object({ token: z.string().min(1).max(255) }),
  item: 'none',
  refusals: [accountRefusals.verification_link_dead, accountRefusals.email_in_use],
});

export const resendVerificationEmail = endpoint({
  name: 'resendVerificationEmail',
  summary: 'Mail the verification link again',
  method: 'POST',
  path: '/resend-verification-email',
  guard: 'account',
  item: 'none',
  refusals: [accountRefusals.too_many_attempts],
});

export const forgotPasswordShape = z.object({
  email: email(),
  /** only a path of this site; the server drops other values (W9) */
  redirectPath: z
    .string()
    .nullish()
    .transform((path) => safeSitePath(path)),
});

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  turn: 'login',
  summary: 'Mail a link to a new password; answers alike for unknown addresses',
  method: 'POST',
  path: '/forgot-password',
  guard: 'anyone',
  body: forgotPasswordShape,
  item: 'none',
  refusals: [accountRefusals.too_many_attempts],
});

export const currentUser = endpoint({
  name: 'currentUser',
  turn: 'none',
  summary: 'The signed-in user',
  method: 'GET',
  path: '/user',
  guard: 'account',
  item: userShape,
  refusals: [],
});

/** Absent fields stay unchanged; every rule of accounts.md §5 applies to present fields. */
export const profileShape = z
  .object({
    first_name: personName().optional(),
    last_name: personName().optional(),
    email: email().optional(),
    phone_home: changedPhone(),
    phone_mobile: changedPhone(),
    password: password().optional(),
    password_confirmation: password().optional(),
    current_password: z.string().max(255).optional(),
    ...seenVersion,
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password'],
    params: { rule: 'password_confirmed' },
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    params: { rule: 'password_confirmed' },
  });

export type ProfileChange = z.output<typeof profileShape>;

export const updateUser = endpoint({
  name: 'updateUser',
  summary:
    'Change the own profile; a new e-mail wants the current password and counts once it is confirmed; ' +
    'a new password wants the current one or a login of the last minutes',
  method: 'PUT',
  path: '/user/:id',
  guard: 'account',
  params: z.object({ id: idShape }),
  body: profileShape,
  fieldsOf: 'user',
  item: userShape,
  refusals: [
    accountRefusals.user_not_found,
    accountRefusals.profile_edited,
    accountRefusals.email_in_use,
    ...newPasswordRefusals,
    accountRefusals.password_for_staff,
    accountRefusals.current_password_required,
    accountRefusals.current_password_wrong,
    accountRefusals.change_while_impersonating,
    accountRefusals.too_many_attempts,
  ],
  secrets: ['password', 'password_confirmation', 'current_password'],
});

export const listOptions = endpoint({
  name: 'listOptions',
  summary: 'Payment types, term types, roles and adjustment types with their ids',
  method: 'GET',
  path: '/option',
  guard: 'anyone',
  item: optionShape,
  refusals: [],
});
