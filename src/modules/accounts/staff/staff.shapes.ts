import { z } from 'zod';
import { idShape, versionShape } from '#kit/endpoint/wire.ts';
import { email, personName, requiredText } from '#kit/rules/fields.ts';
import { STAFF_ROLES, type StaffRole } from '#modules/accounts/rights.ts';

const SCHOOLS_MAX = 100;
const REASON_MAX = 500;

/** The role whose rights are for some schools alone (OF8.1). */
export const isOfSchools = (role: StaffRole): boolean => role === 'userRoleSchool';

const roleFields = {
  role: z.enum(STAFF_ROLES),
  /** counts for the role of a school alone */
  school_ids: z.array(idShape).max(SCHOOLS_MAX),
};

const schoolsAreNamed = ({ role, school_ids }: { role: StaffRole; school_ids: readonly unknown[] }) =>
  !isOfSchools(role) || school_ids.length > 0;
const atSchools = { path: ['school_ids'], params: { rule: 'required' } };

export const staffRoleShape = z.object(roleFields).refine(schoolsAreNamed, atSchools);

export const invitationShape = z
  .object({ email: email(), first_name: personName(), last_name: personName(), ...roleFields })
  .refine(schoolsAreNamed, atSchools);

export const changedRoleShape = z
  .object({ ...roleFields, version: versionShape })
  .refine(schoolsAreNamed, atSchools);

export const endReasonShape = z.object({ reason: requiredText(REASON_MAX) });
