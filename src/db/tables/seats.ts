import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, rowId, rowRef } from './columns.ts';
import { users } from './accounts/accounts.ts';
import { routes } from './catalog/routes.ts';
import { students } from './students.ts';
import { CLOSED_REASONS } from '#modules/seats/waiting.states.ts';
import { rowsDeleted } from './erasure.ts';

/**
 * A seat kept for a child while the family decides: 15 minutes from step 3 of the wizard (`checkout`), a day
 * when the waiting list has reached it (`offer`), until an amendment to another route ends (`amendment`), or
 * until the end of an offer by staff (`sale`). A row past its time keeps nothing (O9, OF5.7, OF3.5).
 */
export const seatHolds = pgTable(
  'seat_holds',
  {
    student_id: rowRef()
      .notNull()
      .references(() => students.id),
    route_id: rowRef()
      .notNull()
      .references(() => routes.id),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['checkout', 'offer', 'amendment', 'sale'] }).notNull(),
    held_until: instant().notNull(),
    /** the end of a hold that was released before it; `held_until` is then the moment of its release (H8) */
    promised_until: instant(),
    created_at: instant().notNull(),
    /** a keyed digest of the network that asked for it; null for an offer and an amendment (MH8) */
    network: text(),
  },
  (t) => [
    primaryKey({ columns: [t.student_id, t.route_id] }),
    index('seat_holds_route').on(t.route_id),
    index('seat_holds_user').on(t.user_id),
  ],
);

/** The families that wait for a seat on a full route, first come first served (O9). */
export const waitingList = pgTable(
  'waiting_list',
  {
    id: rowId(),
    route_id: rowRef()
      .notNull()
      .references(() => routes.id),
    student_id: rowRef()
      .notNull()
      .references(() => students.id),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    joined_at: instant().notNull(),
    offered_at: instant(),
    /** staff prolong an offer once; null again for the next offer (OF6.3) */
    prolonged_at: instant(),
    /** until then the machine passes a child whose offer was taken back (OF6.3, H8) */
    paused_until: instant(),
    closed_at: instant(),
    closed_reason: text({ enum: CLOSED_REASONS }),
  },
  (t) => [
    uniqueIndex('one_live_wait')
      .on(t.route_id, t.student_id)
      .where(sql`${t.closed_at} is null`),
    index('waiting_list_user').on(t.user_id),
  ],
);

/**
 * When a family last asked for the price of a route, written once in five minutes. Unlogged: a crash may
 * empty the table (SE5.3).
 */
export const openCheckouts = pgTable(
  'open_checkouts',
  {
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    /** without a foreign key: a route may be removed, and no price locks the route's row */
    route_id: rowRef().notNull(),
    asked_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.route_id] }),
    index('open_checkouts_route').on(t.route_id, t.asked_at),
  ],
);

export const seatHoldsErasure = rowsDeleted(seatHolds, 'account', { notCopied: ['network'] });

export const waitingListErasure = rowsDeleted(waitingList, 'account');

export const openCheckoutsErasure = rowsDeleted(openCheckouts, 'account');
