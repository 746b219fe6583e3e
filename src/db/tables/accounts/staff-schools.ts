import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { programGroups } from '../catalog/catalog.ts';
import { rowRef } from '../columns.ts';
import { erasureOf, keptFor } from '../erasure.ts';

/** The schools of a person with the role of a school: the right `aid` is for these schools alone (OF8.1). */
export const userRoleSchools = pgTable(
  'user_role_schools',
  {
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    program_group_id: rowRef()
      .notNull()
      .references(() => programGroups.id),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.program_group_id] })],
);

export const userRoleSchoolsErasure = erasureOf(
  userRoleSchools,
  keptFor('staff cannot delete their account', ['user_id', 'program_group_id']),
);
