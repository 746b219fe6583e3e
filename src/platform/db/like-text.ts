import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Escapes a text for LIKE: `%` and `_` stand for anything there. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

/**
 * Whether a text begins with another, by an index with `text_pattern_ops`. PostgreSQL finds no begin of LIKE
 * for a statement that is planned without values.
 */
export const beginsText = (text: SQLWrapper, begin: SQLWrapper): SQL =>
  sql`(${text} ~>=~ ${begin} and ${text} ~<~ (${begin} || chr(1114111)))`;
