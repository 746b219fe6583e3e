import { check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { users } from './accounts/accounts.ts';
import { bytes, instant, rowId, rowRef } from './columns.ts';
import { rowsDeleted } from './erasure.ts';

/** A yearly statement as it was printed, once for each thing that it says (RP4.2). */
export const keptStatements = pgTable(
  'kept_statements',
  {
    id: rowId(),
    user_id: rowRef()
      .notNull()
      .references(() => users.id),
    year: integer().notNull(),
    edition: integer().notNull(),
    /** of the facts: another hash is another edition */
    facts_hash: text().notNull(),
    file_key: text().notNull().unique(),
    /** SHA-256 of the file */
    sha256: bytes().notNull(),
    size_bytes: integer().notNull(),
    printed_at: instant().notNull(),
  },
  (t) => [
    unique('kept_statements_edition').on(t.user_id, t.year, t.edition),
    check('kept_statements_sha', sql`octet_length(${t.sha256}) = 32`),
  ],
);

export const keptStatementsErasure = rowsDeleted(keptStatements, 'account');
