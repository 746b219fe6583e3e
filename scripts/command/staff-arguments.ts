import { parseArgs } from 'node:util';
import { m } from '#i18n/messages.js';
import { email } from '#kit/rules/fields.ts';
import { ROLES_BY_NAME, type RoleName } from '#modules/accounts/staff/staff-accounts.service.ts';

export type StaffArguments =
  | {
      verb: 'add';
      email: string;
      role: RoleName;
      first_name: string;
      last_name: string;
      existing: boolean;
    }
  | { verb: 'disable' | 'reset-factor'; email: string }
  | { verb: 'role'; email: string; role: RoleName; existing: boolean }
  | { verb: 'list' };

const isRole = (text: string): text is RoleName => Object.hasOwn(ROLES_BY_NAME, text);

/** A name until they write theirs in the profile: what stands before the at sign. */
function namesOf(name: string | undefined, address: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = (name ?? address.split('@')[0]!).trim().split(/\s+/);
  return { first_name, last_name: rest.join(' ') || m.office_role_admin() };
}

type Flags = { super?: boolean; role?: string; name?: string; existing?: boolean };

function understand(verb: string | undefined, rest: string[], flags: Flags) {
  const [address, role, ...more] = rest;
  const known = email().safeParse(address);
  const existing = flags.existing ?? false;
  const hasFlags = [flags.super, flags.role, flags.name].some((flag) => flag !== undefined);
  const added = flags.super ? 'super-admin' : (flags.role ?? 'admin');
  if (verb === 'list' && rest.length === 0 && !hasFlags && !existing) return { verb } as const;
  if (!known.success || more.length > 0) return undefined;
  const to = { email: known.data };
  if (
    verb === 'add' &&
    role === undefined &&
    isRole(added) &&
    added !== 'parent' &&
    !(flags.super && flags.role)
  )
    return {
      verb,
      ...to,
      role: added,
      ...namesOf(flags.name, known.data),
      existing,
    } as const;
  if (hasFlags) return undefined;
  if (verb === 'role' && role !== undefined && isRole(role)) return { verb, ...to, role, existing } as const;
  if (existing || role !== undefined) return undefined;
  if (verb === 'disable' || verb === 'reset-factor') return { verb, ...to } as const;
  return undefined;
}

/** @returns undefined when they are not understood */
export function readStaffArguments(args: string[]): StaffArguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        super: { type: 'boolean' },
        role: { type: 'string' },
        name: { type: 'string' },
        existing: { type: 'boolean' },
      },
    });
    const [verb, ...rest] = positionals;
    return understand(verb, rest, values);
  } catch {
    return undefined;
  }
}
