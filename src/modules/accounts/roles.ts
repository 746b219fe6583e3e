const STAFF_KEYS: readonly string[] = ['userRoleAdmin', 'userRoleSuperAdmin'];

/** Admins and super admins see the back office; everyone is a parent (accounts.md §6). */
export function isStaff(roleKeys: readonly string[]): boolean {
  return roleKeys.some((key) => STAFF_KEYS.includes(key));
}
