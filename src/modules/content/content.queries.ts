import { asc, desc, eq, getTableColumns } from 'drizzle-orm';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { contentBlocks, newsItems } from '#db/tables/catalog/content.ts';
import type { Db } from '#platform/db/database.ts';

export const listBlocks = (db: Db) =>
  db
    .select({ ...getTableColumns(contentBlocks), program_group: programGroups.path })
    .from(contentBlocks)
    .leftJoin(programGroups, eq(programGroups.id, contentBlocks.program_group_id))
    .orderBy(asc(contentBlocks.position), asc(contentBlocks.id));

/** The newest first; without those that are ended. */
export const listNews = (db: Db) =>
  db
    .select()
    .from(newsItems)
    .where(eq(newsItems.is_active, true))
    .orderBy(desc(newsItems.day), asc(newsItems.position), asc(newsItems.id));
