import type { ProfileChange } from './accounts.contract.ts';

/** What of an account the profile can change, as the account has it now. */
export type ProfileNow = {
  firstName: string;
  lastName: string;
  email: string;
  phoneHome: string | null;
  phoneMobile: string | null;
};

type Details = Partial<Omit<ProfileNow, 'email'>>;

/**
 * What really changes; what was sent as it is already changes nothing, so an unchanged e-mail stays verified.
 */
export type Changes = { details: Details; email?: string; password?: string };

export function changesOf(form: ProfileChange, now: ProfileNow): Changes {
  const wanted: Details = {
    firstName: form.first_name,
    lastName: form.last_name,
    phoneHome: form.phone_home,
    phoneMobile: form.phone_mobile,
  };
  const isNews = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== now[name as keyof ProfileNow];
  return {
    details: Object.fromEntries(Object.entries(wanted).filter(isNews)),
    ...(form.email !== undefined && form.email !== now.email && { email: form.email }),
    ...(form.password !== undefined && { password: form.password }),
  };
}
