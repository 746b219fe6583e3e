import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { MATTER_KINDS } from '#modules/billing/worklist/matter.states.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { instant, rowRef } from '#db/tables/columns.ts';
import { erasureOf, keptFor } from '#db/tables/erasure.ts';

/**
 * That a person has settled a matter of the worklist of money: what is older than this is off the list, what
 * happens to the same subject later is on it again. What they noted is in the audit log.
 */
export const settledMatters = pgTable(
  'settled_matters',
  {
    kind: text({ enum: MATTER_KINDS }).notNull(),
    /** `refund:12`, `charge:pi_5`: our id or the processor's name of it */
    subject: text().notNull(),
    settled_at: instant().notNull(),
    settled_by_id: rowRef()
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
);

export const settledMattersErasure = erasureOf(
  settledMatters,
  keptFor('that a person settled it, by number', ['kind', 'subject', 'settled_at', 'settled_by_id']),
);
