const SUPER_ADMIN_KEY = 'userRoleSuperAdmin';

export const STAFF_KEYS: readonly string[] = ['userRoleAdmin', SUPER_ADMIN_KEY];

/** Admins and super admins use the back office; everyone is a parent (accounts.md §6). */
export function isStaff(roleKeys: readonly string[]): boolean {
  return roleKeys.some((key) => STAFF_KEYS.includes(key));
}

/** Only super admins see the list of staff and may end the sessions of any user. */
export function isSuperAdmin(roleKeys: readonly string[]): boolean {
  return roleKeys.includes(SUPER_ADMIN_KEY);
}
