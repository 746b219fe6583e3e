import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { bytes, instant, rowId, rowRef } from '../columns.ts';
import { contractAmendments } from '../orders/contract-amendments.ts';
import { orders } from '../orders/orders.ts';
import { rowsDeleted } from '../erasure.ts';

/**
 * The signed copy of a contract or of an amendment as it was made, once for each edition: where the file lies
 * and what its bytes hash to. A trigger refuses to change or delete a row, so an altered document can be told
 * from the original.
 */
export const signedCopies = pgTable(
  'signed_copies',
  {
    id: rowId(),
    order_id: rowRef()
      .notNull()
      .references(() => orders.id),
    /** 2 of an order that staff placed, once the family has accepted its texts (H10) */
    edition: integer().notNull().default(1),
    /** the amendment whose paper this is; null for the contract (OF5.10) */
    amendment_id: rowRef().references(() => contractAmendments.id),
    contract_number: text().notNull(),
    /** SHA-256 of the file */
    sha256: bytes().notNull(),
    file_key: text().notNull(),
    size_bytes: integer().notNull(),
    made_at: instant().notNull(),
  },
  (t) => [
    unique('signed_copies_edition').on(t.order_id, t.edition, t.amendment_id).nullsNotDistinct(),
    unique('signed_copies_number').on(t.contract_number, t.edition, t.amendment_id).nullsNotDistinct(),
    // A number typed from paper is compared without its dashes (MC13).
    index('signed_copies_signs').on(sql`replace(${t.contract_number}, '-', '')`),
    check('signed_copies_sha', sql`octet_length(${t.sha256}) = 32`),
  ],
);

export const signedCopiesErasure = rowsDeleted(signedCopies, 'end');
