import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { HEALTH_KEYS, HEALTH_STATES } from '#modules/office/health/health.states.ts';
import { day, instant } from './columns.ts';

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
