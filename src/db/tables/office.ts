import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts/accounts.ts';
import { HEALTH_KEYS, HEALTH_STATES } from '#modules/office/health/health.states.ts';
import { RECENT_KINDS } from '#modules/office/recent/recent.states.ts';
import { day, instant, rowId, rowRef } from './columns.ts';

/** Each line of the health page with its state, as the job `health.watch` last found it. */
export const healthLines = pgTable('health_lines', {
  key: text({ enum: HEALTH_KEYS }).primaryKey(),
  state: text({ enum: HEALTH_STATES }).notNull(),
  since: instant().notNull(),
});

/** What the portal keeps, once a day. */
export const sizeDays = pgTable('size_days', {
  day: day().primaryKey(),
  database_bytes: bigint({ mode: 'number' }).notNull(),
  /** null where files are kept in a bucket, which counts them itself */
  files: integer(),
  file_bytes: bigint({ mode: 'number' }),
});

/** A list of the office under a name: filters, sort, columns and words of its address (OF1.6). */
export const officeViews = pgTable(
  'office_views',
  {
    id: rowId(),
    /** the name of the list's call */
    list: text().notNull(),
    name: text().notNull(),
    owner_id: rowRef()
      .notNull()
      .references(() => users.id),
    /** for everybody who may open the list */
    is_shared: boolean().notNull(),
    query: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    /** the order of the tabs, among shared ones or those of one owner */
    position: integer().notNull(),
    version: integer().notNull().default(1),
    created_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('office_views_shared')
      .on(t.list, sql`lower(${t.name})`)
      .where(sql`${t.is_shared}`),
    uniqueIndex('office_views_own')
      .on(t.owner_id, t.list, sql`lower(${t.name})`)
      .where(sql`not ${t.is_shared}`),
  ],
);

/** What a person of the office opened last, ten things a person (OF2.4). */
export const recentThings = pgTable(
  'recent_things',
  {
    by_id: rowRef()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: RECENT_KINDS }).notNull(),
    /** a row of the kind's table, which may have been deleted since */
    subject_id: rowRef().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.by_id, t.kind, t.subject_id] })],
);
