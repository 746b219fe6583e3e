import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, rowId, rowRef } from './columns.ts';
import { periods, programGroups } from './catalog/catalog.ts';

/**
 * A certificate that contracts of a school and school year were destroyed because their years were over: how
 * many, and what went with them. It names nobody.
 */
export const destructionCertificates = pgTable(
  'destruction_certificates',
  {
    id: rowId(),
    destroyed_at: instant().notNull(),
    period_id: rowRef()
      .notNull()
      .references(() => periods.id),
    program_group_id: rowRef()
      .notNull()
      .references(() => programGroups.id),
    /** as the school and its school year were called then */
    school: text().notNull(),
    season: text().notNull(),
    contracts: integer().notNull(),
    signed_copies: integer().notNull(),
    acceptances: integer().notNull(),
    /** kept receipts; older certificates have none */
    receipts: integer().notNull().default(0),
    /** the lowest and highest order, by which the books still find them */
    first_order_id: rowRef().notNull(),
    last_order_id: rowRef().notNull(),
  },
  (t) => [index('destruction_certificates_season').on(t.period_id, t.program_group_id)],
);
