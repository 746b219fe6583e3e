import { m } from '#i18n/messages.js';
import type { StaffRole } from './rights.ts';

const TEXTS: Readonly<Record<StaffRole, () => string>> = {
  userRoleSuperAdmin: m.portal_role_super_admin,
  userRoleAdmin: m.portal_role_admin,
  userRoleDispatcher: m.portal_role_dispatcher,
  userRoleSchool: m.portal_role_school,
};

/** The role inside a sentence: `super admin`. */
export const roleText = (role: StaffRole): string => TEXTS[role]();
