import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { SCAN_TYPES } from '#modules/orders/scan.states.ts';
import { users } from '../accounts/accounts.ts';
import { bytes, day, instant, rowId, rowRef } from '../columns.ts';
import { rowsDeleted } from '../erasure.ts';
import { contractAmendments } from './contract-amendments.ts';
import { orders } from './orders.ts';

/**
 * The scan of a contract or an amendment signed on paper, as it was uploaded; the annex of the signed copy
 * (OF3.8, OF5.8). The row waits for an order for some days, and a trigger refuses to change it from then on.
 */
export const scans = pgTable(
  'scans',
  {
    id: rowId(),
    /** null: uploaded, and no order made yet */
    order_id: rowRef().references(() => orders.id),
    /** null: the paper is the contract itself */
    amendment_id: rowRef().references(() => contractAmendments.id),
    /** as written on the paper; known with the order */
    signed_on: day(),
    /** the page of the scan that names the agreement to a congestion fee; null for none */
    surge_page: integer(),
    file_key: text().notNull().unique(),
    media_type: text({ enum: SCAN_TYPES }).notNull(),
    /** SHA-256 of the file */
    sha256: bytes().notNull(),
    size_bytes: integer().notNull(),
    pages: integer().notNull(),
    by_id: rowRef()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
  },
  (t) => [
    check('scans_sha', sql`octet_length(${t.sha256}) = 32`),
    uniqueIndex('scans_paper').on(t.order_id, sql`coalesce(${t.amendment_id}, 0)`),
    check('scans_amendment', sql`${t.amendment_id} is null or ${t.order_id} is not null`),
    check('scans_signed', sql`(${t.order_id} is null) = (${t.signed_on} is null)`),
    check('scans_surge_page', sql`${t.surge_page} between 1 and ${t.pages}`),
    index('scans_waiting')
      .on(t.at)
      .where(sql`${t.order_id} is null`),
  ],
);

export const scansErasure = rowsDeleted(scans, 'end', { notCopied: ['file_key'] });
