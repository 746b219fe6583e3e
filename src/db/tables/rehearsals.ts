import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { RehearsalReport } from '#modules/rehearsals/rehearsal-report.shapes.ts';
import { REHEARSAL_STATES } from '#modules/rehearsals/rehearsal.states.ts';
import type { Progress, RehearsalSettings } from '#modules/rehearsals/rehearsal.shapes.ts';
import { users } from './accounts/accounts.ts';
import { instant, rowId, rowRef } from './columns.ts';

/** A rehearsal of a season: what staff chose, how far it has come, and what came of it; kept for 30 days. */
export const rehearsals = pgTable(
  'rehearsals',
  {
    id: rowId(),
    /** the season's name as it was */
    season: text().notNull(),
    /** the season by number, without a foreign key: a rehearsal keeps no season from being removed */
    settings: jsonb().$type<RehearsalSettings>().notNull(),
    state: text({ enum: REHEARSAL_STATES }).notNull(),
    by_id: rowRef()
      .notNull()
      .references(() => users.id),
    begun_at: instant().notNull(),
    /** the last word of its process, by the real time; a process that says nothing has ended with its portal */
    heard_at: instant().notNull(),
    ended_at: instant(),
    progress: jsonb().$type<Progress>(),
    report: jsonb().$type<RehearsalReport>(),
  },
  (t) => [
    uniqueIndex('rehearsals_one_plays')
      .on(t.state)
      .where(sql`${t.state} = 'playing'`),
    index('rehearsals_begun').on(t.begun_at),
  ],
);
