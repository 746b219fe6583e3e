const SUPER_ADMIN_KEY = 'userRoleSuperAdmin';

export const STAFF_KEYS: readonly string[] = ['userRoleAdmin', SUPER_ADMIN_KEY];

/** Admins and super admins see the back office; everyone is a parent (accounts.md §6). */
export function isStaff(roleKeys: readonly string[]): boolean {
  return roleKeys.some((key) => STAFF_KEYS.includes(key));
}

/** Super admins alone see who works here and may end anybody's sessions. */
export function isSuperAdmin(roleKeys: readonly string[]): boolean {
  return roleKeys.includes(SUPER_ADMIN_KEY);
}
