import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { REHEARSAL_STATES } from '#modules/rehearsals/rehearsal.states.ts';
import { users } from './accounts/accounts.ts';
import { instant, rowId, rowRef } from './columns.ts';

/** A rehearsal of a season: what staff chose, and what came of it; kept for 30 days. */
export const rehearsals = pgTable(
  'rehearsals',
  {
    id: rowId(),
    /** the season's name as it was */
    season: text().notNull(),
    /** in the shape of the call; the season is no foreign key, so the season may be removed */
    settings: jsonb().notNull(),
    state: text({ enum: REHEARSAL_STATES }).notNull(),
    by_id: rowRef()
      .notNull()
      .references(() => users.id),
    begun_at: instant().notNull(),
    /** the last word of its process, by the real time; a silent process has ended with its portal */
    heard_at: instant().notNull(),
    ended_at: instant(),
    progress: jsonb(),
    report: jsonb(),
  },
  (t) => [
    uniqueIndex('rehearsals_one_plays')
      .on(t.state)
      .where(sql`${t.state} = 'playing'`),
    index('rehearsals_begun').on(t.begun_at),
  ],
);
