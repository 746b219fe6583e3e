import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/tables/columns.ts';

/**
 * That an object of the processor's has changed, by the processor's own id of the event, once however often
 * it is told. What the object has become is read from the processor; nothing of an event is believed.
 */
export const processorEvents = pgTable(
  'processor_events',
  {
    id: text().primaryKey(),
    object_kind: text({
      enum: ['charge', 'refund', 'payout', 'entry', 'method', 'mandate', 'dispute', 'warning'],
    }).notNull(),
    /** the processor's name of the object */
    object_ref: text().notNull(),
    /** by the processor's clock */
    happened_at: instant().notNull(),
    received_at: instant().notNull(),
    /** the processor's list of events, our own nightly look at what is unsettled, or a member of staff */
    source: text({ enum: ['webhook', 'poll', 'sweep', 'staff'] }).notNull(),
    /** when what the object has become was in the books */
    processed_at: instant(),
    /** how often the object was read for it, or was about to be */
    tries: integer().notNull().default(0),
    next_try_at: instant().notNull(),
    last_error: text(),
  },
  (t) => [
    index('processor_events_open')
      .on(t.happened_at, t.id)
      .where(sql`${t.processed_at} is null`),
    index('processor_events_object')
      .on(t.object_kind, t.object_ref)
      .where(sql`${t.processed_at} is null`),
  ],
);

/** How far a list of the processor's has been read. */
export const processorCursors = pgTable('processor_cursors', {
  list: text({ enum: ['events', 'movements'] }).primaryKey(),
  /** the newest entry that was read, by the processor's clock */
  read_until: instant().notNull(),
  /** when it was last read to its end, by ours */
  whole_at: instant(),
});
