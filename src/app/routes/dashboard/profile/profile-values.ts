import { z } from 'zod';
import { email, optionalPhone, password, requiredText } from '#kit/rules/fields.ts';
import { confirmed, requiredIf } from '#kit/rules/presence.ts';
import type { ProfileChange, User } from '#modules/accounts/accounts.contract.ts';

/** An empty box of a password that stays as it is (W18). */
const passwordOrNone = () =>
  z
    .string()
    .transform((text) => text || undefined)
    .pipe(password().optional());

type Passwords = { password?: string | undefined; password_confirmation?: string | undefined };

/** What the profile form checks, with the server's own rules. */
export const profileFormShape = z
  .object({
    first_name: requiredText(),
    last_name: requiredText(),
    email: email(),
    phone_home: optionalPhone(),
    phone_mobile: optionalPhone(),
    password: passwordOrNone(),
    password_confirmation: passwordOrNone(),
    current_password: z.string().max(255),
  })
  .check(
    requiredIf<Passwords>('password', (form) => Boolean(form.password_confirmation)),
    requiredIf<Passwords>('password_confirmation', (form) => Boolean(form.password)),
    confirmed<Passwords>({
      field: 'password',
      confirmation: 'password_confirmation',
      at: 'password',
      rule: 'password_confirmed',
    }),
    confirmed<Passwords>({
      field: 'password',
      confirmation: 'password_confirmation',
      rule: 'password_confirmed',
    }),
  );
export type ProfileValues = z.input<typeof profileFormShape>;
export type CheckedProfile = z.output<typeof profileFormShape>;

export function profileToForm(user: User): ProfileValues {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    phone_home: user.phone_home ?? '',
    phone_mobile: user.phone_mobile ?? '',
    password: '',
    password_confirmation: '',
    current_password: '',
  };
}

/** Whether the change is one of those that only the owner may make: of e-mail or password. */
export function isSensitive(
  values: Pick<ProfileValues, 'email' | 'password' | 'password_confirmation'>,
  user: User,
): boolean {
  const isMoved = values.email.trim().toLowerCase() !== user.email;
  return isMoved || values.password !== '' || values.password_confirmation !== '';
}

/** What is sent: never an unchanged e-mail, never an empty password (accounts.md §5, W18). */
export function profileToBody(values: CheckedProfile, user: User): ProfileChange {
  const { email: wanted, password: chosen, password_confirmation, current_password, ...rest } = values;
  return {
    ...rest,
    ...(wanted !== user.email && { email: wanted }),
    ...(chosen && { password: chosen, password_confirmation }),
    ...(current_password && { current_password }),
  };
}
