import { sql } from 'drizzle-orm';
import { programVersion } from '#db/tables/platform.ts';
import type { Db } from '#platform/db/database.ts';

export async function saveVersion(db: Db, version: string): Promise<void> {
  await db
    .insert(programVersion)
    .values({ version })
    .onConflictDoUpdate({
      target: programVersion.only_row,
      set: { version, since: sql`now()` },
      setWhere: sql`${programVersion.version} <> ${version}`,
    });
}
