import { inArray } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import type { Db } from '#platform/db/database.ts';

export type OptionRow = typeof options.$inferSelect;

export async function listOptionRows(db: Db, categories: readonly string[]): Promise<OptionRow[]> {
  return db
    .select()
    .from(options)
    .where(inArray(options.category, [...categories]))
    .orderBy(options.id);
}
