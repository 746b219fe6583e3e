import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, rowId, rowRef } from './columns.ts';
import { users } from './accounts.ts';
import { routes } from './routes.ts';
import { students } from './students.ts';

/**
 * A seat kept for a child while the family decides: 15 minutes from step 3 of the wizard (`checkout`), or a
 * day when the waiting list has reached it (`offer`). A row past its time keeps nothing (O9).
 */
export const seatHolds = pgTable(
  'seat_holds',
  {
    studentId: rowRef()
      .notNull()
      .references(() => students.id),
    routeId: rowRef()
      .notNull()
      .references(() => routes.id),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['checkout', 'offer'] }).notNull(),
    heldUntil: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studentId, t.routeId] }),
    index('seat_holds_route').on(t.routeId),
    index('seat_holds_user').on(t.userId),
  ],
);

/** The families that wait for a seat on a full route, first come first served (O9). */
export const waitingList = pgTable(
  'waiting_list',
  {
    id: rowId(),
    routeId: rowRef()
      .notNull()
      .references(() => routes.id),
    studentId: rowRef()
      .notNull()
      .references(() => students.id),
    userId: rowRef()
      .notNull()
      .references(() => users.id),
    joinedAt: instant().notNull(),
    offeredAt: instant(),
    closedAt: instant(),
    closedReason: text({ enum: ['bought', 'left', 'lapsed'] }),
  },
  (t) => [
    uniqueIndex('one_live_wait')
      .on(t.routeId, t.studentId)
      .where(sql`${t.closedAt} is null`),
    index('waiting_list_user').on(t.userId),
  ],
);
