import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { erasureOf, keptFor } from '../erasure.ts';

/**
 * A text that somebody accepted, kept by its hash for as long as a contract or a mandate points at it (O4).
 */
export const acceptedTexts = pgTable('accepted_texts', {
  hash: bytes().primaryKey(),
  html: text().notNull(),
  created_at: instant().notNull(),
});

export const acceptedTextsErasure = erasureOf(
  acceptedTexts,
  keptFor("the company's own text, the same for every family", ['hash', 'html', 'created_at']),
);
