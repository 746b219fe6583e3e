import { asc } from 'drizzle-orm';
import { contentBlocks } from '#db/tables/content.ts';
import type { Db } from '#platform/db/database.ts';

export const listBlocks = (db: Db) =>
  db.select().from(contentBlocks).orderBy(asc(contentBlocks.position), asc(contentBlocks.id));
