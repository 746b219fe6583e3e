import { hasRight, RIGHTS, type Right } from '#kit/endpoint/right.ts';
import type { Preview } from '#kit/endpoint/preview-headers.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';

/** The rights of each role of staff; everyone is a parent (accounts.md §6, OF8). */
export const RIGHTS_OF_ROLE = {
  userRoleSuperAdmin: RIGHTS,
  userRoleAdmin: RIGHTS.filter((right) => right !== 'company'),
  userRoleDispatcher: ['families', 'families_write', 'care', 'season', 'waiting_write', 'export'],
  userRoleSchool: ['aid', 'export'],
} as const satisfies Record<string, readonly Right[]>;
export type StaffRole = keyof typeof RIGHTS_OF_ROLE;

export const STAFF_ROLES = Object.keys(RIGHTS_OF_ROLE) as StaffRole[];

const isStaffRole = (key: string): key is StaffRole => Object.hasOwn(RIGHTS_OF_ROLE, key);

/** @param roleKeys keys of the options; a role without rights, as of a parent, adds none */
export function rightsOf(roleKeys: readonly string[]): ReadonlySet<Right> {
  return new Set(roleKeys.filter(isStaffRole).flatMap((key): readonly Right[] => RIGHTS_OF_ROLE[key]));
}

export function isStaff(roleKeys: readonly string[]): boolean {
  return roleKeys.some(isStaffRole);
}

/** Staff who sell may use every term and add-on of a route, even while impersonating a parent (T7). */
export function sellsForOffice(viewer: Viewer | undefined): boolean {
  return viewer !== undefined && (hasRight(viewer, 'money_write') || viewer.impersonator_id !== null);
}

/** As `sellsForOffice`; in a preview, staff are a parent until they ask for their own terms (SE7.3). */
export const sellsAs = (viewer: Viewer | undefined, preview: Preview | undefined): boolean =>
  sellsForOffice(viewer) && preview?.as !== 'parent';
