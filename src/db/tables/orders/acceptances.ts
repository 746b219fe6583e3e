import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, rowId, rowRef } from '../columns.ts';
import { acceptedTexts } from '../documents/accepted-texts.ts';
import { users } from '../accounts/accounts.ts';
import { rowsDeleted } from '../erasure.ts';
import { orders } from './orders.ts';

/**
 * Evidence of an acceptance: which text, who, when, from where (O4). A text of an order that staff placed has
 * a second row once the family has accepted it (H10).
 */
export const acceptances = pgTable(
  'acceptances',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: ['contract', 'ach', 'surge'] }).notNull(),
    text_hash: bytes()
      .notNull()
      .references(() => acceptedTexts.hash),
    version: text().notNull(),
    /** false: the text was in force when the order was signed, and the client named none (H10) */
    is_named: boolean().notNull().default(true),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    /** the member of staff who placed the order for the family (H10) */
    placed_by_id: rowRef().references(() => users.id),
    /**
     * the amendment that brought the text; null for the contract's own texts (OF5.8).
     * The migration has its foreign key: the file of amendments imports this one.
     */
    amendment_id: rowRef(),
    /**
     * the scan of the paper that the family has signed, in place of a login (OF3.8). The migration has its
     * foreign key.
     */
    scan_id: rowRef(),
    ip: text().notNull(),
    user_agent: text().notNull(),
    accepted_at: instant().notNull(),
  },
  (t) => [
    // Once for the signing; once more for the family's acceptance of an order that staff have placed.
    uniqueIndex('acceptances_once').on(
      t.order_id,
      t.kind,
      sql`(${t.placed_by_id} is null)`,
      sql`coalesce(${t.amendment_id}, 0)`,
    ),
    index('acceptances_by_staff')
      .on(t.order_id)
      .where(sql`${t.placed_by_id} is not null`),
    // How many contracts were signed with a text (SE4.7).
    index('acceptances_text').on(t.text_hash, t.order_id),
  ],
);

export const acceptancesErasure = rowsDeleted(acceptances, 'end');
