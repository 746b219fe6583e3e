import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { CHECK_CODES } from '#modules/catalog/checks/check.states.ts';
import { users } from '../accounts/accounts.ts';
import { instant, rowRef } from '../columns.ts';

/** What names a check, and the version of its object at the moment. */
const ofCheck = () => ({
  /** as `subject_id`, without a foreign key: the object may be removed later */
  period_id: rowRef().notNull(),
  code: text({ enum: CHECK_CODES }).notNull(),
  subject_kind: text().notNull(),
  subject_id: rowRef().notNull(),
  /** the field that mends the check; empty for the object as a whole */
  field: text().notNull(),
  subject_version: integer().notNull(),
});

/**
 * A check of a season that staff have looked at and leave as it is (SE6.3). Counts while its object has the
 * version of then.
 */
export const checksPutAside = pgTable(
  'checks_put_aside',
  {
    ...ofCheck(),
    note: text().notNull(),
    by_id: rowRef()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({
      // A name made of five columns is too long for PostgreSQL.
      name: 'checks_put_aside_key',
      columns: [t.period_id, t.code, t.subject_kind, t.subject_id, t.field],
    }),
  ],
);

/**
 * A check of severity stop or money of a season that sells, as the last look at the seasons has found it
 * (OF9.2). Derived: a job writes and deletes the rows.
 */
export const foundChecks = pgTable(
  'found_checks',
  {
    ...ofCheck(),
    /** of the object that mends the check */
    name: text().notNull(),
    /** without amounts */
    sentence: text().notNull(),
    found_at: instant().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'found_checks_key',
      columns: [t.period_id, t.code, t.subject_kind, t.subject_id, t.field],
    }),
  ],
);
