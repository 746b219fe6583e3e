import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/**
 * A text that somebody accepted, kept by its hash for as long as a contract or a mandate points at it (O4).
 */
export const acceptedTexts = pgTable('accepted_texts', {
  hash: bytes().primaryKey(),
  html: text().notNull(),
  created_at: instant().notNull(),
});
