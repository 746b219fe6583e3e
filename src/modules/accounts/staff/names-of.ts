import { m } from '#i18n/messages.js';

/** A name until the person writes one in the profile: the part before the at sign. */
export function namesOf(
  name: string | undefined,
  address: string,
): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = (name ?? address.split('@')[0]!).trim().split(/\s+/);
  return { first_name, last_name: rest.join(' ') || m.office_role_admin() };
}
