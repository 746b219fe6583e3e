import { asc } from 'drizzle-orm';
import { contentBlocks } from '#db/tables/content.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { saveRow } from '#platform/db/save-row.ts';

export const listBlocks = (db: Db) =>
  db.select().from(contentBlocks).orderBy(asc(contentBlocks.position), asc(contentBlocks.id));

export const saveBlock = (tx: Tx, values: typeof contentBlocks.$inferInsert) =>
  saveRow(tx, { table: contentBlocks, same: ['key'], values });
