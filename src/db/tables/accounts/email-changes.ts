import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant, rowId, rowRef } from '../columns.ts';
import { rowsDeleted } from '../erasure.ts';

/**
 * A change of the email address of an account, from the request to the end of the days in which the old
 * address can undo it (MH12). The links are signed, so no row holds a token.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    old_email: text().notNull(),
    new_email: text().notNull(),
    asked_at: instant().notNull(),
    /** when the link at the new address was opened; the old address counts until then */
    confirmed_at: instant(),
    undone_at: instant(),
  },
  (t) => [index('email_changes_user').on(t.user_id), index('email_changes_old').on(t.old_email)],
);

export const emailChangesErasure = rowsDeleted(emailChanges, 'account');
