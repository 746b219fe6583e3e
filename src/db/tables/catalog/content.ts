import { boolean, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { programGroups } from './catalog.ts';
import { day, rowId, rowRef } from '../columns.ts';

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
    /** the school of the routes on the page; the home page lists the page under the school's short name */
    program_group_id: rowRef().references(() => programGroups.id),
    short_name: text(),
    is_active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    version: integer().notNull().default(1),
  },
  (t) => [unique('content_blocks_key').on(t.key)],
);

/** A press release on the page of news. */
export const newsItems = pgTable(
  'news_items',
  {
    id: rowId(),
    day: day().notNull(),
    title: text().notNull(),
    text: text(),
    link: text(),
    link_text: text(),
    is_active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    version: integer().notNull().default(1),
  },
  (t) => [unique('news_items_title').on(t.title)],
);
