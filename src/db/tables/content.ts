import { boolean, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { rowId } from './columns.ts';

/** A piece of the public site that the season file brings, such as a route map. */
export const contentBlocks = pgTable(
  'content_blocks',
  {
    id: rowId(),
    key: text().notNull(),
    category: text().notNull(),
    /** a path below the storage, or a full URL when it starts with http */
    content: text().notNull(),
    helper_text: text(),
    is_active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    version: integer().notNull().default(1),
  },
  (t) => [unique('content_blocks_key').on(t.key)],
);
